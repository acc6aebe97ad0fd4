package org.vacuumadvisor.lab.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A program that is run to its end.
record Command(List<String> words) {
  Command {
    words = List.copyOf(words);
  }

  /// What it printed on both streams.
  ///
  /// @throws ServerException if it cannot be run or fails
  String run() {
    try {
      var process = builder(words).redirectErrorStream(true).start();
      process.getOutputStream().close();
      var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new ServerException(String.join(" ", words) + " failed: " + text.strip());
      }
      return text;
    } catch (IOException e) {
      throw new ServerException("Cannot run " + words.getFirst() + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("Interrupted while " + words.getFirst() + " ran", e);
    }
  }

  boolean succeeds() {
    try {
      run();
      return true;
    } catch (ServerException _) {
      return false;
    }
  }

  /// A process that speaks English whatever the user's language.
  static ProcessBuilder builder(List<String> words) {
    var builder = new ProcessBuilder(words);
    builder.environment().put("LC_ALL", "C");
    builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
    return builder;
  }
}
