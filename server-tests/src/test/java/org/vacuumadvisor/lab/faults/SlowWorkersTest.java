package org.vacuumadvisor.lab.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

/// One worker of autovacuum that may hardly do anything before it has to sleep: it takes hours for
/// a table, and everything else waits.
class SlowWorkersTest {
  /// One row a page. At a page each 100 ms they take a vacuum more than ten minutes.
  private static final int PAGES = 8_000;

  private static final String SETTING =
      "SELECT current_setting('autovacuum_vacuum_cost_delay')"
          + " || ' ' || current_setting('autovacuum_vacuum_cost_limit')";

  private static final String IS_FAST =
      "SELECT 1000 * current_setting('autovacuum_vacuum_cost_limit')::int"
          + " >= 1000 * extract(milliseconds FROM"
          + " current_setting('autovacuum_vacuum_cost_delay')::interval)";

  static List<Release> releases() {
    return FaultyServers.releases();
  }

  private static ServerSpec slow(Release release) {
    var spec =
        FaultyServers.patient(release)
            .with(
                Map.of(
                    "autovacuum_max_workers", "1",
                    "autovacuum_vacuum_cost_limit", "1",
                    "autovacuum_vacuum_cost_delay", "100"));
    return Setting.TRACK_COST_DELAY_TIMING.isIn(release)
        ? spec.with("track_cost_delay_timing", "on")
        : spec;
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsTheSleepingVacuumAndTheTableThatWaitsForIt(Release release) throws Exception {
    try (var server = PostgresServer.start(slow(release));
        var bench = Bench.on(server, "slow").table("hot")) {
      giant(bench, "VACUUM ANALYZE giant");
      bench.run("DELETE FROM giant WHERE id % 2 = 0");
      bench.awaitCount("n_dead_tup", "giant", PAGES / 2);
      wake(bench);
      awaitScan(bench);
      var older = Judged.survey("postgres", server, "slow");
      var throttled =
          Judged.between(older, Judged.survey("postgres", server, "slow"))
              .hasNoneBut("cost-throttled", "risky-setting");
      bench.kill("hot", Bench.ROWS);

      var starved = Judged.of(bench);

      starved.hasNoneBut("worker-starvation", "cost-throttled", "risky-setting");
      throttlingIsUndone(throttled, bench);
    }
  }

  /// The delay of 100 ms and the limit of 1 give way to at least the 1,000 units a second below
  /// which a server counts as throttled, and come back.
  private static void throttlingIsUndone(Judged throttled, Bench bench) throws Exception {
    var before = bench.value(SETTING);
    throttled.obey(bench.server());
    bench.server().execute("SELECT pg_reload_conf()");
    bench.await("the advice", IS_FAST, "t");
    throttled.takeBack(bench.server());
    bench.server().execute("SELECT pg_reload_conf()");
    bench.await("the way back", SETTING, before);
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsTheStatementThatWaitsForAVacuumAgainstWraparound(Release release) throws Exception {
    try (var server = PostgresServer.start(slow(release));
        var bench = Bench.on(server, "forced")) {
      giant(bench, "ANALYZE giant");
      bench.run("ALTER TABLE giant SET (autovacuum_freeze_max_age = 100000)", BURN);
      wake(bench);
      awaitScan(bench);
      try (var waiting = bench.connect()) {
        int pid = pid(waiting);
        var ddl = Thread.ofVirtual().start(() -> alter(waiting));
        bench.await(
            "the wait", "SELECT count(*) FROM pg_locks WHERE NOT granted AND pid = " + pid, "1");

        var judged = Judged.of(bench);

        judged.leads(
            "antiwraparound-blocks-ddl",
            "table giant",
            "cost-throttled",
            "antiwraparound-normal",
            "wraparound-table-cannot-advance",
            "worker-starvation",
            "risky-setting");
        assertTrue(
            judged.assessment().recommendations().stream()
                .flatMap(each -> each.sql().stream())
                .anyMatch(sql ->
                    sql.contains("pg_cancel_backend(pid)")
                        && sql.contains("pid = %d ".formatted(pid))),
            judged::told);
        bench.value("SELECT pg_cancel_backend(%d)".formatted(pid));
        ddl.join();
      }
      bench.await("the end of the wait", "SELECT count(*) FROM pg_locks WHERE NOT granted", "0");
      assertEquals(0, Judged.of(bench).subjectsOf("antiwraparound-blocks-ddl").size());
    }
  }

  /// Each subtransaction that writes takes a transaction ID.
  static final String BURN =
      "DO $$BEGIN CREATE TEMPORARY TABLE burnt (x int); FOR i IN 1 .. 103000 LOOP BEGIN INSERT INTO"
          + " burnt VALUES (1); EXCEPTION WHEN division_by_zero THEN END; END LOOP; END$$";

  private static void giant(Bench bench, String command) throws Exception {
    bench.run(
        "CREATE TABLE giant (id int, v text) WITH (autovacuum_analyze_threshold = 1000000000)",
        "ALTER TABLE giant ALTER v SET STORAGE PLAIN",
        "INSERT INTO giant SELECT i, repeat('x', 5000) FROM generate_series(1, %d) i"
            .formatted(PAGES),
        command);
    bench.await(
        command,
        "SELECT last_analyze IS NOT NULL FROM pg_stat_user_tables WHERE relname = 'giant'",
        "t");
  }

  /// Autovacuum looks from now on.
  private static void wake(Bench bench) throws Exception {
    bench.server().execute("ALTER SYSTEM SET autovacuum_naptime = 1", "SELECT pg_reload_conf()");
  }

  private static void awaitScan(Bench bench) throws Exception {
    bench.await(
        "the worker at the giant",
        "SELECT coalesce(max(heap_blks_scanned), 0) > 1 FROM pg_stat_progress_vacuum WHERE relid ="
            + " 'giant'::regclass",
        "t");
  }

  private static int pid(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT pg_backend_pid()")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  /// Waits until somebody cancels it.
  private static void alter(Connection connection) {
    try (var statement = connection.createStatement()) {
      statement.execute("ALTER TABLE giant ADD COLUMN later int");
    } catch (SQLException expected) {
      assertEquals("57014", expected.getSQLState());
    }
  }
}
