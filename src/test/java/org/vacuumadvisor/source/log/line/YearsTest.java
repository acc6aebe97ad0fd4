package org.vacuumadvisor.source.log.line;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.reading.LogReader;
import org.vacuumadvisor.source.log.reading.Recorded;

class YearsTest {
  private static final String VACUUM =
      "LOG:  automatic vacuum of table \"shop.public.jobs\": index scans: 0";

  private final Years years = new Years(LocalDate.of(2027, 2, 10));

  @Test
  void takesTheLatestYearThatIsNotInTheFuture() {
    assertEquals("~2027-02-10 11:52:45", years.timestamp(-1, 2, 10, "11:52:45"));
    assertEquals("~2026-02-11 11:52:45", years.timestamp(-1, 2, 11, "11:52:45"));
    assertEquals("~2026-12-31 23:59:59", years.timestamp(-1, 12, 31, "23:59:59"));
    assertEquals("~2027-01-01 00:00:00", years.timestamp(-1, 1, 1, "00:00:00"));
  }

  @Test
  void aFileHoldsNothingOfADayAfterItWasWritten(@TempDir Path directory) throws Exception {
    var file = directory.resolve("syslog");
    Files.writeString(
        file,
        """
        Dec 31 23:59:58 db1 postgres[42]: [3-1] %s
        Mar  1 09:00:00 db1 postgres[42]: [4-1] %s
        Mar  2 09:00:00 db1 postgres[42]: [5-1] %s
        """
            .formatted(VACUUM, VACUUM, VACUUM));
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2021-03-01T09:00:00Z")));

    assertEquals(
        List.of("~2020-12-31 23:59:58", "~2021-03-01 09:00:00", "~2021-03-02 09:00:00"),
        timestamps(file));
  }

  /// As of a file that was unpacked from an archive without times.
  @Test
  void aTimeBeforeThereWasAPostgresIsNone(@TempDir Path directory) throws Exception {
    var file = directory.resolve("syslog");
    Files.writeString(file, "Jan  1 09:00:00 db1 postgres[42]: [3-1] " + VACUUM);
    Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));

    var day = LocalDate.parse(timestamps(file).getFirst().substring(1, 11));

    assertTrue(day.isAfter(LocalDate.now(ZoneOffset.UTC).minusDays(368)), day.toString());
  }

  @Test
  void aTimeInTheFutureIsNotBelieved() {
    assertEquals(Years.until(null), Years.until(LocalDate.of(9999, 1, 1)));
  }

  private static List<String> timestamps(Path file) throws SourceException {
    var recorded = new Recorded();
    var source = LogSource.file(new Input(0, "syslog"), file);
    var _ = new LogReader(ReadOptions.AUTO).read(List.of(source), recorded, Progress.NONE);
    return recorded.messages().stream().map(Recorded.Message::timestamp).toList();
  }

  @Test
  void leavesAYearThatIsPrinted() {
    assertEquals("2019-12-31 23:59:59", years.timestamp(2019, 12, 31, "23:59:59"));
  }
}
