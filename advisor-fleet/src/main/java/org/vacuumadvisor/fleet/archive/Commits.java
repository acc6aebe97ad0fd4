package org.vacuumadvisor.fleet.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.SourceException;

/// Makes changes of an archive count, each as a whole.
///
/// The files of a change are prepared in a folder of the writer and brought to the disk. As soon as
/// that folder has its name in `.ready`, the change counts; then its files get their places, under
/// the archive's lock. Where a writer dies in between, the next one gives them their places: doing
/// it twice does no harm. A file whose rows are no longer wanted is replaced by an empty one, so
/// that whoever knows its name can go on reading.
final class Commits {
  private static final String LOCK = ".lock";
  private static final String READY = ".ready";

  /// Held by readers while they read: until then no file is emptied.
  private static final String READERS = ".readers";

  private final Path archive;
  private final Duck duck;
  private final Staging staging;

  Commits(Path archive, Duck duck, Staging staging) {
    this.archive = archive;
    this.duck = duck;
    this.staging = staging;
  }

  /// The lock under which files get their places.
  static FolderLock lock(Path archive) throws IOException {
    return FolderLock.shortly(archive.resolve(LOCK));
  }

  /// What a reader holds.
  static FolderLock reading(Path archive) throws IOException {
    return FolderLock.shared(archive.resolve(READERS));
  }

  /// The changes that count and are not in their places yet, the oldest first.
  static List<Path> ready(Path archive) throws IOException {
    var folder = archive.resolve(READY);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (var changes = Files.list(folder)) {
      return changes.filter(Files::isDirectory).sorted().toList();
    }
  }

  /// A file that is written but has no place yet.
  ///
  /// @param to its place below the archive
  record Prepared(Path from, Path to) {}

  /// Makes a file that another program wrote ready for its place.
  Prepared adopt(Dataset dataset, Optional<LocalDate> day, Path file) throws SourceException {
    try {
      var to = staging.next();
      DurableFiles.move(file, to);
      DurableFiles.force(to);
      return named(dataset, day, to);
    } catch (IOException failed) {
      throw Damage.unwritten(archive, failed);
    }
  }

  /// Adds rows.
  ///
  /// @param adopted files of more rows
  void append(List<PendingRows> rows, List<Prepared> adopted) throws SourceException {
    var prepared = new ArrayList<Prepared>();
    try {
      for (var each : rows) {
        for (var day : each.days()) {
          prepared.add(prepare(each.dataset(), day, each.query(day)));
        }
      }
      var all = new ArrayList<>(adopted);
      all.addAll(prepared);
      publish(all);
    } catch (IOException | SQLException failed) {
      forget(prepared);
      throw Damage.unwritten(archive, failed);
    }
  }

  /// Puts the rows of files into one file.
  ///
  /// @return whether that was done; not while somebody reads
  boolean join(Dataset dataset, Optional<LocalDate> day, List<ArchiveFile> files)
      throws SourceException {
    var prepared = new ArrayList<Prepared>();
    try (var alone = withoutReaders()) {
      if (alone == null) {
        return false;
      }
      var names = files.stream().map(ArchiveFile::literal).toList();
      var joined =
          prepare(
              dataset,
              day,
              "FROM (%s) ORDER BY %s".formatted(dataset.rowsOf(names), dataset.order()));
      prepared.add(joined);
      long expected = rows(files);
      long found = rows(joined.from());
      if (found != expected) {
        throw new IOException(
            "%d rows instead of %d came out of files of %s"
                .formatted(found, expected, dataset.folder()));
      }
      empty(files, prepared);
      publish(prepared);
      return true;
    } catch (IOException | SQLException failed) {
      forget(prepared);
      throw Damage.unwritten(archive, failed);
    }
  }

  /// Takes the rows of files out of the archive.
  ///
  /// @return how many; none while somebody reads
  long remove(List<ArchiveFile> files) throws SourceException {
    var prepared = new ArrayList<Prepared>();
    try (var alone = withoutReaders()) {
      if (alone == null) {
        return 0;
      }
      long rows = rows(files);
      empty(files, prepared);
      publish(prepared);
      return rows;
    } catch (IOException | SQLException failed) {
      forget(prepared);
      throw Damage.unwritten(archive, failed);
    }
  }

  private @Nullable FolderLock withoutReaders() throws IOException {
    return FolderLock.attempt(archive.resolve(READERS)).orElse(null);
  }

  private long rows(List<ArchiveFile> files) throws SQLException {
    long rows = 0;
    for (var file : files) {
      rows += file.rows(duck);
    }
    return rows;
  }

