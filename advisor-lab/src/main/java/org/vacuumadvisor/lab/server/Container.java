package org.vacuumadvisor.lab.server;

import org.testcontainers.DockerClientFactory;

/// Servers in containers of the official images, where Docker runs. It needs Testcontainers on the
/// class path. A server in a container has no data directory that we could read, and no standbys.
public final class Container {
  /// Whether Docker runs here.
  public static boolean isAvailable() {
    return DockerClientFactory.instance().isDockerAvailable();
  }

  /// Starts a server and waits until it answers.
  ///
  /// @throws ServerException if there is none of that release here, or it does not start
  public PostgresServer start(ServerSpec spec) {
    if (!isAvailable()) {
      throw new ServerException(
          "Docker does not run here: start it, or use servers from local binaries");
    }
    return ContainerServer.started(spec);
  }
}
