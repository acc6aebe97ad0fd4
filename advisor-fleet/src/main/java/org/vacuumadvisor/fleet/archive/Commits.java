package org.vacuumadvisor.fleet.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.SourceException;

/// Makes changes of an archive count, each as a whole.
///
/// Files are prepared in the staging folder and brought to the disk. Then, under the archive's
/// lock, they get their places, and at last the manifest's entry gets its name: from that moment on
/// they count. Where a writer dies before, the next one removes the files that no entry names.
final class Commits {
  private static final String LOCK = ".lock";

  /// So many commits are read one by one before they are put together.
  private static final int MOST_BEHIND = 64;

  private final Path archive;
  private final Duck duck;
  private final Staging staging;

  /// The number of the last commit that this writer saw.
  private long last;

  Commits(Path archive, Duck duck, Staging staging) {
    this.archive = archive;
    this.duck = duck;
    this.staging = staging;
  }

  /// The lock under which an archive is changed.
  static FolderLock lock(Path archive) throws IOException {
    return FolderLock.shortly(archive.resolve(LOCK));
  }

  /// A file that is written but has no place yet.
  record Prepared(Path from, ArchiveFile file) {}

  /// Makes a file that another program wrote ready for its place.
  Prepared adopt(Dataset dataset, Optional<LocalDate> day, Path file) throws SourceException {
    try {
      var to = staging.next();
      DurableFiles.move(file, to);
      DurableFiles.force(to);
      return prepared(dataset, day, to);
    } catch (IOException | SQLException failed) {
      throw Damage.unwritten(archive, failed);
    }
  }

  /// Adds rows.
  ///
  /// @param adopted files of more rows
  void append(List<PendingRows> rows, List<Prepared> adopted) throws SourceException {
    var prepared = new ArrayList<>(adopted);
    try {
      for (var each : rows) {
        for (var day : each.days()) {
          prepared.add(prepare(each.dataset(), day, each.query(day)));
        }
      }
      publish("append", prepared, List.of());
    } catch (IOException | SQLException failed) {
      forget(prepared);
      throw Damage.unwritten(archive, failed);
    }
  }

  /// Puts the rows of files into one file.
  ///
  /// @return whether that was done; not if another writer took one of the files away
  boolean join(Dataset dataset, Optional<LocalDate> day, List<ArchiveFile> files)
      throws SourceException {
    var prepared = new ArrayList<Prepared>();
    try {
      var names = files.stream().map(each -> Duck.literal(each.in(archive).toString())).toList();
      prepared.add(
          prepare(
              dataset,
              day,
              "FROM (%s) ORDER BY %s".formatted(dataset.rowsOf(names), dataset.order())));
      long expected = files.stream().mapToLong(ArchiveFile::rows).sum();
      if (prepared.getFirst().file().rows() != expected) {
        throw new IOException(
            "%d rows instead of %d came out of files of %s"
                .formatted(prepared.getFirst().file().rows(), expected, dataset.folder()));
      }
      return publish("join", prepared, files);
    } catch (IOException | SQLException failed) {
      forget(prepared);
      throw Damage.unwritten(archive, failed);
    }
  }

  /// Takes files out of the archive.
  void remove(List<ArchiveFile> files) throws SourceException {
    try {
      var _ = publish("remove", List.of(), files);
    } catch (IOException | SQLException failed) {
      throw Damage.unwritten(archive, failed);
    }
  }

  private Prepared prepare(Dataset dataset, Optional<LocalDate> day, String query)
      throws IOException, SQLException {
    var to = staging.next();
    write(query, to);
    return prepared(dataset, day, to);
  }

  private Prepared prepared(Dataset dataset, Optional<LocalDate> day, Path to)
      throws IOException, SQLException {
    return new Prepared(to, file(dataset, day, to, 0));
  }

