package org.vacuumadvisor.lab.server;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/// The machine we run on, as the archives of binaries name it.
final class Platform {
  private static final String SYSTEM = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);

  private Platform() {}

  /// `linux-amd64`, `darwin-arm64v8`, …
  static String name() {
    var arm = System.getProperty("os.arch", "").equals("aarch64");
    return system() + (arm ? "-arm64v8" : "-amd64");
  }

  /// Whether servers can be started and surely ended here.
  static boolean isUnix() {
    return !SYSTEM.startsWith("windows");
  }

  /// Whether a program is on the search path.
  static boolean has(String program) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private static String system() {
    return SYSTEM.startsWith("mac") ? "darwin" : "linux";
  }
}
