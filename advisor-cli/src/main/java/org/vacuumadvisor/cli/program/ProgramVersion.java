package org.vacuumadvisor.cli.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/// What `--version` prints: our version, and the Java it runs on.
public final class ProgramVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "Vacuum Advisor " + number(),
      "Java %s (%s)".formatted(Runtime.version(), System.getProperty("java.vendor"))
    };
  }

  /// The version of this build, such as `0.1.0`.
  public static String number() {
    return line(0);
  }

  /// A line of what the build left behind; empty where it knew nothing.
  static String line(int number) {
    try (var resource =
        Objects.requireNonNull(ProgramVersion.class.getResourceAsStream("version.txt"))) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .skip(number)
          .findFirst()
          .orElse("")
          .strip();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
