package org.vacuumadvisor.source.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FiguresTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1234        | 1234
          1,234       | 1234
          12,345,678  | 12345678
          1 234 567   | 1234567
          1.2e+07     | 12000000
          -1          | -1
          1.234.567   | 1234567
          1'234'567   | 1234567
          12 million  | 12000000
          4.5M        | 4500000
          4,5 Mio     | 4500000
          57m dead rows | 57000000
          120万       | 1200000
          ~3 млн      | 3000000
          5,219,305 (9 %) | 5219305
          """)
  void readsCounts(String text, long count) {
    assertEquals(Optional.of(count), Numbers.count(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "many", "1,23", "1.5", "12 GB", "1,2345", "0x", "--", "+12", "+1,234"})
  void readsNoCountThatIsNotCertain(String text) {
    assertEquals(Optional.empty(), Numbers.count(text));
  }

  /// The oracle is `pg_size_bytes()` on PostgreSQL 18.
  @ParameterizedTest
  @CsvSource({
    "8192 bytes, 8192",
    "12 GB, 12884901888",
    "1.5 MB, 1572864",
    "10 kB, 10240",
    "16384, 16384",
    "1.2G, 1288490189",
    "17 GiB, 18253611008",
    "3 Go, 3221225472"
  })
  void readsSizes(String text, long bytes) {
    assertEquals(Optional.of(bytes), Figures.bytes(text, 1));
  }

  @ParameterizedTest
  @CsvSource({"'12,5 MB', 13107200", "'1.234,5 kB', 1264128", "'1,234.5 kB', 1264128"})
  void readsTheLastMarkAsTheOneBeforeTheFraction(String text, long bytes) {
    assertEquals(Optional.of(bytes), Figures.bytes(text, 1));
  }

  /// `pg_size_pretty()` writes no fraction.
  @Test
  void aCommaThatMayBeEitherSetsOffThousandsInASize() {
    assertEquals(Optional.of(1_234L << 20), Figures.bytes("1,234 MB", 1));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-21 12:00:00.5+05:30, 2026-11-21T06:30:00.5Z",
    "2026-11-21 12:00:00+01, 2026-11-21T11:00:00Z",
    "2026-11-21 12:00:00, 2026-11-21T12:00:00Z",
    "2026-11-21T12:00:00Z, 2026-11-21T12:00:00Z",
    "2026-11-21 12:00, 2026-11-21T12:00:00Z",
    "2026-11-21, 2026-11-21T00:00:00Z",
    "2026-11-21 (3 days ago), 2026-11-21T00:00:00Z"
  })
  void readsMoments(String text, Instant moment) {
    assertEquals(Optional.of(moment), Figures.moment(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yesterday", "2026-11-31", "2026-13-41 12:00:00", "12:00:00"})
  void readsNoMomentThatIsNone(String text) {
    assertEquals(Optional.empty(), Figures.moment(text));
  }

  @ParameterizedTest
  @CsvSource({
    "2 days 03:04:05, 183845",
    "03:04:05.5, 11045",
    "1 day, 86400",
    "@ 2 hours 5 mins, 7500",
    "1 mon 2 days, 2764800",
    "-00:00:01, -1"
  })
  void readsIntervals(String text, long seconds) {
    assertEquals(
        Optional.of(seconds), Figures.interval(text).map(Duration::toSeconds).map(each -> each));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "12345", "long", "3 apples", "1:2:3:4"})
  void readsNoIntervalThatIsNone(String text) {
    assertEquals(Optional.empty(), Figures.interval(text));
  }
}
