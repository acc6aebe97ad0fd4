package org.vacuumadvisor.lab.server;

import java.nio.file.Path;
import java.util.Map;

/// A server that runs, as its provider handles it.
sealed interface Running extends AutoCloseable permits LocalServer, ContainerServer {
  ServerSpec spec();

  int port();

  Path log();

  Path dataDirectory();

  void restart();

  void crash();

  Running standby(Map<String, String> settings);

  String leaveRunning();

  @Override
  void close();
}
