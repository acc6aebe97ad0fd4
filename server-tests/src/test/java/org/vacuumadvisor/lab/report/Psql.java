package org.vacuumadvisor.lab.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The psql of this machine, if it has one.
record Psql(int status, String output) {
  private static final int PATIENCE_MINUTES = 2;

  /// Skips the test where there is no psql new enough for our scripts.
  static void isNeeded() throws InterruptedException {
    try {
      var version = run("--version");
      var major = version.output().replaceFirst("(?s)^\\D*(\\d+).*", "$1");
      assumeTrue(version.status() == 0 && Integer.parseInt(major) >= 11, version.output());
    } catch (IOException none) {
      assumeTrue(false, "no psql on this machine: " + none.getMessage());
    }
  }

  /// Runs it to its end.
  static Psql run(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("psql"));
    command.addAll(List.of(arguments));
    var output = Files.createTempFile("psql", ".out");
    try {
      var process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IOException("psql does not end: " + text(output));
      }
      return new Psql(process.exitValue(), text(output));
    } finally {
      Files.delete(output);
    }
  }

  private static String text(Path output) throws IOException {
    return Files.readString(output);
  }
}
