package org.vacuumadvisor.fleet.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.source.SourceException;

class RepairTest {
  private static final LocalDate LATER = LocalDate.of(2027, 1, 1);

  @TempDir private Path folder;

  @Test
  void countsAllFilesWhereTheManifestIsLost() throws SourceException, IOException {
    write(0, 24);
    write(24, 48);
    for (var entry : files(Manifest.FOLDER)) {
      Files.delete(entry);
    }

    var outcome = Repair.of(folder);

    assertEquals(48, outcome.rows());
    assertEquals(outcome.files(), outcome.found());
    assertEquals(List.of(), outcome.lost());
    assertEquals(48, runs());
  }

  @Test
  void countsTheFilesOfACommitThatIsLost() throws SourceException, IOException {
    write(0, 12);
    write(12, 24);
    write(24, 36);
    Files.delete(Manifest.commit(folder, 1));

    assertEquals(1, Repair.of(folder).found());

    assertEquals(36, runs());
  }

  @Test
  void letsWritersGoOn() throws SourceException, IOException {
    write(0, 12);
    write(12, 24);
    Files.writeString(Manifest.commit(folder, 2), "no Parquet");
    var _ = Repair.of(folder);

    write(24, 36);

    assertEquals(36, runs());
  }

  @Test
  void doublesNoRowOfFilesThatWereJoined() throws SourceException, IOException {
    write(0, 12);
    write(60, 72);
    var joined = files("runs").getFirst();
    byte[] bytes = Files.readAllBytes(joined);
    try (var writer = ArchiveWriter.open(folder)) {
      assertEquals(2, writer.upkeep().join(LATER));
    }
    // As if the machine had died before it was deleted.
    Files.write(joined, bytes);
    for (var entry : files(Manifest.FOLDER)) {
      Files.delete(entry);
    }

    var outcome = Repair.of(folder);

    assertEquals(1, outcome.lost().size(), outcome.lost().toString());
    assertEquals(24, runs());
    assertFalse(Files.exists(joined));
  }

  @Test
  void givesUpAFileThatIsDamagedAndKeepsIt() throws SourceException, IOException {
    write(0, 60);
    var broken = files("runs").getFirst();
    Files.writeString(broken, "no Parquet");

    var outcome = Repair.of(folder);

    assertTrue(outcome.lost().getFirst().contains("is damaged"), outcome.lost().getFirst());
    assertEquals(
        "no Parquet",
        Files.readString(outcome.to().orElseThrow().resolve(folder.relativize(broken))));
    assertEquals(60 - lostRows(outcome), runs());
    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      assertEquals(List.of(), archive.damaged());
    }
  }

  @Test
  void givesUpAFileThatIsMissing() throws SourceException, IOException {
    write(0, 60);
    Files.delete(files("runs").getFirst());

    var outcome = Repair.of(folder);

    assertTrue(outcome.lost().getFirst().contains("is missing"), outcome.lost().getFirst());
    assertTrue(Repair.of(folder).wasWhole());
  }

  /// Otherwise `ingest` would take the log for a new one, and its rows twice.
  @Test
  void keepsTheNameOfADamagedFileThatTellsOfLogs() throws SourceException, IOException {
    write(0, 12);
    try (var writer = ArchiveWriter.open(folder)) {
      writer.add(Dataset.COVERAGE, Rows.of(Dataset.COVERAGE, Map.of("cluster", "c")));
      writer.commit();
    }
    Files.writeString(files("coverage").getFirst(), "no Parquet");
    Files.delete(files("runs").getFirst());

    var _ = Repair.of(folder);

    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      assertEquals(1, archive.damaged().size());
    }
  }

  @Test
  void leavesAnArchiveThatIsWholeAsItIs() throws SourceException, IOException {
    write(0, 12);
    var entries = files(Manifest.FOLDER);

    assertTrue(Repair.of(folder).wasWhole());

    assertEquals(entries, files(Manifest.FOLDER));
    assertFalse(Files.exists(folder.resolve(Repair.SET_ASIDE)));
  }

  @Test
  void leavesFilesAloneThatOthersWrote() throws SourceException, IOException {
    write(0, 12);
    var foreign = Files.writeString(folder.resolve("runs/foreign.parquet"), "x");

    assertTrue(Repair.of(folder).wasWhole());

    assertTrue(Files.exists(foreign));
  }

  @Test
  void saysWhereThereIsNoArchive() {
    assertThrows(SourceException.class, () -> Repair.of(folder));
  }

  private long runs() throws SourceException {
    return Rows.numbers(folder).size();
  }

  private static long lostRows(Repair.Outcome outcome) {
    var sentence = outcome.lost().getFirst();
    return Long.parseLong(sentence.replaceFirst(".*; (\\d+) rows .*", "$1"));
  }

  private List<Path> files(String dataset) throws IOException {
    try (var files = Files.walk(folder.resolve(dataset))) {
      return files.filter(each -> each.toString().endsWith(".parquet")).sorted().toList();
    }
  }

  private void write(long from, long to) throws SourceException {
    try (var writer = ArchiveWriter.open(folder)) {
      for (long number = from; number < to; number++) {
        Rows.addRun(writer, number);
      }
      writer.commit();
    }
  }
}
