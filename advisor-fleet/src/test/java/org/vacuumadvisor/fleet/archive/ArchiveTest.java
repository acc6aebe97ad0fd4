package org.vacuumadvisor.fleet.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
  private static final LocalDate LATER = LocalDate.of(2027, 1, 1);

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
    try (var duck = Duck.open(folder.resolve("spill"))) {
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
        row.put("source_id", "log");
        row.put("entry_checksum", number == 9 ? "changed" : Long.toHexString(number));
        writer.add(Dataset.RUNS, Rows.of(Dataset.RUNS, row));
      }
      long forgotten = 0;
      for (int cluster = 0; cluster < 7; cluster++) {
        forgotten += writer.forgetKnown(Dataset.RUNS, "c" + cluster, "log");
      }
      writer.commit();

      assertEquals(4, forgotten);
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
    assertEquals(1, files("runs"));
  }

  @Test
  void putsManyCommitsTogether() throws SourceException, IOException {
    try (var writer = ArchiveWriter.open(folder)) {
      for (long number = 0; number < 80; number++) {
        Rows.addRun(writer, number);
        writer.commit();
      }
    }

    assertTrue(files("manifest") < 30, files("manifest") + " files");
    assertEquals(LongStream.range(0, 80).boxed().toList(), Rows.numbers(folder));
  }

  @Test
  void removesWhatAWriterLeftThatDied() throws SourceException, IOException {
    write(0, 12);
    var kept = parquet("runs");
    write(12, 24);
    var left = parquet("runs").stream().filter(each -> !kept.contains(each)).findFirst();
    var staging = Staging.ofFile(folder, left.orElseThrow()).orElseThrow();
    Files.createDirectories(staging);
    Files.move(Manifest.commit(folder, 2), Staging.entry(staging));

    assertEquals(LongStream.range(0, 12).boxed().toList(), Rows.numbers(folder));
    try (var archive = Archive.open(folder, Archive.Span.ALL);
        var _ = ArchiveWriter.open(folder)) {
      assertEquals(List.of(), archive.damaged());
      assertEquals(kept, parquet("runs"));
      assertFalse(Files.exists(staging));
    }
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
          archive.damaged().getFirst().contains("24 rows of 2026-11-21 are left out"),
          archive.damaged().getFirst());
    }
    try (var writer = ArchiveWriter.open(folder)) {
      var _ = writer.upkeep().join(LATER);
    }
    assertTrue(Files.exists(broken), "a damaged file stays for whoever can mend it");
  }

  @Test
  void namesAFileThatIsMissing() throws SourceException, IOException {
    write(0, 60);
    Files.delete(parquet("runs").getFirst());

    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      assertEquals(1, archive.damaged().size());
      assertTrue(
          archive.damaged().getFirst().contains(".parquet is missing; "),
          archive.damaged().getFirst());
    }
  }

  @Test
  void changesNothingWithoutItsManifest() throws SourceException, IOException {
    write(0, 12);
    write(12, 24);
    var data = parquet("runs");
    Files.delete(Manifest.commit(folder, 1));

    var refused = assertThrows(SourceException.class, () -> ArchiveWriter.open(folder));

    assertTrue(
        refused.explanation().contains("commit-000000000001.parquet is missing"),
        refused.explanation());
    assertEquals(data, parquet("runs"));
  }

  @Test
  void keepsAllRowsWhereTheWholeManifestIsLost() throws SourceException, IOException {
    write(0, 24);
    var data = parquet("runs");
    Files.delete(Manifest.commit(folder, 1));
    for (var isFolderLost : List.of(false, true)) {
      if (isFolderLost) {
        Files.delete(folder.resolve(Manifest.FOLDER));
      }

      var refused = assertThrows(SourceException.class, () -> ArchiveWriter.open(folder));

      assertTrue(
          refused.explanation().contains("manifest is missing or empty"), refused.explanation());
      assertEquals(data, parquet("runs"));
    }
  }

  @Test
  void saysThatTheManifestIsEmptyInsteadOfThatNothingIsThere() throws SourceException, IOException {
    write(0, 12);
    Files.delete(Manifest.commit(folder, 1));
    for (var isFolderLost : List.of(false, true)) {
      if (isFolderLost) {
        Files.delete(folder.resolve(Manifest.FOLDER));
      }

      var refused =
          assertThrows(SourceException.class, () -> Archive.open(folder, Archive.Span.ALL));

      assertTrue(
          refused.explanation().contains("is missing or empty, though 1 data file is there"),
          refused.explanation());
    }
  }

  @Test
  void keepsTheFilesOfAKilledWriterWhoseCommitsAreLost() throws SourceException, IOException {
    write(0, 24);
    var data = parquet("runs");
    // So it is after kill -9: its staging folder is there, and nobody holds its lock.
    Files.createDirectories(Staging.ofFile(folder, data.getFirst()).orElseThrow());
    Files.delete(Manifest.commit(folder, 1));

    assertThrows(SourceException.class, () -> ArchiveWriter.open(folder));
    assertThrows(SourceException.class, () -> Archive.open(folder, Archive.Span.ALL));
    assertEquals(data, parquet("runs"));
  }

  @Test
  void countsTheFilesThatAnOlderManifestDoesNotName() throws SourceException, IOException {
    write(0, 12);
    write(12, 24);
    var data = parquet("runs");
    Files.delete(Manifest.commit(folder, 2));

    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      assertEquals(1, archive.damaged().size());
      assertTrue(
          archive.damaged().getFirst().contains("no commit of its manifest names it"),
          archive.damaged().getFirst());
    }
    write(24, 36);
    assertTrue(parquet("runs").containsAll(data));
  }

  @Test
  void refusesToCommitWhereTheManifestWasLostMeanwhile() throws SourceException, IOException {
    try (var writer = ArchiveWriter.open(folder)) {
      Rows.addRun(writer, 1);
      writer.commit();
      Files.delete(Manifest.commit(folder, 1));
      Rows.addRun(writer, 2);

      var refused = assertThrows(SourceException.class, writer::commit);

      assertTrue(
          refused.explanation().contains("commit-000000000001.parquet is missing"),
          refused.explanation());
    }
  }

  @Test
  void keepsFilesThatItDidNotWrite() throws SourceException, IOException {
    write(0, 12);
    var foreign = parquet("runs").getFirst().resolveSibling("export.parquet");
    Files.writeString(foreign, "somebody else's");

    write(12, 24);

    assertTrue(Files.exists(foreign));
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
  void removesFilesThatACommitTookAway() throws SourceException, IOException {
    for (int part = 0; part < 10; part++) {
      write(part * 12L, part * 12L + 12);
    }
    var joined = parquet("runs").getFirst();
    byte[] content = Files.readAllBytes(joined);
    try (var writer = ArchiveWriter.open(folder)) {
      var _ = writer.upkeep().join(LATER);
    }
    Files.write(joined, content);

    try (var _ = ArchiveWriter.open(folder)) {
      assertFalse(Files.exists(joined), "what a killed writer did not come to delete");
    }
    assertEquals(LongStream.range(0, 120).boxed().toList(), Rows.numbers(folder));
  }

  @Test
  void namesADamagedManifest() throws SourceException, IOException {
    write(0, 12);
    Files.writeString(Manifest.commit(folder, 1), "no Parquet");

    var refused = assertThrows(SourceException.class, () -> Archive.open(folder, Archive.Span.ALL));

    assertTrue(
        refused.explanation().contains("commit-000000000001.parquet is damaged"),
        refused.explanation());
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
