package org.vacuumadvisor.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The folder of one server. The script of the [Watchdog] knows these names, too.
record Workspace(Path folder) {
  Path data() {
    return folder.resolve("data");
  }

  Path log() {
    return folder.resolve("server.log");
  }

  /// The process ID of the server, written before its program starts.
  Path pid() {
    return folder.resolve("pid");
  }

  /// What the server says of itself: process ID, directory, start, port, sockets, address, …
  Path lockFile() {
    return data().resolve("postmaster.pid");
  }

  /// The last lines of the log, for messages.
  String lastWords() {
    try {
      var lines = Files.readString(log()).lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 10), lines.size()));
    } catch (IOException e) {
      return "(its log cannot be read: " + e.getMessage() + ")";
    }
  }
}
