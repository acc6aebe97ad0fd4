package org.vacuumadvisor.lab.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.postgres.Release;

/// A server with PostgreSQL's own settings is healthy, whether it idles or works.
class HealthyServerTest {
  static List<Release> releases() {
    return FaultyServers.releases();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void isSilentAboutAnEmptyDatabase(Release release) throws Exception {
    try (var bench = Bench.on(SharedServers.on(release), "empty")) {
      var judged = Judged.of(bench).isHealthy();

      assertEquals(List.of(), judged.assessment().recommendations());
    }
  }

  /// As pgbench makes and uses them.
  @ParameterizedTest
  @MethodSource("releases")
  void isSilentAboutOrdinaryTablesAtWork(Release release) throws Exception {
    try (var bench = Bench.on(SharedServers.on(release), "at work")) {
      bench.run(
          "CREATE TABLE branches (bid int PRIMARY KEY, balance int) WITH (fillfactor = 100)",
          "CREATE TABLE accounts (aid int PRIMARY KEY, bid int, balance int, filler char(84))",
          "CREATE TABLE history (aid int, delta int, mtime timestamp)",
          "INSERT INTO branches VALUES (1, 0)",
          "INSERT INTO accounts SELECT i, 1, 0, '' FROM generate_series(1, 100000) i",
          "VACUUM ANALYZE");
      bench.run(
          "DO $$BEGIN FOR i IN 1 .. 2000 LOOP"
              + " UPDATE accounts SET balance = balance + 1 WHERE aid = 1 + i * 37 % 100000;"
              + " PERFORM balance FROM accounts WHERE aid = 1 + i * 37 % 100000;"
              + " UPDATE branches SET balance = balance + 1 WHERE bid = 1;"
              + " INSERT INTO history VALUES (i, 1, now()); END LOOP; END$$");
      bench.awaitCount("n_tup_upd", "accounts", 2000);

      Judged.of(bench).isHealthy();
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void isSilentAboutFreshlyLoadedTables(Release release) throws Exception {
    try (var bench = Bench.on(SharedServers.on(release), "loaded")) {
      bench.run(
          "CREATE TABLE loaded AS SELECT i AS id, repeat('x', 50) AS v"
              + " FROM generate_series(1, 50000) i",
          "CREATE INDEX ON loaded (id)");

      Judged.of(bench).isHealthy();
    }
  }
}
