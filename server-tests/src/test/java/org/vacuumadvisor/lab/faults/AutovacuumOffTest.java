package org.vacuumadvisor.lab.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.postgres.Release;

/// Autovacuum that is switched off is found wherever it was done and however it was spelled.
class AutovacuumOffTest {
  private static final String OFF = "autovacuum-disabled";

  /// What `parse_bool()` takes for false, and a spelling that needs quoting.
  private static final List<String> SPELLINGS =
      List.of("off", "OFF", "of", "false", "F", "no", "n", "0", "'fals'");

  static List<Release> releases() {
    return FaultyServers.releases();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsItForTablesInEverySpelling(Release release) throws Exception {
    var server = FaultyServers.own(release, AutovacuumOffTest.class);
    try (var bench = Bench.on(server, "off for tables")) {
      var expected = new HashSet<String>();
      for (int i = 0; i < SPELLINGS.size(); i++) {
        bench.run(
            "CREATE TABLE off%d (x int) WITH (autovacuum_enabled = %s)"
                .formatted(i, SPELLINGS.get(i)));
        expected.add("table off" + i);
      }
      bench.run(
          "CREATE TABLE \"Toasted\" (x text) WITH (toast.autovacuum_enabled = off)",
          "CREATE MATERIALIZED VIEW seen WITH (autovacuum_enabled = off) AS SELECT 1 AS x",
          "CREATE TABLE switched_on (x int) WITH (autovacuum_enabled = on)",
          "CREATE TABLE ordinary (x int)");
      expected.addAll(Set.of("toast of \"Toasted\"", "table seen"));
      var before = bench.storageParameters();

      var judged = Judged.of(bench);

      assertEquals(expected, judged.subjectsOf(OFF), judged::told);
      judged.hasNoneBut(OFF);
      judged.obey(server);
      Judged.of(bench).isHealthy();
      judged.takeBack(server);
      assertEquals(before, bench.storageParameters());
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsTheTableWithTheMostDeadRowsFirst(Release release) throws Exception {
    var server = FaultyServers.own(release, AutovacuumOffTest.class);
    try (var bench = Bench.on(server, "off and dead").table("busy")) {
      bench
          .run(
              "ALTER TABLE busy SET (autovacuum_enabled = off)",
              "CREATE TABLE calm (x int) WITH (autovacuum_enabled = off)")
          .kill("busy", Bench.ROWS);

      Judged.later(Duration.ofMinutes(2), bench).leads(OFF, "table busy");
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsItForTheServer(Release release) throws Exception {
    var server = FaultyServers.own(release, AutovacuumOffTest.class);
    try (var bench = Bench.on(server, "off for all").table("t")) {
      for (var setting : List.of("autovacuum", "track_counts")) {
        reload(bench, "ALTER SYSTEM SET " + setting + " = off", setting, "off");

        var judged = Judged.of(bench).leads(OFF, "cluster");

        judged.obey(server);
        reload(bench, "SELECT 1", setting, "on");
        Judged.of(bench).isHealthy();
        judged.takeBack(server);
        reload(bench, "SELECT 1", setting, "off");
        reload(bench, "ALTER SYSTEM RESET " + setting, setting, "on");
      }
    }
  }

  private static void reload(Bench bench, String sql, String setting, String expected)
      throws Exception {
    bench.server().execute(sql, "SELECT pg_reload_conf()");
    bench.await(setting, "SHOW " + setting, expected);
  }
}
