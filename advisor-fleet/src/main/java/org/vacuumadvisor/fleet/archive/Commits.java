package org.vacuumadvisor.fleet.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import org.vacuumadvisor.source.SourceException;

/// Makes changes of an archive count, each as a whole, one after the other.
///
/// Whoever changes the archive has its lock, and writes the files of the change in `.new`. Once
/// they are on the disk that folder is called `.ready`, and from then on the change counts; then
/// its files get their places. Where a writer dies before, the next one deletes them; where it dies
/// after, the next one gives them their places: doing it twice does no harm. A file whose rows are
/// no longer wanted is replaced by an empty one, so that whoever knows its name can go on reading.
final class Commits {
  static final String NEW = ".new";
  static final String READY = ".ready";
  private static final String WRITER = ".writer";

  /// Held while files get their places, and while readers list them.
  private static final String PLACES = ".lock";

  /// Held by readers while they read: until then no file is emptied.
  private static final String READERS = ".readers";

  private static final Duration LONGEST_CHANGE = Duration.ofMinutes(2);
  private static final Duration LONGEST_PLACING = Duration.ofSeconds(30);

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Path archive;
  private final Duck duck;
  private String stamp = "";
  private int files;

  Commits(Path archive, Duck duck) {
    this.archive = archive;
    this.duck = duck;
  }

  /// What brings files into a change.
  interface Filling {
    void fill() throws IOException, SQLException;
  }

  /// The files of an archive, after those of a change that counts got their places.
  static List<ArchiveFile> files(Path archive) throws IOException {
    try (var _ = FolderLock.within(LONGEST_PLACING, archive.resolve(PLACES), false)) {
      finish(archive);
      return ArchiveFile.of(archive);
    }
  }

  /// What a reader holds.
  static FolderLock reading(Path archive) throws IOException {
    return FolderLock.within(LONGEST_PLACING, archive.resolve(READERS), true);
  }

  /// Changes the archive, or finishes and removes what a dead writer left, where nothing is filled.
  void change(Filling filling) throws SourceException {
    try (var _ = FolderLock.within(LONGEST_CHANGE, archive.resolve(WRITER), false)) {
      var change = archive.resolve(NEW);
      var _ = files(archive);
      DurableFiles.removeAll(change);
      stamp =
          STAMP.format(Instant.now())
              + "-"
              + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
      files = 0;
      try {
        filling.fill();
        makeReady(change);
      } finally {
        // On a full disk, what stays of each attempt would take more of the room that somebody
        // frees.
        DurableFiles.removeAll(change);
      }
      try {
        var _ = files(archive);
      } catch (IOException _) {
        // The change counts already: what fails here must not be told as a failure of it. The next
        // change begins with it.
      }
    } catch (IOException | SQLException failed) {
      throw Damage.unwritten(archive, failed);
    }
  }

  /// Changes the archive where nobody reads, by taking rows out of files.
  ///
  /// @return whether nobody did
  boolean changeAlone(Filling filling) throws SourceException {
    try (var alone = FolderLock.attempt(archive.resolve(READERS), false).orElse(null)) {
      if (alone != null) {
        change(filling);
      }
      return alone != null;
    } catch (IOException failed) {
      throw Damage.unwritten(archive, failed);
    }
  }

  /// Adds the rows of a query.
  ///
  /// @return the file that they are in for now
  Path write(Dataset dataset, Optional<LocalDate> day, String query)
      throws IOException, SQLException {
    var file = archive.resolve(NEW).resolve("rows.parquet");
    export(query, file);
    files++;
    var name = "%s-%d-%s.parquet".formatted(stamp, files, DurableFiles.checksum(file));
    return place(file, ArchiveFile.folder(dataset, day).resolve(name));
  }

  /// Takes the rows of a file out.
  void empty(ArchiveFile file) throws IOException, SQLException {
    var none = archive.resolve(NEW).resolve("none.parquet");
    export(file.dataset().rowsOf(List.of()), none);
    var _ = place(none, file.path());
  }

  private Path place(Path file, Path path) throws IOException {
    var to = archive.resolve(NEW).resolve(path);
    Files.createDirectories(folder(to));
    DurableFiles.move(file, to);
    return to;
  }

  private void export(String query, Path to) throws IOException, SQLException {
    Files.createDirectories(folder(to));
    duck.run(
        """
        COPY (%s) TO %s (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880,
          KV_METADATA {schema_version: '%d'})\
        """
            .formatted(query, Duck.literal(to.toString()), Dataset.SCHEMA_VERSION));
    DurableFiles.force(to);
  }

  /// Makes a change count. Folders of its files are made first: then nothing is left to do that
  /// needs room on the disk.
  private void makeReady(Path change) throws IOException {
    var changed = new TreeSet<Path>();
    for (var file : DurableFiles.in(change)) {
      DurableFiles.makeFolder(folder(archive.resolve(change.relativize(file))));
      changed.add(folder(file));
    }
    DurableFiles.forceNames(changed);
    if (!changed.isEmpty()) {
      DurableFiles.move(change, archive.resolve(READY));
      DurableFiles.forceNames(Set.of(archive));
    }
  }

  /// Gives the files of a change that counts their places.
  private static void finish(Path archive) throws IOException {
    var change = archive.resolve(READY);
    var changed = new TreeSet<Path>();
    for (var file : DurableFiles.in(change)) {
      var to = archive.resolve(change.relativize(file));
      DurableFiles.makeFolder(folder(to));
      DurableFiles.move(file, to);
      changed.add(folder(to));
    }
    DurableFiles.forceNames(changed);
    DurableFiles.removeAll(change);
  }

  private static Path folder(Path file) {
    return Objects.requireNonNull(file.getParent());
  }
}
