package org.vacuumadvisor.cli;

import java.nio.file.Path;

/// Where the program lives. The launcher says it; without a launcher it is the working directory.
final class Installation {
  private static final String PROPERTY = "vacuumadvisor.home";

  private Installation() {}

  static Path directory() {
    return Path.of(System.getProperty(PROPERTY, "")).toAbsolutePath();
  }
}