  private long rows(Path file) throws SQLException {
    return duck.query(
            "SELECT count(*) AS n FROM read_parquet(%s)".formatted(Duck.literal(file.toString())),
            List.of())
        .getFirst()
        .count("n")
        .orElseThrow();
  }

  private void empty(List<ArchiveFile> files, List<Prepared> prepared)
      throws IOException, SQLException {
    for (var file : files) {
      var empty = staging.next();
      write(file.dataset().rowsOf(List.of()), empty);
      prepared.add(new Prepared(empty, file.path()));
    }
  }

  private Prepared prepare(Dataset dataset, Optional<LocalDate> day, String query)
      throws IOException, SQLException {
    var to = staging.next();
    write(query, to);
    return named(dataset, day, to);
  }

  private static Prepared named(Dataset dataset, Optional<LocalDate> day, Path file)
      throws IOException {
    var name = file.getFileName().toString().replace(".parquet", "");
    return new Prepared(
        file,
        ArchiveFile.folder(dataset, day)
            .resolve("%s-%s.parquet".formatted(name, DurableFiles.checksum(file))));
  }

  /// Writes a file. Where that fails nothing of it stays: on a full disk each attempt would take
  /// more of the room that somebody frees.
  private void write(String query, Path to) throws IOException, SQLException {
    try {
      duck.run(
          """
          COPY (%s) TO %s (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880,
            KV_METADATA {schema_version: '%d'})\
          """
              .formatted(query, Duck.literal(to.toString()), Dataset.SCHEMA_VERSION));
      DurableFiles.force(to);
    } catch (IOException | SQLException failed) {
      deleteQuietly(to);
      throw failed;
    }
  }

  private void publish(List<Prepared> prepared) throws IOException {
    try (var _ = lock(archive)) {
      finish(archive);
      makeReady(prepared);
      try {
        finish(archive);
      } catch (IOException _) {
        // The change counts already: what fails here must not be told as a failure of it. The next
        // change begins with it.
      }
    }
  }

  /// Makes a change count. Folders of its files are made first: then nothing is left to do that
  /// needs room on the disk.
  void makeReady(List<Prepared> prepared) throws IOException {
    var change = staging.nextFolder();
    var moved = new ArrayList<Prepared>();
    try {
      makeReady(prepared, moved, change);
    } catch (IOException failed) {
      // Whoever tries again finds them where they were.
      for (var each : moved) {
        DurableFiles.move(change.resolve(each.to()), each.from());
      }
      DurableFiles.removeAll(change);
      throw failed;
    }
  }

  private void makeReady(List<Prepared> prepared, List<Prepared> moved, Path change)
      throws IOException {
    var folders = new LinkedHashSet<Path>();
    for (var each : prepared) {
      DurableFiles.makeFolder(folder(archive.resolve(each.to())));
      var to = change.resolve(each.to());
      Files.createDirectories(folder(to));
      DurableFiles.move(each.from(), to);
      moved.add(each);
      folders.add(folder(to));
    }
    for (var folder : folders) {
      DurableFiles.forceNames(folder);
    }
    DurableFiles.makeFolder(archive.resolve(READY));
    DurableFiles.move(change, archive.resolve(READY).resolve(change.getFileName()));
    DurableFiles.forceNames(archive.resolve(READY));
  }

  /// Gives the files of changes that count their places. Call it with the archive's lock.
  static void finish(Path archive) throws IOException {
    for (var change : ready(archive)) {
      Set<Path> folders = new LinkedHashSet<>();
      List<Path> files;
      try (var all = Files.walk(change)) {
        files = all.filter(Files::isRegularFile).toList();
      }
      for (var file : files) {
        var to = archive.resolve(change.relativize(file));
        DurableFiles.makeFolder(folder(to));
        DurableFiles.move(file, to);
        folders.add(folder(to));
      }
      for (var folder : folders) {
        DurableFiles.forceNames(folder);
      }
      DurableFiles.removeAll(change);
    }
  }

  private static Path folder(Path file) {
    return Objects.requireNonNull(file.getParent());
  }

  /// Gives the files of changes that count their places, and removes what writers left that died.
  void removeLeftovers() throws SourceException {
    try (var _ = lock(archive)) {
      finish(archive);
      for (var dead : staging.abandoned()) {
        DurableFiles.removeAll(dead);
      }
    } catch (IOException failed) {
      throw Damage.unwritten(archive, failed);
    }
  }

  private static void forget(List<Prepared> prepared) {
    prepared.forEach(each -> deleteQuietly(each.from()));
  }

  /// What stays counts for nothing, and goes with its writer.
  private static void deleteQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException _) {
      // As said.
    }
  }
}
