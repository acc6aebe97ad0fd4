package org.vacuumadvisor.fleet.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.source.SourceException;

/// An archive in an object store. Skipped where DuckDB's extension httpfs is not installed.
class StoreCopyTest {
  @TempDir private Path folder;

  private StoreOfFiles store;
  private Path original;

  @BeforeEach
  void needsHttpfs() throws SourceException, IOException {
    try (var duck = Duck.open(folder.resolve("spill"))) {
      duck.run("LOAD httpfs");
    } catch (SQLException _) {
      abort("DuckDB's extension httpfs is not installed");
    }
    original = Files.createDirectories(folder.resolve("stores/bucket")).resolve("fleet");
    store = new StoreOfFiles(folder.resolve("stores"));
  }

  @AfterEach
  void stop() {
    if (store != null) {
      store.close();
    }
  }

  @Test
  void hasTheRowsOfTheOriginalAndBringsEachFileOnce() throws SourceException {
    write(0, 60);
    assertEquals(numbers(0, 60), Rows.numbers(bring(Archive.Span.ALL)));
    write(60, 70);
    assertEquals(numbers(0, 70), Rows.numbers(bring(Archive.Span.ALL)));

    assertEquals(1, store.timesGiven("commit-000000000001.parquet"));
  }

  @Test
  void isWithoutFilesThatWereJoined() throws SourceException, IOException {
    write(0, 60);
    write(60, 120);
    var copy = bring(Archive.Span.ALL);
    var before = UncountedFiles.allFiles(copy).size();
    try (var writer = ArchiveWriter.open(original)) {
      writer.upkeep().join(LocalDate.parse("2027-01-01"));
    }

    bring(Archive.Span.ALL);

    assertTrue(UncountedFiles.allFiles(copy).size() < before, "as many files as before");
    assertEquals(numbers(0, 120), Rows.numbers(copy));
  }

  @Test
  void bringsOnlyTheDaysThatAreAskedFor() throws SourceException, IOException {
    write(0, 60);
    var noon = Instant.parse("2026-11-21T12:00:00Z");

    assertEquals(1, UncountedFiles.allFiles(bring(new Archive.Span(noon, noon))).size());
  }

  @Test
  void bringsAgainWhatWasDamagedOnTheWay() throws SourceException, IOException {
    write(0, 60);
    var copy = bring(Archive.Span.ALL);
    Files.writeString(UncountedFiles.allFiles(copy).iterator().next(), "no Parquet");

    assertEquals(numbers(0, 60), Rows.numbers(bring(Archive.Span.ALL)));
  }

  @Test
  void namesAFileThatTheStoreLost() throws SourceException, IOException {
    write(0, 60);
    Files.delete(UncountedFiles.allFiles(original).iterator().next());

    try (var archive = Archive.open(bring(Archive.Span.ALL), Archive.Span.ALL)) {
      assertEquals(1, archive.damaged().size());
      assertTrue(archive.damaged().getFirst().contains("is missing"), archive.damaged().getFirst());
    }
  }

  @Test
  void saysThatThereIsNoArchive() {
    var refused = assertThrows(SourceException.class, () -> bring(Archive.Span.ALL));

    assertEquals(
        "There is no archive in s3://bucket/fleet: it has no files in manifest.",
        refused.explanation());
  }

  private void write(long from, long to) throws SourceException {
    try (var writer = ArchiveWriter.open(original)) {
      for (long number = from; number < to; number++) {
        Rows.addRun(writer, number);
      }
      writer.commit();
    }
  }

  private Path bring(Archive.Span span) throws SourceException {
    return StoreCopy.bring(
        new ObjectStore("s3", "bucket/fleet"),
        span,
        EnumSet.allOf(Dataset.class),
        store.environment(folder.resolve("cache")));
  }

  private static List<Long> numbers(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }
}
