package org.vacuumadvisor.lab.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.lab.server.Standbys;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Release;

/// Servers on which nothing is wrong: nobody is alarmed, and what is told besides is known to the
/// letter.
@Isolated("nothing else may load the machine")
class NoiseTest {
  static List<Release> releases() {
    return FaultyServers.releases();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void saysThatAnInstallationAsItComesIsHealthy(Release release) throws Exception {
    try (var server = PostgresServer.start(ServerSpec.of(release))) {
      tells(Judged.of(server), "healthy");
    }
  }

  /// The tables and transactions of pgbench, with autovacuum at work: a day at its normal pace, in
  /// seconds.
  @ParameterizedTest
  @MethodSource("releases")
  void isSilentAfterADayOfPgbench(Release release) throws Exception {
    try (var server = PostgresServer.start(ServerSpec.of(release).with("autovacuum_naptime", "1"));
        var bench = Bench.on(server, "bank")) {
      bench.run(
          "CREATE TABLE branches (bid int PRIMARY KEY, balance int, filler char(88))",
          "CREATE TABLE tellers (tid int PRIMARY KEY, bid int, balance int, filler char(84))",
          "CREATE TABLE accounts (aid int PRIMARY KEY, bid int, balance int, filler char(84))",
          "CREATE TABLE history (tid int, bid int, aid int, delta int, mtime timestamp)",
          "INSERT INTO branches SELECT i, 0, '' FROM generate_series(1, 3) i",
          "INSERT INTO tellers SELECT i, 1 + i / 10, 0, '' FROM generate_series(0, 29) i",
          "INSERT INTO accounts SELECT i, 1, 0, '' FROM generate_series(1, 30000) i",
          "VACUUM ANALYZE");
      for (int hour = 0; hour < 24; hour++) {
        bench.runUncounted(
            "DO $$DECLARE a int; BEGIN FOR i IN 1 .. 1000 LOOP a := 1 + random() * 29999;"
                + " UPDATE accounts SET balance = balance + 1 WHERE aid = a;"
                + " PERFORM balance FROM accounts WHERE aid = a;"
                + " UPDATE tellers SET balance = balance + 1 WHERE tid = i % 30;"
                + " UPDATE branches SET balance = balance + 1 WHERE bid = 1 + i % 3;"
                + " INSERT INTO history VALUES (i % 30, 1, a, 1, now()); END LOOP; END$$");
      }
      bench.awaitCount("n_tup_upd", "accounts", 24_000);
      bench.await(
          "autovacuum to be done",
          "SELECT count(*) FROM pg_stat_user_tables WHERE n_dead_tup > 50 + 0.2 * n_live_tup",
          "0");

      tells(Judged.of(bench), "healthy");
    }
  }

  /// 80 MB that are looked up and hardly ever changed.
  @ParameterizedTest
  @MethodSource("releases")
  void isSilentAboutALargeTableThatIsRead(Release release) throws Exception {
    try (var bench = Bench.on(SharedServers.on(FaultyServers.patient(release)), "library")) {
      large(bench);
      bench.run("VACUUM ANALYZE books");
      var older = Judged.survey("postgres", bench.server(), "library");
      bench.run(
          "DO $$BEGIN SET enable_seqscan = off; FOR i IN 1 .. 20000 LOOP"
              + " PERFORM v FROM books WHERE id = 1 + i * 7 % 10000;"
              + " IF i % 5000 = 0 THEN UPDATE books SET n = n + 1 WHERE id = i; END IF;"
              + " END LOOP; END$$");
      bench.awaitCount("n_tup_upd", "books", 2);

      tells(Judged.between(older, Judged.survey("postgres", bench.server(), "library")), "healthy");
    }
  }

  /// As pg_restore does it: tables, rows, then keys. Nobody analyzed yet, and autovacuum has not
  /// looked, but is due.
  @ParameterizedTest
  @MethodSource("releases")
  void isNotAlarmedByADumpJustRestored(Release release) throws Exception {
    try (var bench = Bench.on(SharedServers.on(FaultyServers.patient(release)), "restored")) {
      large(bench);
      bench.run(
          "CREATE TABLE readers AS SELECT i AS id, 1 AS book FROM generate_series(1, 20000) i",
          "ALTER TABLE readers ADD PRIMARY KEY (id)",
          "ALTER TABLE readers ADD FOREIGN KEY (book) REFERENCES books");
      bench.awaitCount("n_tup_ins", "readers", 20_000);

      if (Feature.INSERT_TRIGGERED_VACUUM.isIn(release)) {
        tells(Judged.of(bench), "healthy");
      }
    }
  }

  private static void large(Bench bench) throws Exception {
    bench.run(
        "CREATE TABLE books (id int, n int, v text)",
        "ALTER TABLE books ALTER v SET STORAGE PLAIN",
        "INSERT INTO books SELECT i, 0, repeat('x', 7900) FROM generate_series(1, 10000) i",
        "ALTER TABLE books ADD PRIMARY KEY (id)");
    bench.awaitCount("n_tup_ins", "books", 10_000);
  }

  /// Where its counters begin at nothing, that is worth an ANALYZE, and no alarm.
  @ParameterizedTest
  @MethodSource("releases")
  void isNotAlarmedByAStandbyJustPromoted(Release release) throws Exception {
    assumeTrue(Feature.SELECTIVE_VACUUM.isIn(release), "pg_promote() came with 12");
    try (var server = PostgresServer.start(FaultyServers.patient(release));
        var bench = Bench.on(server, "promoted").table("t");
        var standby = Standbys.of(server, Map.of())) {
      var there = new Bench(standby, bench.name());
      there.await("replay", "SELECT count(*) FROM pg_stat_user_tables WHERE relname = 't'", "1");
      there.await("the promotion", "SELECT pg_promote()", "t");
      there.await("its end", "SELECT pg_is_in_recovery()", "f");

      // from 15 on the counters may have come along with the copy
      boolean isLost =
          there.value("SELECT n_live_tup FROM pg_stat_user_tables WHERE relname = 't'").equals("0");
      tells(Judged.of(there), isLost ? "stats-lost" : "healthy");
    }
  }

  /// Exactly these findings, none of them an alarm.
  private static void tells(Judged judged, String... ids) {
    var told = new TreeSet<String>();
    for (var finding : judged.assessment().findings()) {
      if (!finding.id().equals("need-more-data")) {
        told.add(finding.id());
      }
      assertEquals(true, finding.severity().compareTo(Severity.ADVICE) >= 0, () -> judged.told());
    }
    assertEquals(new TreeSet<>(List.of(ids)), told, judged::told);
  }
}
