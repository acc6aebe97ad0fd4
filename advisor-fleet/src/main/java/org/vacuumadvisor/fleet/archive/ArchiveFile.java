package org.vacuumadvisor.fleet.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A Parquet file of an archive. Its name ends with the checksum of what was written, so that it
/// can be told whether that is still in it.
///
/// @param day of all its rows, in UTC; empty where they have no time
/// @param path below the archive's folder
/// @param at where it is
/// @param checksum CRC-32C of its content; null where no writer of ours named it
record ArchiveFile(
    Dataset dataset,
    Optional<LocalDate> day,
    Path path,
    Path at,
    long bytes,
    @Nullable String checksum) {
  private static final String NO_DAY = "__HIVE_DEFAULT_PARTITION__";
  private static final Pattern NAME =
      Pattern.compile("\\d{8}T\\d{6}-[0-9a-f]{8}-\\d+-([0-9a-f]{8})\\.parquet");

  /// All files of an archive that have their places, in the order of these.
  static List<ArchiveFile> of(Path archive) throws IOException {
    var files = new ArrayList<ArchiveFile>();
    for (var dataset : Dataset.values()) {
      for (var file : DurableFiles.in(archive.resolve(dataset.folder()))) {
        if (file.toString().endsWith(".parquet")) {
          files.add(of(dataset, archive.relativize(file), file));
        }
      }
    }
    return files;
  }

  private static ArchiveFile of(Dataset dataset, Path path, Path at) throws IOException {
    var name = NAME.matcher(path.getFileName().toString());
    boolean isOurs = name.matches() && path.getNameCount() == 3;
    return new ArchiveFile(
        dataset, day(path), path, at, Files.size(at), isOurs ? name.group(1) : null);
  }

  private static Optional<LocalDate> day(Path path) {
    try {
      return Optional.of(LocalDate.parse(path.getName(1).toString().replaceFirst("^day=", "")));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  /// What is wrong with it, as the rest of a sentence; empty if its content is what was written, or
  /// was taken out of it.
  Optional<String> damage(Duck duck) {
    if (checksum == null) {
      return Optional.of("was not written by this release");
    }
    if (isWhole() || isEmptied(duck)) {
      return Optional.empty();
    }
    return Optional.of(
        Files.isReadable(at)
            ? "is damaged: its content is not what was written"
            : "cannot be read: check that you may");
  }

  /// Whether all that was written is in it.
  boolean isWhole() {
    try {
      return DurableFiles.checksum(at).equals(checksum);
    } catch (IOException _) {
      return false;
    }
  }

  /// Whether nothing is in it any more: its rows were joined with others, or are too old. It stays
  /// for a while for readers that know its name.
  boolean isEmptied(Duck duck) {
    try {
      return checksum != null && rows(at, duck) == 0;
    } catch (SQLException _) {
      return false;
    }
  }

  /// How many rows a file says to have.
  static long rows(Path file, Duck duck) throws SQLException {
    return duck.count(
        "SELECT num_rows AS n FROM parquet_file_metadata(%s)"
            .formatted(Duck.literal(file.toString())));
  }

  String literal() {
    return Duck.literal(at.toString());
  }

  /// The folder of a day's rows as Hive, Spark, pandas and DuckDB name it.
  static Path folder(Dataset dataset, Optional<LocalDate> day) {
    return Path.of(dataset.folder(), "day=" + day.map(LocalDate::toString).orElse(NO_DAY));
  }

  /// Whether an archive is in a folder.
  static boolean isArchive(Path folder) {
    return Arrays.stream(Dataset.values())
        .anyMatch(each -> Files.isDirectory(folder.resolve(each.folder())));
  }
}
