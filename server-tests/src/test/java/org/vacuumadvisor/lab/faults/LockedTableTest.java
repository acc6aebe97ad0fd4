package org.vacuumadvisor.lab.faults;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.postgres.Release;

/// A session holds a lock that autovacuum does not wait for.
class LockedTableTest {
  static List<Release> releases() {
    return FaultyServers.releases();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsTheSessionThatKeepsAutovacuumAway(Release release) throws Exception {
    try (var server = PostgresServer.start(ServerSpec.of(release).with("autovacuum_naptime", "1"));
        var bench = Bench.on(server, "locked").table("t")) {
      try (var session = bench.connect();
          var statement = session.createStatement()) {
        statement.execute("SET application_name = 'migration'");
        statement.execute("BEGIN");
        statement.execute("LOCK TABLE t IN SHARE UPDATE EXCLUSIVE MODE");
        bench.run("UPDATE t SET v = 'y'");
        bench.awaitCount("n_dead_tup", "t", Bench.ROWS);
        bench.await(
            "some naps",
            "SELECT now() - xact_start > '3 s' FROM pg_stat_activity WHERE application_name ="
                + " 'migration'",
            "t");

        var judged = Judged.of(bench).leads("lock-blocked", "table t");

        assertTrue(
            judged.first().evidence().stream()
                .anyMatch(each -> each.value().startsWith("migration of postgres")),
            judged::told);
        statement.execute("COMMIT");
      }
      bench.awaitCount("n_dead_tup", "t", 0);
      Judged.of(bench).isHealthy();
    }
  }

  /// Readers wait behind DDL that waits for a transaction that only read.
  @ParameterizedTest
  @MethodSource("releases")
  void namesTheHeadOfAQueueOfReaders(Release release) throws Exception {
    try (var server = PostgresServer.start(ServerSpec.of(release));
        var bench = Bench.on(server, "readers").table("t");
        var session = bench.connect();
        var statement = session.createStatement();
        var ddl = bench.connect();
        var reader = bench.connect()) {
      statement.execute("SET application_name = 'forgotten'");
      statement.execute("BEGIN");
      statement.execute("SELECT count(*) FROM t");
      var waits =
          List.of(
              bench.waiting(ddl, "ALTER TABLE t ADD COLUMN more int", "relation", 1),
              bench.waiting(reader, "SELECT count(*) FROM t", "relation", 2));

      var judged = Judged.later(Duration.ofMinutes(2), bench).leads("lock-queue", "table t");
      assertTrue(judged.first().headline().contains("forgotten"), judged::told);
      assertTrue(judged.first().headline().startsWith("2 sessions wait"), judged::told);
      judged.obeyFirst(server);

      for (var each : waits) {
        each.join(Duration.ofSeconds(20));
        assertFalse(each.isAlive(), "it went on");
      }
      assertFalse(session.isValid(2), "their blocker was ended");
      assertTrue(ddl.isValid(2) && reader.isValid(2), "they were not");
    }
  }

  /// A VACUUM that waits for its table holds nothing; who blocks it is named, and may be ended.
  @ParameterizedTest
  @MethodSource("releases")
  void leadsFromAWaitingVacuumToItsBlocker(Release release) throws Exception {
    try (var server = PostgresServer.start(ServerSpec.of(release));
        var bench = Bench.on(server, "queue").table("t");
        var session = bench.connect();
        var vacuuming = bench.connect();
        var statement = session.createStatement();
        var vacuum = vacuuming.createStatement()) {
      statement.execute("SET application_name = 'migration'");
      statement.execute("BEGIN");
      statement.execute("LOCK TABLE t IN SHARE UPDATE EXCLUSIVE MODE");
      vacuum.execute("SET application_name = 'nightly'");
      var waits = bench.waiting(vacuuming, "VACUUM t", "relation", 1);

      assertTrue(
          Judged.survey("postgres", server, bench.name()).horizonHolders().isEmpty(),
          "nobody holds the horizon");
      var judged = Judged.later(Duration.ofMinutes(2), bench).leads("lock-blocked", "table t");
      judged.obeyFirst(server);
      waits.join(Duration.ofSeconds(20));

      assertTrue(!waits.isAlive(), "the vacuum went on");
      assertFalse(session.isValid(2), "its blocker was ended");
      assertTrue(vacuuming.isValid(2), "it was not");
    }
  }
}
