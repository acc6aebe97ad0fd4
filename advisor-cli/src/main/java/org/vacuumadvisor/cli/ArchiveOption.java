package org.vacuumadvisor.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/// The archive that a command works on.
final class ArchiveOption {
  @Option(
      names = "--archive",
      paramLabel = "DIR",
      required = true,
      description =
          "The folder of the archive: Parquet files that DuckDB, pandas and Spark read as well.")
  private Path folder;

  Path folder() {
    return folder;
  }
}
