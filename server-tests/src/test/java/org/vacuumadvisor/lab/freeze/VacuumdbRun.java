package org.vacuumadvisor.lab.freeze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.vacuumadvisor.lab.server.PostgresServer;

/// The vacuumdb of this machine, run by a shell as the plan says it.
///
/// @param statements what it sent, in order: `VACUUM (FREEZE) public.orders`
record VacuumdbRun(List<String> statements) {
  private static final String SENT = "VACUUM ";
  private static final int PATIENCE_MINUTES = 2;

  /// Skips the test where there is none that selects by age.
  static void isNeeded() throws IOException, InterruptedException {
    try {
      var version = output(new ProcessBuilder("vacuumdb", "--version"));
      var major = version.replaceFirst("(?s)^\\D*(\\d+).*", "$1");
      assumeTrue(Integer.parseInt(major) >= 14, version);
    } catch (IOException none) {
      assumeTrue(false, "no vacuumdb on this machine: " + none.getMessage());
    }
  }

  /// Runs a command line, and has it show what it sends.
  static VacuumdbRun of(PostgresServer server, String line)
      throws IOException, InterruptedException {
    var shown = line.replaceFirst("^vacuumdb ", "vacuumdb --echo ");
    var builder = new ProcessBuilder("sh", "-c", shown);
    builder.environment().put("PGHOST", "127.0.0.1");
    builder.environment().put("PGPORT", Integer.toString(server.port()));
    builder.environment().put("PGUSER", "postgres");
    return new VacuumdbRun(output(builder).lines().filter(each -> each.startsWith(SENT)).toList());
  }

  /// What a program that has to succeed prints.
  static String output(ProcessBuilder builder) throws IOException, InterruptedException {
    var file = Files.createTempFile("vacuumdb", ".out");
    try {
      var process = builder.redirectErrorStream(true).redirectOutput(file.toFile()).start();
      if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IOException("vacuumdb does not end: " + Files.readString(file));
      }
      var text = Files.readString(file);
      assertEquals(0, process.exitValue(), text);
      return text;
    } finally {
      Files.delete(file);
    }
  }

  /// The tables it vacuumed, as it wrote them.
  List<String> tables() {
    var tables = new ArrayList<String>();
    for (var each : statements) {
      tables.add(each.replaceFirst("^VACUUM \\([^)]*\\) ", "").replaceFirst(";$", ""));
    }
    return tables;
  }
}
