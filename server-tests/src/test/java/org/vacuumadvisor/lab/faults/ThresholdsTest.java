package org.vacuumadvisor.lab.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Release;

/// Thresholds that keep autovacuum away are found; its advice runs, works, and can be taken back.
class ThresholdsTest {
  private static final String TOO_HIGH = "threshold-too-high";
  private static final String INSERT_TOO_HIGH = "insert-threshold-too-high";

  /// One row a page: 66 MiB.
  private static final int LARGE = 8_400;

  static List<Release> releases() {
    return FaultyServers.releases();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsOneRaisedForATable(Release release) throws Exception {
    var server = FaultyServers.own(release, ThresholdsTest.class);
    try (var bench = Bench.on(server, "raised for \"one\" 'table'").table("Order").table("t")) {
      bench
          .run(
              "ALTER TABLE \"Order\" SET (autovacuum_vacuum_threshold = 40000,"
                  + " autovacuum_vacuum_cost_delay = 5, fillfactor = 90)")
          .kill("Order", Bench.ROWS / 2)
          .kill("t", Bench.ROWS / 10);
      var before = bench.storageParameters();

      var judged = Judged.of(bench).leads(TOO_HIGH, "table \"Order\"");

      assertEquals(Set.of("table \"Order\""), judged.subjectsOf(TOO_HIGH));
      judged.obey(server);
      Judged.of(bench).hasNoneBut("healthy");
      judged.takeBack(server);
      assertEquals(before, bench.storageParameters());
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsOneRaisedForTheServer(Release release) throws Exception {
    var server = FaultyServers.own(release, ThresholdsTest.class);
    try (var bench = Bench.on(server, "raised for all").table("t").kill("t", Bench.ROWS / 2)) {
      set(bench, "ALTER SYSTEM SET autovacuum_vacuum_scale_factor = 0.9", "0.9");
      try {
        var before = bench.storageParameters();

        var judged = Judged.of(bench).leads(TOO_HIGH, "table t", "risky-setting");

        judged.obey(server);
        set(bench, "SELECT 1", "0.2");
        Judged.of(bench).isHealthy();
        judged.takeBack(server);
        set(bench, "SELECT 1", "0.9");
        assertEquals(before, bench.storageParameters());
      } finally {
        set(bench, "ALTER SYSTEM RESET autovacuum_vacuum_scale_factor", "0.2");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsALargeTableThatOnlyGrows(Release release) throws Exception {
    var server = FaultyServers.own(release, ThresholdsTest.class);
    try (var bench = Bench.on(server, "growing")) {
      bench.run(
          "CREATE TABLE log (id int, v text)",
          "ALTER TABLE log ALTER v SET STORAGE PLAIN",
          "INSERT INTO log SELECT i, repeat('x', 5000) FROM generate_series(1, %d) i"
              .formatted(LARGE));
      bench.awaitCount("n_tup_ins", "log", LARGE);
      if (Feature.INSERT_TRIGGERED_VACUUM.isIn(release)) {
        // what is due by itself is no finding
        bench.run("ALTER TABLE log SET (autovacuum_vacuum_insert_threshold = -1)");
      }
      findsItAndHelps(bench);
    }
  }

  private static void findsItAndHelps(Bench bench) throws Exception {
    var before = bench.storageParameters();

    var judged = Judged.of(bench).leads(INSERT_TOO_HIGH, "table log");

    judged.obey(bench.server());
    bench.await(
        "the vacuum",
        "SELECT pg_relation_size(oid) = relallvisible::bigint * 8192 FROM pg_class"
            + " WHERE relname = 'log'",
        "t");
    Judged.of(bench).isHealthy();
    judged.takeBack(bench.server());
    assertEquals(before, bench.storageParameters());
  }

  private static void set(Bench bench, String sql, String expected) throws Exception {
    bench.server().execute(sql, "SELECT pg_reload_conf()");
    bench.await("the setting", "SHOW autovacuum_vacuum_scale_factor", expected);
  }
}
