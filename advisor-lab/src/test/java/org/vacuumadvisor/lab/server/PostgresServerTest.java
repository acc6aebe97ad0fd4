package org.vacuumadvisor.lab.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.postgres.Release;

class PostgresServerTest {
  private static final String UNDER_TEST = "org.vacuumadvisor.lab.server.Releases#underTest";

  @ParameterizedTest
  @MethodSource(UNDER_TEST)
  void startsTheReleaseThatWasAskedFor(Release release) throws SQLException {
    try (var server = PostgresServer.start(ServerSpec.of(release))) {
      var number = Integer.parseInt(value(server, "SHOW server_version_num"));

      assertEquals(release, Release.ofVersionNumber(number));
    }
  }

  @Test
  void leavesNothingBehindWhenClosed() throws SQLException {
    var server = PostgresServer.start(ServerSpec.of(Release.V18));
    var workspace = server.log().resolveSibling("");
    var pid = Long.parseLong(value(server, "SELECT pg_backend_pid()"));
    assertTrue(Files.exists(workspace));

    server.close();
    server.close();

    assertFalse(Files.exists(workspace));
    assertTrue(ProcessHandle.of(pid).isEmpty());
  }

  private static String value(PostgresServer server, String query) throws SQLException {
    try (var connection = server.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
