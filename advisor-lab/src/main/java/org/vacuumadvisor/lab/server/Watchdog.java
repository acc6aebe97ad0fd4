package org.vacuumadvisor.lab.server;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A small process that waits for us to end, in whatever way, and then stops the server and deletes
/// its workspace. It is in a session of its own where there is `setsid`, and deaf to Ctrl-C
/// everywhere.
final class Watchdog {
  private static final long SECONDS = 30;

  private final Process process;

  private Watchdog(Process process) {
    this.process = process;
  }

  static Watchdog over(Workspace workspace) throws IOException {
    var words =
        inOwnSession(
            List.of(
                "sh", "-c", script(), "vacuum-advisor-watchdog", workspace.folder().toString()));
    var process =
        Command.builder(words)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start();
    return new Watchdog(process);
  }

  /// The words that run a program where no terminal's Ctrl-C reaches it.
  static List<String> inOwnSession(List<String> words) {
    var all = new ArrayList<String>();
    if (Platform.has("setsid")) {
      all.add("setsid");
    }
    all.addAll(words);
    return all;
  }

  /// Stops the server, if it runs, and deletes the workspace.
  void end() {
    try {
      process.getOutputStream().close();
      process.waitFor(SECONDS, TimeUnit.SECONDS);
    } catch (IOException _) {
      process.destroyForcibly();
    } catch (InterruptedException _) {
      // The watchdog does its work without us.
      Thread.currentThread().interrupt();
    }
  }

  private static String script() throws IOException {
    try (var script = Watchdog.class.getResourceAsStream("watchdog.sh")) {
      if (script == null) {
        throw new AssertionError("watchdog.sh is missing from our jar");
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
