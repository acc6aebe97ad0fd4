package org.vacuumadvisor.lab.faults;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.postgres.Release;

/// A server that has forgotten its tables is told so, and nothing is concluded from its counters.
class StatisticsLostTest {
  private static final String LOST = "stats-lost";
  private static final String CALLS =
      "SELECT count(*) FROM pg_stat_user_tables WHERE n_live_tup > 0";

  static List<Release> releases() {
    return FaultyServers.releases();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsAReset(Release release) throws Exception {
    var server = SharedServers.on(FaultyServers.patient(release));
    try (var bench = Bench.on(server, "forgetful").table("t").table("raised")) {
      bench
          .run(
              "ALTER TABLE raised SET (autovacuum_vacuum_threshold = 1000000)",
              "CREATE TABLE small AS SELECT 1 AS x")
          .run("SELECT pg_stat_reset()");
      bench.await("the reset", CALLS, "0");

      var judged = Judged.of(bench).leads(LOST, "database forgetful");

      judged.obey(server);
      bench.await("ANALYZE", CALLS, "3");
      Judged.of(bench).isHealthy();
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsWhatACrashLost(Release release) throws Exception {
    try (var server = PostgresServer.start(FaultyServers.patient(release));
        var bench = Bench.on(server, "crashed").table("t").kill("t", 5_000)) {
      bench.run("CHECKPOINT");

      server.crash();

      bench.await("the loss", CALLS, "0");
      Judged.of(bench).leads(LOST, "database crashed");
      Judged.of(bench).obey(server);
      bench.await("ANALYZE", CALLS, "1");
      Judged.of(bench).isHealthy();
    }
  }
}
