package org.vacuumadvisor.cli.lab;

import java.sql.SQLException;
import java.util.function.Consumer;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerException;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.postgres.Release;

/// A server to train on.
public final class DemoTraining {
  private DemoTraining() {}

  /// Lends the address of a server. Where none can be started, there is no training on one: the
  /// program only starts a little slower.
  public static void onServer(Consumer<String> training) {
    try (var server = PostgresServer.start(ServerSpec.of(Release.V18))) {
      server.execute("CREATE TABLE trained (id int PRIMARY KEY) WITH (autovacuum_enabled = off)");
      training.accept(server.uri());
    } catch (ServerException | SQLException _) {
      return;
    }
  }
}
