package org.vacuumadvisor.lab.server;

import java.io.IOException;
import org.vacuumadvisor.postgres.Release;

/// A program that starts a server, says where it lies, and stays until it is killed or its input
/// ends. It never closes the server.
final class Tenant {
  private Tenant() {}

  public static void main(String[] arguments) throws IOException {
    var server = PostgresServer.start(ServerSpec.of(Release.ofMajor(arguments[0])));
    System.out.println(server.dataDirectory());
    while (System.in.read() >= 0) {
      Thread.onSpinWait();
    }
  }
}
