package org.vacuumadvisor.lab.conninfo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.lab.server.Standbys;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.conninfo.ConnectionParameters;
import org.vacuumadvisor.source.conninfo.Connector;
import org.vacuumadvisor.source.conninfo.Environment;
import org.vacuumadvisor.source.conninfo.SessionLimits;

/// A primary and its standby, and who of them is taken.
class TargetSessionTest {
  private static PostgresServer primary;
  private static PostgresServer standby;

  @TempDir private Path home;

  @BeforeAll
  static void startServers() {
    primary = PostgresServer.start(ServerSpec.of(Release.V17));
    standby = Standbys.of(primary, Map.of());
  }

  @AfterAll
  static void stopServers() {
    standby.close();
    primary.close();
  }

  @ParameterizedTest
  @CsvSource({
    "any,false",
    "read-write,false",
    "primary,false",
    "read-only,true",
    "standby,true",
    "prefer-standby,true"
  })
  void isTakenAsAsked(String target, boolean recovering) throws Exception {
    var conninfo =
        "host=127.0.0.1,127.0.0.1 port=%d,%d user=postgres target_session_attrs=%s"
            .formatted(primary.port(), standby.port(), target);
    var parameters =
        ConnectionParameters.resolve(
            conninfo, Map.of(), new Environment(Map.of(), home, "postgres"));

    try (var connection = new Connector(SessionLimits.standard()).connect(parameters);
        var statement = connection.createStatement();
        var row = statement.executeQuery("SELECT pg_is_in_recovery()")) {
      assertTrue(row.next());
      assertEquals(recovering, row.getBoolean(1));
    }
  }
}
