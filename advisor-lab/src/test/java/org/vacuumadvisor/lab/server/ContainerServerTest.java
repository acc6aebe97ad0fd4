package org.vacuumadvisor.lab.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.vacuumadvisor.postgres.Release;

/// Runs where Docker runs. That servers ran at all is the business of [PostgresServerTest].
@Testcontainers(disabledWithoutDocker = true)
class ContainerServerTest {
  @Test
  void startsTheReleaseThatWasAskedForWithTheSettingsGiven() throws Exception {
    var spec = ServerSpec.of(Release.V17).with("autovacuum_naptime", "7s");
    try (var server = ContainerServer.start(spec)) {
      assertEquals("17", server.value("SHOW server_version").substring(0, 2));
      assertEquals("7s", server.value("SHOW autovacuum_naptime"));
    }
  }

  @Test
  void keepsItsAddressOverACrash() throws Exception {
    try (var server = ContainerServer.start(ServerSpec.of(Release.V17))) {
      var uri = server.uri();
      server.execute("CREATE TABLE t AS SELECT 42 AS answer", "CHECKPOINT");

      server.crash();

      assertEquals(uri, server.uri());
      assertEquals("42", server.value("SELECT answer FROM t"));
    }
  }
}
