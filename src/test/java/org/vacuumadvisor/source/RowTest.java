package org.vacuumadvisor.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;

/// The oracle for spellings is PostgreSQL's manual, "Date/Time Output" and "Boolean Type".
class RowTest {
  @Test
  void tellsWhyACellIsNotThere() {
    var row = row(List.of("a", "b"), "1", null);

    assertEquals(Reading.of(1L), row.count("a"));
    assertEquals(Reading.missing(Why.NOT_APPLICABLE), row.count("b"));
    assertEquals(Reading.missing(Why.OLDER_SERVER), row.count("c"));
  }

  @Test
  void doesNotTakeWhatItCannotReadForZero() {
    var row = row(List.of("a"), "many");

    assertEquals(Reading.missing(Why.NOT_COLLECTED), row.count("a"));
    assertEquals(Reading.missing(Why.NOT_COLLECTED), row.real("a"));
    assertEquals(Reading.missing(Why.NOT_COLLECTED), row.instant("a"));
    assertEquals(
        Reading.missing(Why.NOT_COLLECTED),
        row(List.of("a"), "2026-13-21 12:00:00.123456+00").instant("a"));
    assertEquals(Reading.missing(Why.NOT_COLLECTED), row(List.of("a"), "infinity").instant("a"));
  }

  @Test
  void takesTheFirstOfTwoColumnsOfOneName() {
    assertEquals(Reading.of("1"), row(List.of("a", "a"), "1", "2").text("a"));
  }

  @Test
  void takesAShortRowForOneWithNulls() {
    assertEquals(Reading.missing(Why.NOT_APPLICABLE), row(List.of("a", "b"), "1").text("b"));
  }

  @ParameterizedTest
  @CsvSource({"t, true", "f, false", "true, true", "false, false"})
  void readsBooleansAsPrintedOrCast(String cell, boolean value) {
    assertEquals(Reading.of(value), row(List.of("a"), cell).flag("a"));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-21 12:00:00+00,          2026-11-21T12:00:00Z",
    "2026-11-21 12:00:00.123456+02,   2026-11-21T10:00:00.123456Z",
    "2026-11-21 12:00:00.123456-02,   2026-11-21T14:00:00.123456Z",
    "2026-11-21 12:00:00.123456+05:30, 2026-11-21T06:30:00.123456Z",
    "2026-11-21 12:00:00-03,          2026-11-21T15:00:00Z",
    "1850-01-01 00:53:28+00:53:28,    1850-01-01T00:00:00Z",
    "2026-11-21T12:00:00Z,            2026-11-21T12:00:00Z"
  })
  void readsTimestampsInAnyZone(String cell, Instant value) {
    assertEquals(Reading.of(value), row(List.of("a"), cell).instant("a"));
  }

  @Test
  void readsMillisecondsWithTheirFraction() {
    assertEquals(Reading.of(Duration.ofNanos(1_234_500)), row(List.of("a"), "1.2345").millis("a"));
  }

  private static Row row(List<String> names, @Nullable String... cells) {
    return new Row(Columns.of(names, Why.OLDER_SERVER), Arrays.asList(cells));
  }
}
