package org.vacuumadvisor.lab.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.postgres.Release;

/// Faults of single tables: of their settings, of how they are updated, of who may vacuum them.
class TablesAtFaultTest {
  static List<Release> releases() {
    return FaultyServers.releases();
  }

  private static PostgresServer server(Release release) {
    return FaultyServers.own(release, TablesAtFaultTest.class);
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsAnAnalyzeThresholdThatSomeoneRaised(Release release) throws Exception {
    try (var bench = Bench.on(server(release), "unanalyzed").table("it's \"old\"").table("t")) {
      bench.run("ALTER TABLE \"it's \"\"old\"\"\" SET (autovacuum_analyze_threshold = 1000000)");
      bench.kill("it's \"old\"", Bench.ROWS / 5);
      obeyedAndTakenBack(bench, "statistics-stale", "table \"it's \"\"old\"\"\"");
    }
  }

  /// As `pg_restore_relation_stats()` sets them, since 18.
  @ParameterizedTest
  @MethodSource("releases")
  void findsStatisticsOfAnotherTable(Release release) throws Exception {
    try (var bench = Bench.on(server(release), "borrowed").table("t")) {
      bench.kill("t", Bench.ROWS);
      bench.run("UPDATE pg_class SET reltuples = 3e9, relpages = 51e6 WHERE relname = 't'");
      var judged = Judged.of(bench).leads("statistics-stale", "table t", "bloat-estimate-wrong");

      judged.obeyFirst(bench.server());

      assertEquals("t", bench.value("SELECT reltuples < 1e6 FROM pg_class WHERE relname = 't'"));
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsAFreezeAgeThatDoesNothing(Release release) throws Exception {
    try (var bench = Bench.on(server(release), "inert").table("t")) {
      bench.run("ALTER TABLE t SET (autovacuum_freeze_max_age = 500000000, fillfactor = 90)");
      obeyedAndTakenBack(bench, "inert-setting", "table t");
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsIndexesThatVacuumLeavesAsTheyAre(Release release) throws Exception {
    assumeTrue(Feature.SELECTIVE_VACUUM.isIn(release), "the parameter came with 12");
    try (var bench = Bench.on(server(release), "uncleaned").table("t").kill("t", 100)) {
      bench.run("ALTER TABLE t SET (vacuum_index_cleanup = off)");
      obeyedAndTakenBack(bench, "risky-setting", "table t");
    }
  }

  /// Values that repeat end the build of a unique index, and leave it behind.
  @ParameterizedTest
  @MethodSource("releases")
  void findsAnIndexThatABuildLeftBehind(Release release) throws Exception {
    try (var bench = Bench.on(server(release), "invalid")) {
      bench.run(
          "CREATE TABLE t (id int PRIMARY KEY, ref int)",
          "INSERT INTO t SELECT i, i % 9 FROM generate_series(1, 1000) i",
          "VACUUM ANALYZE t");
      assertThrows(
          SQLException.class, () -> bench.run("CREATE UNIQUE INDEX CONCURRENTLY t_ref ON t (ref)"));

      Judged.of(bench).leads("index-bloat", "index t_ref");

      bench.run("DROP INDEX CONCURRENTLY t_ref");
      Judged.of(bench).isHealthy();
    }
  }

  /// A cursor in the index on `v` has nothing to do with it: `v` is what changes.
  @ParameterizedTest
  @MethodSource("releases")
  void doesNotAskForRoomWhereAnIndexedColumnChanges(Release release) throws Exception {
    try (var bench = updated(release, "indexed column", 50, "CREATE INDEX ON u (v)")) {
      var judged = Judged.of(bench).leads("low-hot-ratio", "table u");

      assertTrue(
          judged.assessment().recommendations().stream()
              .noneMatch(each -> each.sql().orElse("").contains("fillfactor")),
          judged::told);
      assertTrue(
          judged.assessment().notRecommended().stream()
              .anyMatch(each -> each.what().contains("fillfactor")),
          judged::told);
      assertEquals(
          Feature.IO_STATISTICS.isIn(release),
          judged.first().headline().endsWith("they may change v of index u_v_idx"),
          judged::told);
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void isSilentAboutUpdatesThatAreHot(Release release) throws Exception {
    try (var bench = updated(release, "hot", 50, "SELECT 1")) {
      Judged.of(bench).isHealthy();
    }
  }

  /// Pages that are half full, of which one row after the other is updated twice, and vacuumed.
  private static Bench updated(Release release, String name, int fillfactor, String before)
      throws Exception {
    var bench = Bench.on(server(release), name);
    bench.run(
        "CREATE TABLE u (id int PRIMARY KEY, v int, filler text) WITH (fillfactor = %d)"
            .formatted(fillfactor),
        "INSERT INTO u SELECT i, i, repeat('x', 200) FROM generate_series(1, %d) i"
            .formatted(Bench.ROWS),
        "VACUUM ANALYZE u",
        before);
    for (int round = 1; round <= 3; round++) {
      bench.run("UPDATE u SET v = v + 1", "VACUUM ANALYZE u");
    }
    bench.awaitCount("n_tup_upd", "u", 3L * Bench.ROWS);
    return bench;
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsAPartitionedTableNobodyAnalyzed(Release release) throws Exception {
    assumeTrue(Feature.PARTITIONED_TABLE_STATISTICS.isIn(release), "nobody counts before 14");
    try (var bench = Bench.on(server(release), "partitioned")) {
      bench.run(
          "CREATE TABLE p (id int, v text) PARTITION BY RANGE (id)",
          "CREATE TABLE p1 PARTITION OF p FOR VALUES FROM (0) TO (10000)",
          "CREATE TABLE p2 PARTITION OF p FOR VALUES FROM (10000) TO (20000)",
          "INSERT INTO p SELECT i, 'x' FROM generate_series(0, 19999) i",
          "VACUUM ANALYZE p1, p2");
      bench.await(
          "the vacuums",
          "SELECT count(*) FROM pg_stat_user_tables WHERE relname IN ('p1', 'p2')"
              + " AND last_analyze IS NOT NULL",
          "2");

      var judged = Judged.of(bench).leads("partition-parent-not-analyzed", "table p");

      judged.obey(bench.server());
      bench.await(
          "the analyze",
          "SELECT last_analyze IS NOT NULL FROM pg_stat_user_tables WHERE relname = 'p'",
          "t");
      Judged.of(bench).isHealthy();
    }
  }

  /// It goes with its session.
  @ParameterizedTest
  @MethodSource("releases")
  void findsATemporaryTableThatKeepsItsDatabaseOld(Release release) throws Exception {
    try (var bench = Bench.on(server(release), "temporary").table("t")) {
      try (var session = bench.connect();
          var statement = session.createStatement()) {
        statement.execute(
            "CREATE TEMPORARY TABLE kept (x int) WITH (autovacuum_freeze_max_age = 100000)");
        bench.run(SlowWorkersTest.BURN);

        Judged.of(bench).leads("wraparound-table-cannot-advance", "table kept");
      }
      bench.await(
          "the end of the session", "SELECT count(*) FROM pg_class WHERE relname = 'kept'", "0");
      Judged.of(bench).isHealthy();
    }
  }

  /// No worker reads another session's table.
  @ParameterizedTest
  @MethodSource("releases")
  void findsATemporaryTableThatIsHalfDead(Release release) throws Exception {
    try (var bench = Bench.on(server(release), "staged").table("t");
        var session = bench.connect();
        var statement = session.createStatement()) {
      statement.execute(
          "CREATE TEMPORARY TABLE stage AS SELECT x FROM generate_series(1, 20000) x");
      statement.execute("UPDATE stage SET x = x + 1");
      // up to 14 counters are sent at the end of a statement, twice a second at most
      statement.execute("SELECT pg_sleep(0.6)");
      bench.await(
          "the counters",
          "SELECT n_dead_tup FROM pg_stat_user_tables WHERE relname = 'stage'",
          "20000");

      Judged.of(bench).leads("autovacuum-disabled", "table stage");

      statement.execute("VACUUM (ANALYZE) stage");
      bench.await(
          "the vacuum", "SELECT n_dead_tup FROM pg_stat_user_tables WHERE relname = 'stage'", "0");
      Judged.of(bench).isHealthy();
    }
  }

  /// Every row dies several times in each naptime, and every vacuum finds as many.
  @ParameterizedTest
  @MethodSource("releases")
  void findsATableThatDiesFasterThanAutovacuumLooks(Release release) throws Exception {
    var spec = FaultyServers.patient(release).with("autovacuum_naptime", "2");
    try (var server = PostgresServer.start(spec);
        var bench = Bench.on(server, "churned").table("q")) {
      bench.run("CREATE INDEX ON q (v)");
      churn(bench, 4);
      var older = Judged.survey("postgres", server, "churned");
      churn(bench, 2);

      Judged.between(older, Judged.survey("postgres", server, "churned"))
          .leads("naptime-too-long", "table q", "low-hot-ratio", "index-bloat", "heap-bloat");
    }
  }

  /// Updates all rows again and again until autovacuum has come so many times more.
  private static void churn(Bench bench, int vacuums) throws Exception {
    var count = "SELECT autovacuum_count FROM pg_stat_user_tables WHERE relname = 'q'";
    long enough = Long.parseLong(bench.value(count)) + vacuums;
    long end = System.nanoTime() + 60_000_000_000L;
    for (int at = 0; Long.parseLong(bench.value(count)) < enough; at++) {
      assertTrue(System.nanoTime() < end, "autovacuum does not come");
      bench.run("UPDATE q SET v = 'z" + at + "'");
    }
  }

  /// 1 MB holds 174,762 IDs of 6 bytes.
  @ParameterizedTest
  @MethodSource("releases")
  void findsMemoryThatIsTooSmallForOnePass(Release release) throws Exception {
    assumeTrue(!Feature.TID_STORE.isIn(release), "no formula since 17");
    var server = server(release);
    try (var bench = Bench.on(server, "passes")) {
      bench.run(
          "CREATE TABLE t (id int PRIMARY KEY)",
          "INSERT INTO t SELECT generate_series(1, 250000)",
          "VACUUM ANALYZE t");
      bench.run("DELETE FROM t WHERE id > 70000");
      bench.awaitCount("n_dead_tup", "t", 180_000);
      set(bench, "ALTER SYSTEM SET autovacuum_work_mem = '1MB'", "1MB");
      try {
        var judged = Judged.of(bench).leads("index-passes", "table t", "risky-setting");

        judged.obey(server);
        set(bench, "SELECT 1", "128MB");
        Judged.of(bench).isHealthy();
        judged.takeBack(server);
        set(bench, "SELECT 1", "1MB");
      } finally {
        set(bench, "ALTER SYSTEM RESET autovacuum_work_mem", "-1");
      }
    }
  }

  private static void set(Bench bench, String sql, String expected) throws Exception {
    bench.server().execute(sql, "SELECT pg_reload_conf()");
    bench.await("the setting", "SHOW autovacuum_work_mem", expected);
  }

  private static void obeyedAndTakenBack(Bench bench, String id, String subject) throws Exception {
    var before = bench.storageParameters();

    var judged = Judged.of(bench).leads(id, subject);

    judged.obey(bench.server());
    assertTrue(!bench.storageParameters().equals(before), judged::told);
    Judged.of(bench).hasNoneBut("healthy");
    judged.takeBack(bench.server());
    assertEquals(before, bench.storageParameters(), Identifiers.quoted(subject));
  }
}
