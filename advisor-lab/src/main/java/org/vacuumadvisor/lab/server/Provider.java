package org.vacuumadvisor.lab.server;

/// Where a server comes from.
public sealed interface Provider permits LocalBinaries, Container {
  /// Starts a server and waits until it answers.
  ///
  /// @throws ServerException if there is none of that release here, or it does not start
  PostgresServer start(ServerSpec spec);
}
