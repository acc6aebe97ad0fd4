package org.vacuumadvisor.cli.output;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Shows a text that is longer than the terminal a screen at a time, with the program that `PAGER`
/// names, as psql and git do.
///
/// @param program what a shell runs; empty where nobody wants one
record Pager(String program) {
  private static final String USUAL = "less";

  /// What git sets where nobody set it: colours pass, a text that fits is printed, and it stays on
  /// the screen.
  private static final String LESS = "FRX";

  private static final int NOT_FOUND = 127;

  static Pager of(Map<String, String> environment) {
    return new Pager(environment.getOrDefault("PAGER", USUAL));
  }

  /// Whether a text needs one: it goes to a terminal of known height, and is higher.
  boolean isFor(String text, Terminal terminal) {
    return !program.isBlank()
        && !program.equals("cat")
        && terminal.output()
        && terminal.rows().isPresent()
        && text.lines().count() >= terminal.rows().getAsInt();
  }

  /// Shows the text, and waits until the reader leaves it.
  ///
  /// @return false if there is no such program, and nothing was shown
  boolean show(String text) {
    var builder = new ProcessBuilder("sh", "-c", program);
    builder.environment().putIfAbsent("LESS", LESS);
    builder.redirectOutput(Redirect.INHERIT).redirectError(Redirect.INHERIT);
    try {
      var process = builder.start();
      try (var input = process.getOutputStream()) {
        input.write(text.getBytes(StandardCharsets.UTF_8));
      } catch (IOException left) {
        // the reader saw enough
      }
      return process.waitFor() != NOT_FOUND;
    } catch (IOException none) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