  /// A file as the manifest describes it.
  ArchiveFile file(Dataset dataset, Optional<LocalDate> day, Path to, long commit)
      throws IOException, SQLException {
    long rows =
        duck.query(
                "SELECT num_rows AS n FROM parquet_file_metadata(%s)"
                    .formatted(Duck.literal(to.toString())),
                List.of())
            .getFirst()
            .count("n")
            .orElseThrow();
    return new ArchiveFile(
        dataset,
        day,
        ArchiveFile.folder(dataset, day) + "/" + to.getFileName(),
        rows,
        Files.size(to),
        DurableFiles.checksum(to),
        commit);
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
      deleteQuietly(List.of(to));
      throw failed;
    }
  }

  private boolean publish(String operation, List<Prepared> added, List<ArchiveFile> removed)
      throws IOException, SQLException, SourceException {
    try (var _ = lock(archive)) {
      var before = Manifest.read(archive, duck);
      if (before.last() < last) {
        forget(added);
        throw Damage.manifest(Manifest.commit(archive, last), "missing");
      }
      if (!new HashSet<>(before.files()).containsAll(removed)) {
        forget(added);
        return false;
      }
      long number = before.last() + 1;
      var entry = staging.entry();
      describe(operation, number, added.stream().map(Prepared::file).toList(), removed, entry);
      place(added, entry, Manifest.commit(archive, number));
      last = number;
      deleteQuietly(removed.stream().map(each -> each.in(archive)).toList());
      if (before.behind() + 1 > MOST_BEHIND) {
        checkpointIfPossible();
      }
      return true;
    }
  }

  /// The commit counts already: what fails here must not be told as a failure of it. The next
  /// commit tries again.
  private void checkpointIfPossible() {
    try {
      checkpoint(Manifest.read(archive, duck));
    } catch (IOException | SQLException | SourceException _) {
      // As said.
    }
  }

  /// Gives files their places, and then the manifest's entry its own. Where that fails, nothing of
  /// it stays.
  private void place(List<Prepared> added, Path entry, Path commit) throws IOException {
    var folders = new LinkedHashSet<Path>();
    var placed = new ArrayList<Path>();
    try {
      for (var each : added) {
        var to = each.file().in(archive);
        var folder = Objects.requireNonNull(to.getParent());
        DurableFiles.makeFolder(folder);
        folders.add(folder);
        DurableFiles.move(each.from(), to);
        placed.add(to);
      }
      for (var folder : folders) {
        DurableFiles.forceNames(folder);
      }
      DurableFiles.move(entry, commit);
      DurableFiles.forceNames(archive.resolve(Manifest.FOLDER));
    } catch (IOException failed) {
      deleteQuietly(List.of(commit));
      deleteQuietly(placed);
      deleteQuietly(List.of(entry));
      throw failed;
    }
  }

  private void describe(
      String operation, long number, List<ArchiveFile> added, List<ArchiveFile> removed, Path to)
      throws IOException, SQLException {
    duck.run("CREATE OR REPLACE TABLE entry (%s)".formatted(Manifest.COLUMNS));
    for (var file : added) {
      insert(operation, number, "live", file);
    }
    for (var file : removed) {
      insert(operation, number, "gone", file);
    }
    write("SELECT * FROM entry ORDER BY file", to);
  }

  private void insert(String operation, long number, String state, ArchiveFile file)
      throws SQLException {
    try (var statement =
        duck.connection()
            .prepareStatement("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      @Nullable Object[] cells = {
        number,
        Instant.now().atOffset(java.time.ZoneOffset.UTC),
        operation,
        file.dataset().folder(),
        file.day().orElse(null),
        file.path(),
        state,
        file.rows(),
        file.bytes(),
        file.checksum(),
        Dataset.SCHEMA_VERSION
      };
      for (int at = 0; at < cells.length; at++) {
        statement.setObject(at + 1, cells[at]);
      }
      statement.execute();
    }
  }

  /// Begins a new manifest in place of one that cannot be read. Call it with the archive's lock.
  void begin(Manifest manifest) throws IOException, SQLException {
    checkpoint(manifest);
  }

  /// Puts all entries into one, and removes them, the oldest first: whoever reads all that are left
  /// in between sees the last word on each file.
  private void checkpoint(Manifest manifest) throws IOException, SQLException {
    var entry = staging.next();
    duck.run("CREATE OR REPLACE TABLE entry (%s)".formatted(Manifest.COLUMNS));
    for (var file : manifest.files()) {
      insert("checkpoint", file.commit(), "live", file);
    }
    write("SELECT * FROM entry ORDER BY file", entry);
    DurableFiles.move(entry, Manifest.checkpoint(archive, manifest.last()));
    DurableFiles.forceNames(archive.resolve(Manifest.FOLDER));
    removeEntriesUpTo(Manifest.checkpoint(archive, manifest.last()));
  }

  private void removeEntriesUpTo(Path checkpoint) throws IOException {
    var number = number(checkpoint);
    try (var entries = Files.list(archive.resolve(Manifest.FOLDER))) {
      deleteQuietly(
          entries
              .filter(each -> !each.equals(checkpoint) && number(each).compareTo(number) <= 0)
              .sorted(java.util.Comparator.comparing(Commits::number))
              .toList());
    }
  }

  private static String number(Path entry) {
    var name = entry.getFileName().toString();
    return name.substring(name.indexOf('-') + 1);
  }

  /// Removes what writers left that died: files that they placed and no commit names, and files
  /// that a commit took away. Any other file stays: it may be all that a lost manifest leaves.
  ///
  /// @throws SourceException if the manifest is lost
  void removeLeftovers() throws SourceException {
    try (var _ = lock(archive)) {
      var manifest = Manifest.read(archive, duck);
      var abandoned = staging.abandoned();
      var uncounted = UncountedFiles.of(archive, manifest);
      var added = UncountedFiles.addedByDead(archive, abandoned, duck);
      var leftovers =
          uncounted.stream()
              .filter(each -> manifest.gone().contains(each) || added.contains(each))
              .toList();
      if (manifest.last() == 0 && leftovers.size() < uncounted.size()) {
        throw Damage.emptyManifest(archive, uncounted.size() - leftovers.size());
      }
      last = manifest.last();
      deleteQuietly(leftovers);
      for (var dead : abandoned) {
        DurableFiles.removeAll(dead);
      }
    } catch (IOException failed) {
      throw Damage.unwritten(archive, failed);
    }
  }

  private static void forget(List<Prepared> prepared) {
    deleteQuietly(prepared.stream().map(Prepared::from).toList());
  }

  /// What stays for now counts for nothing, and goes with the next leftovers.
  private static void deleteQuietly(List<Path> files) {
    for (var file : files) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException _) {
        // As said.
      }
    }
  }
}
