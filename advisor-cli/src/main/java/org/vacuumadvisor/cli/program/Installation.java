package org.vacuumadvisor.cli.program;

import java.nio.file.Path;

/// Where the program lives. The launcher says it; without a launcher it is the working directory.
public final class Installation {
  private static final String PROPERTY = "vacuumadvisor.home";

  private Installation() {}

  /// The folder that the launcher is in.
  public static Path directory() {
    return Path.of(System.getProperty(PROPERTY, "")).toAbsolutePath();
  }
}
