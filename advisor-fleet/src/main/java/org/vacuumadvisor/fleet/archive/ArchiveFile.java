package org.vacuumadvisor.fleet.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;

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

  /// Whether its content is what was written.
  ///
  /// @throws IOException if it is gone, or cannot be read
  boolean isWhole(Path archive) throws IOException {
    return Files.size(in(archive)) == bytes && DurableFiles.checksum(in(archive)).equals(checksum);
  }

  /// The folder of a day's rows as Hive, Spark, pandas and DuckDB name it.
  static String folder(Dataset dataset, Optional<LocalDate> day) {
    return dataset.folder() + "/day=" + day.map(LocalDate::toString).orElse(NO_DAY);
  }
}
