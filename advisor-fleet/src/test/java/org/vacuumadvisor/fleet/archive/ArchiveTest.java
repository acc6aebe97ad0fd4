package org.vacuumadvisor.fleet.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.source.SourceException;

class ArchiveTest {
  private static final Instant LATER = Instant.parse("2027-01-01T00:00:00Z");

  @TempDir private Path folder;

  @Test
  void givesBackWhatWasCommitted() throws SourceException {
    var time = Instant.parse("2026-11-20T12:00:00.123456Z");
    var row = new HashMap<String, Object>();
    row.put("cluster", "shöp");
    row.put("table_name", "a'b\"c");
    row.put("time", time);
    row.put("tuples_removed", 4L);
    row.put("elapsed_seconds", 1.25);
    row.put("complete", true);
    try (var writer = ArchiveWriter.open(folder)) {
      writer.add(Dataset.RUNS, Rows.of(Dataset.RUNS, row));
      writer.commit();
    }

    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      var read = archive.query("SELECT * FROM runs", List.of());

      assertEquals(1, read.size());
      assertEquals("shöp", read.getFirst().text("cluster").orElseThrow());
      assertEquals("a'b\"c", read.getFirst().text("table_name").orElseThrow());
      assertEquals(time, read.getFirst().time("time").orElseThrow());
      assertEquals(4, read.getFirst().count("tuples_removed").orElseThrow());
      assertEquals(1.25, read.getFirst().real("elapsed_seconds").orElseThrow());
      assertTrue(read.getFirst().flag("complete").orElseThrow());
      assertTrue(read.getFirst().count("pages_removed").isEmpty());
    }
  }

  @Test
  void holdsNothingBeforeTheCommit() throws SourceException {
    try (var writer = ArchiveWriter.open(folder)) {
      Rows.addRun(writer, 1);

      assertEquals(List.of(), Rows.numbers(folder));
    }

    assertEquals(List.of(), Rows.numbers(folder));
  }

  @Test
  void partitionsByDayAndSortsByClusterAndTable() throws SourceException, SQLException {
    write(0, 60);
    try (var duck = Duck.open()) {
      var days =
          duck.query(
              "SELECT DISTINCT day FROM read_parquet(%s) ORDER BY day"
                  .formatted(Duck.literal(folder + "/runs/*/*.parquet")),
              List.of());
      var keys =
          duck.query(
              "SELECT cluster || table_name || time AS k FROM read_parquet(%s, file_row_number = true) WHERE day = '2026-11-21' ORDER BY file_row_number"
                  .formatted(Duck.literal(folder + "/runs/*/*.parquet")),
              List.of());

      assertEquals(
          List.of("2026-11-20", "2026-11-21", "2026-11-22"),
          days.stream().map(row -> row.text("day").orElseThrow()).toList());
      var names = keys.stream().map(row -> row.text("k").orElseThrow()).toList();
      assertEquals(names.stream().sorted().toList(), names);
    }
  }

  @Test
  void keepsRowsWithoutATime() throws SourceException {
    try (var writer = ArchiveWriter.open(folder)) {
      writer.add(Dataset.RUNS, Rows.of(Dataset.RUNS, Map.of("line", 7L)));
      writer.commit();
    }

    assertEquals(List.of(7L), Rows.numbers(folder));
  }

  @Test
  void readsOnlyTheDaysThatAreAskedFor() throws SourceException {
    write(0, 60);
    var day =
        new Archive.Span(
            Instant.parse("2026-11-21T08:00:00Z"), Instant.parse("2026-11-21T09:00:00Z"));

    try (var archive = Archive.open(folder, day)) {
      var days = archive.query("SELECT DISTINCT CAST(time AS DATE) AS d FROM runs", List.of());

      assertEquals(
          List.of("2026-11-21"), days.stream().map(row -> row.text("d").orElseThrow()).toList());
    }
  }

  @Test
  void forgetsRowsOfALogThatItHas() throws SourceException {
    write(0, 10);
    try (var writer = ArchiveWriter.open(folder)) {
      for (long number = 5; number < 15; number++) {
        var row = new HashMap<String, Object>();
        row.put("cluster", "c" + number % 7);
        row.put("line", number);
        row.put("time", Instant.parse("2026-11-20T00:00:00Z"));
        row.put("source_id", "log");
        row.put("entry_checksum", number == 9 ? "changed" : Long.toHexString(number));
        writer.add(Dataset.RUNS, Rows.of(Dataset.RUNS, row));
      }

      assertEquals(4, writer.forgetKnown(Dataset.RUNS));
      writer.commit();
    }

    assertEquals(
        List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 9L, 10L, 11L, 12L, 13L, 14L),
        Rows.numbers(folder));
  }

  @Test
  void joinsSmallFilesWithoutLosingOrDoublingARow() throws SourceException, IOException {
    for (int part = 0; part < 10; part++) {
      write(part * 12L, part * 12L + 12);
    }
    long before = files("runs");

    try (var writer = ArchiveWriter.open(folder)) {
      assertEquals(before, writer.upkeep().join(LATER));
    }

    assertEquals(LongStream.range(0, 120).boxed().toList(), Rows.numbers(folder));
    assertEquals(120, rowsInAllFiles());
    assertEquals(before + 3, files("runs"));
    try (var writer = ArchiveWriter.open(folder)) {
      assertEquals(0, writer.upkeep().join(LATER));
    }
    assertEquals(3, files("runs"));
    assertEquals(LongStream.range(0, 120).boxed().toList(), Rows.numbers(folder));
  }

  @Test
  void removesDaysThatAreTooOld() throws SourceException, IOException {
    write(0, 60);

    try (var writer = ArchiveWriter.open(folder)) {
      assertEquals(36, writer.upkeep().removeBefore(LocalDate.of(2026, 11, 22)));
    }

    assertEquals(LongStream.range(36, 60).boxed().toList(), Rows.numbers(folder));
    assertEquals(24, rowsInAllFiles());
  }

  @Test
  void letsSeveralWritersAddAtOnce() throws SourceException {
    try (var one = ArchiveWriter.open(folder);
        var other = ArchiveWriter.open(folder)) {
      Rows.addRun(one, 1);
      Rows.addRun(other, 2);
      other.commit();
      one.commit();
    }

    assertEquals(List.of(1L, 2L), Rows.numbers(folder));
  }

  @Test
  void leavesOutAndNamesADamagedFile() throws SourceException, IOException {
    write(0, 60);
    var broken =
        parquet("runs").stream()
            .filter(each -> each.toString().contains("2026-11-21"))
            .findFirst()
            .orElseThrow();
    byte[] bytes = Files.readAllBytes(broken);
    bytes[bytes.length / 3] ^= 0x40;
    Files.write(broken, bytes);

    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      var rows = archive.query("SELECT count(*) AS n FROM runs", List.of());

      assertEquals(36, rows.getFirst().count("n").orElseThrow());
      assertEquals(1, archive.damaged().size());
      assertTrue(
          archive.damaged().getFirst().contains("its rows of 2026-11-21 are left out"),
          archive.damaged().getFirst());
    }
    try (var writer = ArchiveWriter.open(folder)) {
      var _ = writer.upkeep().join(LATER);
    }
    assertTrue(Files.exists(broken), "a damaged file stays for whoever can mend it");
  }

  @Test
  void keepsFilesThatItDidNotWrite() throws SourceException, IOException {
    write(0, 12);
    var foreign = parquet("runs").getFirst().resolveSibling("export.parquet");
    Files.writeString(foreign, "somebody else's");

    write(12, 24);

    assertTrue(Files.exists(foreign));
  }

  /// What somebody has listed can be opened and read until its rows are joined, and afterwards.
  @Test
  void leavesFilesInTheirPlacesForThoseWhoKnowThem() throws SourceException, IOException {
    for (int part = 0; part < 10; part++) {
      write(part * 12L, part * 12L + 12);
    }
    var listed = parquet("runs");

    try (var writer = ArchiveWriter.open(folder)) {
      var _ = writer.upkeep().join(Instant.now());
    }

    assertTrue(parquet("runs").containsAll(listed));
  }

  @Test
  void emptiesNoFileWhileSomebodyReads() throws SourceException {
    for (int part = 0; part < 10; part++) {
      write(part * 12L, part * 12L + 12);
    }
    try (var one = Archive.open(folder, Archive.Span.ALL);
        var writer = ArchiveWriter.open(folder)) {
      try (var _ = Archive.open(folder, Archive.Span.ALL)) {
        assertEquals(0, writer.upkeep().join(LATER));
      }
      assertEquals(0, writer.upkeep().join(LATER), "the first one still reads");
      assertEquals(
          120,
          one.query("SELECT count(*) AS n FROM runs", List.of())
              .getFirst()
              .count("n")
              .orElseThrow());
    }
    try (var writer = ArchiveWriter.open(folder)) {
      assertTrue(writer.upkeep().join(LATER) > 0);
    }
  }

  @Test
  void namesAFileThatItDidNotWrite() throws SourceException, IOException {
    write(0, 12);
    Files.writeString(parquet("runs").getFirst().resolveSibling("export.parquet"), "x");

    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      assertEquals(1, archive.damaged().size());
      assertTrue(
          archive.damaged().getFirst().contains("export.parquet was not written by this release"),
          archive.damaged().getFirst());
    }
  }

  @Test
  void makesNoArchiveAmongOtherFiles() throws IOException {
    Files.writeString(folder.resolve("postgresql.conf"), "");

    var refused = assertThrows(SourceException.class, () -> ArchiveWriter.open(folder));

    assertTrue(refused.explanation().contains("such as postgresql.conf"), refused.explanation());
    try (var left = Files.list(folder)) {
      assertEquals(1, left.count());
    }
  }

  @Test
  void saysWhereThereIsNoArchive() {
    var refused =
        assertThrows(
            SourceException.class, () -> Archive.open(folder.resolve("none"), Archive.Span.ALL));

    assertTrue(refused.explanation().startsWith("There is no archive in "), refused.explanation());
  }

  private void write(long from, long to) throws SourceException {
    try (var writer = ArchiveWriter.open(folder)) {
      for (long number = from; number < to; number++) {
        Rows.addRun(writer, number);
      }
      writer.commit();
    }
  }

  /// As any other program counts them.
  private long rowsInAllFiles() throws SourceException {
    try (var duck = Duck.open()) {
      return duck.query(
              "SELECT count(*) AS n FROM read_parquet(%s)"
                  .formatted(Duck.literal(folder + "/runs/*/*.parquet")),
              List.of())
          .getFirst()
          .count("n")
          .orElseThrow();
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private long files(String dataset) throws IOException {
    return parquet(dataset).size();
  }

  private List<Path> parquet(String dataset) throws IOException {
    try (var files = Files.walk(folder.resolve(dataset))) {
      return files
          .filter(each -> each.toString().endsWith(".parquet"))
          .sorted(Comparator.naturalOrder())
          .toList();
    }
  }
}
