package org.vacuumadvisor.fleet.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.vacuumadvisor.source.SourceException;

/// What readers and the next writer find where a writer was killed in each phase of a change. The
/// phases are made of the archive as it was before the change and after it: files are only ever
/// given names, one after the other.
class KilledPhasesTest {
  private static final Instant LATER = Instant.parse("2027-01-01T00:00:00Z");

  @TempDir private Path folder;

  /// How far the writer came.
  enum Phase {
    /// Its files are where they do not count.
    WRITTEN,
    /// The change counts, and no file has its place.
    READY,
    /// The first file has its place.
    FIRST_PLACED,
    /// Each file has its place, and the change's folder is still there.
    ALL_PLACED
  }

  @ParameterizedTest
  @EnumSource
  void losesAndDoublesNoRowWhereAWriterWasKilledAddingRows(Phase phase)
      throws SourceException, IOException {
    write(0, 60);
    var before = copy();
    write(60, 120);
    kill(before, phase);

    long rows = phase == Phase.WRITTEN ? 60 : 120;
    assertEquals(LongStream.range(0, rows).boxed().toList(), Rows.numbers(archive()));
    write(rows, 180);
    assertEquals(LongStream.range(0, 180).boxed().toList(), Rows.numbers(archive()));
    assertNothingIsLeft();
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
    assertNothingIsLeft();
  }

  /// Takes back what a writer did after a phase.
  private void kill(Path before, Phase phase) throws IOException {
    var change = archive().resolve(phase == Phase.WRITTEN ? Commits.NEW : Commits.READY);
    Files.createDirectories(change);
    var changed = files(archive()).stream().filter(file -> !isSame(before, file)).toList();
    int placed = phase == Phase.ALL_PLACED ? changed.size() : phase == Phase.FIRST_PLACED ? 1 : 0;
    for (var file : changed.stream().skip(placed).toList()) {
      var to = change.resolve(file);
      Files.createDirectories(Objects.requireNonNull(to.getParent()));
      Files.move(archive().resolve(file), to);
      if (Files.exists(before.resolve(file))) {
        Files.copy(before.resolve(file), archive().resolve(file));
      }
    }
  }

  private boolean isSame(Path before, Path file) {
    try {
      return Files.exists(before.resolve(file))
          && Files.mismatch(before.resolve(file), archive().resolve(file)) < 0;
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private void assertNothingIsLeft() {
    assertFalse(Files.exists(archive().resolve(Commits.NEW)), "what does not count is left");
    assertFalse(Files.exists(archive().resolve(Commits.READY)), "a change is left");
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
