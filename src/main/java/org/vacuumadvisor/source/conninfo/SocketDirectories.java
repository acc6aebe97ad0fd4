package org.vacuumadvisor.source.conninfo;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Where servers of this machine put their Unix sockets.
record SocketDirectories(List<String> directories) {

  /// Packagers' choice, and PostgreSQL's own.
  static final SocketDirectories USUAL =
      new SocketDirectories(List.of("/var/run/postgresql", "/tmp"));

  /// The directory that has a socket for this port now, if any.
  Optional<String> holding(int port) {
    return directories.stream()
        .filter(directory -> Files.exists(Path.of(file(directory, port))))
        .findFirst();
  }

  static String file(String directory, int port) {
    return directory + "/.s.PGSQL." + port;
  }
}
