package org.vacuumadvisor.cli.option;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/// The archive that a command works on.
public final class ArchiveOption {
  @Option(
      names = "--archive",
      paramLabel = "DIR",
      required = true,
      descriptionKey = "archive-of-all")
  private Path folder;

  /// The folder of the archive, which need not exist.
  public Path folder() {
    return folder;
  }
}
