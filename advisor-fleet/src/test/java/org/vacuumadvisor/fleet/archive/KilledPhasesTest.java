package org.vacuumadvisor.fleet.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.vacuumadvisor.source.SourceException;

/// What readers and the next writer find where a writer was killed in each phase of a change. The
/// phases are made of the archive as it was before the change and after it: files are only ever
/// given names, one after the other.
class KilledPhasesTest {
  private static final LocalDate LATER = LocalDate.of(2027, 1, 1);

  @TempDir private Path folder;

  /// How far the writer came.
  enum Phase {
    /// Its files are in the staging folder.
    WRITTEN,
    /// So is the manifest's entry that names them.
    LISTED,
    /// The first file has its place.
    FIRST_PLACED,
    /// Each file has its place.
    ALL_PLACED,
    /// The entry has its place; files that the change took away are still there.
    COUNTS
  }

  @ParameterizedTest
  @EnumSource
  void losesAndDoublesNoRowWhereAWriterWasKilledAddingRows(Phase phase)
      throws SourceException, IOException {
    write(0, 60);
    var before = copy();
    write(60, 120);
    kill(before, phase);

    long rows = phase == Phase.COUNTS ? 120 : 60;
    assertEquals(LongStream.range(0, rows).boxed().toList(), Rows.numbers(archive()));
    write(rows, 180);
    assertEquals(LongStream.range(0, 180).boxed().toList(), Rows.numbers(archive()));
    assertOnlyCountedFilesAreLeft();
  }

  @ParameterizedTest
  @EnumSource
  void losesAndDoublesNoRowWhereAWriterWasKilledJoiningFiles(Phase phase)
      throws SourceException, IOException {
    // Of one day: each day is joined by a commit of its own.
    for (long part = 0; part < 5; part++) {
      write(part * 2, part * 2 + 2);
    }
    var before = copy();
    join();
    kill(before, phase);

    var all = LongStream.range(0, 10).boxed().toList();
    assertEquals(all, Rows.numbers(archive()));
    join();
    assertEquals(all, Rows.numbers(archive()));
    assertOnlyCountedFilesAreLeft();
  }

  @Test
  void losesAndDoublesNoRowWhereAWriterWasKilledPuttingCommitsTogether()
      throws SourceException, IOException {
    try (var writer = ArchiveWriter.open(archive())) {
      for (long number = 0; number < 64; number++) {
        Rows.addRun(writer, number);
        writer.commit();
      }
    }
    var before = copy();
    write(64, 65);
    // The checkpoint has its name, and none of the commits before it is deleted yet.
    copyMissing(before.resolve(Manifest.FOLDER), archive().resolve(Manifest.FOLDER));

    var all = LongStream.range(0, 65).boxed().toList();
    assertEquals(all, Rows.numbers(archive()));
    write(65, 70);
    assertEquals(LongStream.range(0, 70).boxed().toList(), Rows.numbers(archive()));
  }

  /// Takes back what a writer did after a phase.
  private void kill(Path before, Phase phase) throws IOException, SourceException {
    for (var dataset : List.of("runs", Manifest.FOLDER)) {
      copyMissing(before.resolve(dataset), archive().resolve(dataset));
    }
    if (phase == Phase.COUNTS) {
      return;
    }
    var added = files(archive());
    added.removeAll(files(before));
    var entry = added.stream().filter(each -> each.startsWith(Manifest.FOLDER)).findFirst();
    added.remove(entry.orElseThrow());
    var staging = Staging.ofFile(archive(), added.iterator().next()).orElseThrow();
    Files.createDirectories(staging);
    if (phase == Phase.WRITTEN) {
      Files.delete(archive().resolve(entry.get()));
    } else {
      Files.move(archive().resolve(entry.get()), Staging.entry(staging));
    }
    int placed = phase == Phase.ALL_PLACED ? added.size() : phase == Phase.FIRST_PLACED ? 1 : 0;
    for (var file : added.stream().skip(placed).toList()) {
      Files.move(archive().resolve(file), staging.resolve(file.getFileName()));
    }
  }

  private void assertOnlyCountedFilesAreLeft() throws SourceException, IOException {
    try (var _ = ArchiveWriter.open(archive());
        var duck = Duck.open(folder.resolve("spill"))) {
      assertEquals(Set.of(), UncountedFiles.of(archive(), Manifest.read(archive(), duck)));
    }
    try (var left = Files.list(archive().resolve(Staging.FOLDER))) {
      assertFalse(left.findAny().isPresent(), "a staging folder is left");
    }
  }

  private void write(long from, long to) throws SourceException {
    try (var writer = ArchiveWriter.open(archive())) {
      for (long number = from; number < to; number++) {
        Rows.addRun(writer, number);
      }
      writer.commit();
    }
  }

  private void join() throws SourceException {
    try (var writer = ArchiveWriter.open(archive())) {
      var _ = writer.upkeep().join(LATER);
    }
  }

  private Path archive() {
    return folder.resolve("archive");
  }

  private Path copy() throws IOException {
    var copy = folder.resolve("before");
    copyMissing(archive(), copy);
    return copy;
  }

  /// Copies files that are not there.
  private static void copyMissing(Path from, Path to) throws IOException {
    for (var file : files(from)) {
      var copy = to.resolve(file);
      if (!Files.exists(copy)) {
        Files.createDirectories(Objects.requireNonNull(copy.getParent()));
        Files.copy(from.resolve(file), copy);
      }
    }
  }

  /// Parquet files below a folder, by their paths in it.
  private static Set<Path> files(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      var found = new TreeSet<Path>();
      files
          .filter(each -> each.toString().endsWith(".parquet"))
          .forEach(each -> found.add(folder.relativize(each)));
      return found;
    }
  }
}
