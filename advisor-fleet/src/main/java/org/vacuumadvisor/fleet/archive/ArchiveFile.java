package org.vacuumadvisor.fleet.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Objects;
import java.util.Optional;
import org.vacuumadvisor.source.FileFailure;

/// A Parquet file that counts.
///
/// @param day of all its rows, in UTC; empty where they have no time
/// @param path below the archive's folder, with `/`
/// @param checksum CRC-32C of its content
/// @param commit which one added it
record ArchiveFile(
    Dataset dataset,
    Optional<LocalDate> day,
    String path,
    long rows,
    long bytes,
    String checksum,
    long commit) {
  private static final String NO_DAY = "__HIVE_DEFAULT_PARTITION__";

  Path in(Path archive) {
    return archive.resolve(path);
  }

  /// What is wrong with it, as the rest of a sentence; empty if its content is what was written.
  Optional<String> damage(Path archive) {
    var file = in(archive);
    try {
      return Files.size(file) == bytes && DurableFiles.checksum(file).equals(checksum)
          ? Optional.empty()
          : Optional.of("is damaged: its content is not what was written");
    } catch (NoSuchFileException _) {
      return Optional.of("is missing");
    } catch (IOException unreadable) {
      return Optional.of("cannot be read (%s)".formatted(FileFailure.reason(unreadable)));
    }
  }

  /// Whether its content is what was written.
  boolean isWhole(Path archive) {
    return damage(archive).isEmpty();
  }

  /// The day in whose folder a file is; empty where its rows have no time.
  static Optional<LocalDate> day(Path file) {
    var folder = Objects.requireNonNull(file.getParent()).getFileName().toString();
    var day = folder.substring(folder.indexOf('=') + 1);
    return day.equals(NO_DAY) ? Optional.empty() : Optional.of(LocalDate.parse(day));
  }

  /// The folder of a day's rows as Hive, Spark, pandas and DuckDB name it.
  static String folder(Dataset dataset, Optional<LocalDate> day) {
    return dataset.folder() + "/day=" + day.map(LocalDate::toString).orElse(NO_DAY);
  }
}
