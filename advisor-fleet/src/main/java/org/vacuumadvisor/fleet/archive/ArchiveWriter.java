package org.vacuumadvisor.fleet.archive;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;

/// Takes rows and adds them to an archive, all that were taken since the last commit or none.
/// Several writers may be at one archive, each with its own of these: their commits come one after
/// the other. One of these is for one thread.
public final class ArchiveWriter implements AutoCloseable {
  private final Path archive;
  private final Duck duck;
  private final Commits commits;
  private final Map<Dataset, PendingRows> pending = new EnumMap<>(Dataset.class);
  private final Path filled;
  private final Map<ArchiveFile, Boolean> whole = new HashMap<>();

  private ArchiveWriter(Path archive, Duck duck) {
    this.archive = archive;
    this.duck = duck;
    this.commits = new Commits(archive, duck);
    this.filled = archive.resolve(".filled");
  }

  /// Makes the archive if there is none, and removes what writers left that were ended in their
  /// midst.
  ///
  /// @throws SourceException if it cannot be written, or is damaged
  public static ArchiveWriter open(Path archive) throws SourceException {
    try {
      checkIsOurs(archive);
      DurableFiles.makeFolder(archive);
      for (var dataset : Dataset.values()) {
        DurableFiles.makeFolder(archive.resolve(dataset.folder()));
      }
    } catch (IOException failed) {
      throw Damage.unwritten(archive, failed);
    }
    var writer = new ArchiveWriter(archive, Duck.open());
    try {
      writer.commits.change(() -> {});
    } catch (SourceException | RuntimeException failed) {
      writer.close();
      throw failed;
    }
    return writer;
  }

  /// Refuses a folder that holds something else: a mistyped name must not scatter folders there.
  private static void checkIsOurs(Path archive) throws IOException, SourceException {
    if (!Files.isDirectory(archive) || ArchiveFile.isArchive(archive)) {
      return;
    }
    try (var entries = Files.list(archive)) {
      var foreign =
          entries
              .map(each -> each.getFileName().toString())
              .filter(name -> !name.startsWith(".") && !name.equals("lost+found"))
              .sorted()
              .findFirst();
      if (foreign.isPresent()) {
        throw new SourceException(
            "%s is no archive and holds other files, such as %s. Name a new or empty folder."
                .formatted(Damage.shown(archive), TerminalText.escaped(foreign.get())));
      }
    }
  }

  /// Takes a row; it counts after the next commit.
  ///
  /// @param values in the order of the dataset's columns; times as [java.time.Instant]
  public void add(Dataset dataset, List<? extends @Nullable Object> values) throws SourceException {
    try {
      pending(dataset).add(values);
    } catch (SQLException failed) {
      throw Damage.unwritten(archive, failed);
    }
  }

  private PendingRows pending(Dataset dataset) throws SQLException {
    var rows = pending.get(dataset);
    if (rows == null) {
      rows = PendingRows.create(dataset, duck);
      pending.put(dataset, rows);
    }
    return rows;
  }

  /// A new folder for an archive whose rows are to be taken, by [#addAll], while this is
  /// [#aloneWithLogs]. It goes with the next commit.
  public Path folderToFill() {
    return filled.resolve(UUID.randomUUID().toString());
  }

  /// Takes the rows of another archive; they count after the next commit.
  public void addAll(Path other) throws SourceException {
    try {
      for (var file : ArchiveFile.of(other)) {
        pending(file.dataset()).addAll(file);
      }
    } catch (IOException | SQLException failed) {
      throw Damage.unread(other, failed);
    }
  }

  /// How many rows were taken since the last commit.
  public long pending() {
    return pending.values().stream().mapToLong(PendingRows::count).sum();
  }

  /// Forgets pending rows that the archive has, and all but one of those that are pending from
  /// several files: entries of one line and content, and of the same time, or log and printed time.
  ///
  /// @return how many were forgotten
  public long forgetKnown(Dataset dataset) throws SourceException {
    var rows = pending.get(dataset);
    if (rows == null) {
      return 0;
    }
    // While this reads, nobody takes rows out of files.
    try (var _ = Commits.reading(archive)) {
      var days = rows.daysAround();
      return rows.forget(
          ArchiveFile.of(archive).stream()
              .filter(file -> file.dataset() == dataset && file.day().stream().allMatch(days))
              .filter(this::isWhole)
              .toList());
    } catch (IOException | SQLException failed) {
      throw Damage.unread(archive, failed);
    }
  }

  /// Whether a file can be read; looked at once for each content.
  private boolean isWhole(ArchiveFile file) {
    return whole.computeIfAbsent(file, ArchiveFile::isWhole);
  }

  /// Forgets pending rows of a file from a line on.
  ///
  /// @return how many were forgotten
  public long forgetFrom(Dataset dataset, String cluster, String file, long line)
      throws SourceException {
    var rows = pending.get(dataset);
    try {
      return rows == null ? 0 : rows.forgetFrom(cluster, file, line);
    } catch (SQLException failed) {
      throw Damage.unwritten(archive, failed);
    }
  }

  /// Adds what was taken to the archive. When this returns, it is on the disk and counts.
  ///
  /// @throws SourceException if it could not be written: then nothing of it counts, and it is still
  ///   pending
  public void commit() throws SourceException {
    if (pending() == 0) {
      return;
    }
    commits.change(() -> {
      for (var rows : pending.values()) {
        for (var day : rows.days()) {
          var _ = commits.write(rows.dataset(), day, rows.query(day));
        }
      }
    });
    try {
      for (var rows : pending.values()) {
        rows.drop();
      }
      pending.clear();
      DurableFiles.removeAll(filled);
    } catch (IOException | SQLException failed) {
      throw Damage.unwritten(archive, failed);
    }
  }

  /// Lets no other process read logs into this archive while this one does.
  ///
  /// @throws SourceException if another one does
  public Closeable aloneWithLogs() throws SourceException {
    try {
      var file = archive.resolve(".logs.lock");
      var lock = FolderLock.attempt(file, false);
      if (lock.isEmpty()) {
        throw new SourceException(
            "Another process is reading logs into the archive %s (%s). Wait for its end, or end it."
                .formatted(Damage.shown(archive), FolderLock.holder(file)));
      }
      DurableFiles.removeAll(filled);
      return lock.get();
    } catch (IOException failed) {
      throw Damage.unwritten(archive, failed);
    }
  }

  /// Joins small files, and removes what is older than it is kept.
  public Upkeep upkeep() {
    return new Upkeep(archive, duck, commits);
  }

  @Override
  public void close() {
    duck.close();
  }
}
