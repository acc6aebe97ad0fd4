package org.vacuumadvisor.lab.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.IdTrail.Source;
import org.vacuumadvisor.postgres.Release;

/// What real servers' reports of vacuums tell of the IDs that were used between two of them.
class LoggedIdsTest {
  private static final int USED = 3_000;
  private static final int MULTIXACTS = 100;

  /// What autovacuum, ANALYZE and the test itself use besides.
  private static final int BESIDES = 100;

  static Stream<Release> releases() {
    var wanted = List.of(Release.V13, Release.V16, Release.V18);
    return Releases.underTest().stream().filter(wanted::contains);
  }

  @Timeout(180)
  @ParameterizedTest
  @MethodSource("releases")
  void tellHowManyWereUsed(Release release) throws Exception {
    var spec =
        ServerSpec.of(release)
            .with(Map.of("autovacuum_naptime", "1s", "log_autovacuum_min_duration", "0"));
    try (var server = PostgresServer.start(spec)) {
      server.execute(
          "CREATE TABLE watched (id int, n int) WITH (autovacuum_vacuum_threshold = 0,"
              + " autovacuum_vacuum_scale_factor = 0)",
          "INSERT INTO watched VALUES (1, 0)");
      // Reports tell only of a relminmxid that advances.
      lockTogether(server);
      vacuumed(server);
      long before = nextId(server);
      server.execute(
          "DO $$BEGIN FOR i IN 1 .. %d LOOP PERFORM txid_current(); COMMIT; END LOOP; END$$"
              .formatted(USED));
      lockTogether(server);
      long after = nextId(server);
      vacuumed(server);

      var historian = new Historian(0);
      LoggedRuns.of(server.log()).all().forEach(historian::run);
      var ids = historian.history().ids();

      var transactions = ids.transactions().orElseThrow();
      boolean tellsCutoff = release.equals(Release.V16) || release.equals(Release.V18);
      assertEquals(
          tellsCutoff ? Source.REMOVABLE_CUTOFF : Source.OLDEST_XMIN, transactions.source());
      assertNear(after - before, transactions.used());
      if (tellsCutoff) {
        var multixacts = ids.multixacts().orElseThrow();
        assertNear(MULTIXACTS, multixacts.used());
        assertTrue(multixacts.used() >= MULTIXACTS / 2, multixacts.toString());
      }
    }
  }

  private static void assertNear(long expected, long found) {
    assertTrue(Math.abs(found - expected) <= BESIDES, expected + " used, " + found + " told");
  }

  private static long nextId(PostgresServer server) throws SQLException {
    try (var connection = server.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT txid_snapshot_xmax(txid_current_snapshot())")) {
      assertTrue(rows.next());
      return rows.getLong(1);
    }
  }

  /// Makes a row die, and waits until autovacuum has told of it.
  private static void vacuumed(PostgresServer server) throws Exception {
    long reports = told(server);
    server.execute("UPDATE watched SET n = n + 1");
    while (told(server) <= reports) {
      Thread.sleep(200);
    }
  }

  private static long told(PostgresServer server) throws Exception {
    return LoggedRuns.of(server.log()).all().stream()
        .filter(each -> "watched".equals(each.heading().name().table()))
        .count();
  }

  /// Two transactions that lock a row at the same time need a multixact.
  private static void lockTogether(PostgresServer server) throws SQLException {
    try (var one = server.connect();
        var other = server.connect()) {
      one.setAutoCommit(false);
      other.setAutoCommit(false);
      for (int number = 0; number < MULTIXACTS; number++) {
        for (var each : List.of(one, other)) {
          try (var statement = each.createStatement()) {
            var _ = statement.execute("SELECT FROM watched FOR KEY SHARE");
          }
        }
        one.commit();
        other.commit();
      }
    }
  }
}
