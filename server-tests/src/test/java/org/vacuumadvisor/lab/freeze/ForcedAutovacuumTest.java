package org.vacuumadvisor.lab.freeze;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.freeze.Deadline.Limit;
import org.vacuumadvisor.freeze.FreezeOptions;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.Sources;
import org.vacuumadvisor.freeze.TableOutlook;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.postgres.Release;

/// Autovacuum comes by force when the plan says, and in the order that it says.
class ForcedAutovacuumTest {
  /// What the test itself, and autovacuum, may use of IDs.
  private static final long MARGIN = 1_000;

  static List<Release> releases() {
    var all = Releases.underTest();
    return Stream.of(all.getFirst(), all.getLast()).distinct().toList();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void comesWhenThePlanSaysAndInItsOrder(Release release) throws Exception {
    var spec =
        ServerSpec.of(release)
            .with(Map.of("autovacuum_naptime", "1", "autovacuum_freeze_max_age", "200000"));
    try (var bench = FreezeBench.start(spec, "shop")) {
      bench.run(
          "CREATE TABLE later (id int) WITH (autovacuum_freeze_max_age = 120000)",
          "CREATE TABLE sooner (id int) WITH (autovacuum_freeze_max_age = 100000)",
          "CREATE TABLE canary (id int) WITH (autovacuum_vacuum_cost_delay = 0)");
      var predicted = forcedOrder(bench);
      assertEquals(List.of("sooner", "later", "canary"), names(predicted));

      bench.burn(left(predicted.getFirst()) - MARGIN);
      letAutovacuumVisit(bench, 1);
      assertEquals(List.of(), forced(bench));

      bench.burn(2 * MARGIN);
      awaitForced(bench, "sooner");
      assertEquals(List.of("sooner"), forced(bench));

      bench.burn(left(predicted.get(1)) - left(predicted.getFirst()) - 2 * MARGIN);
      letAutovacuumVisit(bench, 2);
      assertEquals(List.of("sooner"), forced(bench));

      bench.burn(2 * MARGIN);
      awaitForced(bench, "later");
    }
  }

  private static List<TableOutlook> forcedOrder(FreezeBench bench) throws Exception {
    var now = bench.survey();
    return FreezePlan.of(
            new Sources(
                now, List.of(FreezeBench.earlier(now, Duration.ofDays(1))), Optional.empty()),
            FreezeOptions.usual(now))
        .tables()
        .stream()
        .filter(each -> !each.table().isSystem())
        .toList();
  }

  private static List<String> names(List<TableOutlook> tables) {
    return tables.stream().map(each -> each.table().name().name()).toList();
  }

  private static long left(TableOutlook table) {
    return table.deadline(Limit.FORCED).orElseThrow().left().count();
  }

  /// A worker that has come for the dead rows of the canary has looked at the others, too.
  private static void letAutovacuumVisit(FreezeBench bench, int times) throws SQLException {
    bench.run("INSERT INTO canary SELECT generate_series(1, 2000)", "DELETE FROM canary");
    bench.await(
        "SELECT autovacuum_count >= %d FROM pg_stat_user_tables WHERE relname = 'canary'"
            .formatted(times),
        "t");
  }

  private static void awaitForced(FreezeBench bench, String table) throws SQLException {
    bench.await(
        "SELECT autovacuum_count FROM pg_stat_user_tables WHERE relname = '%s'".formatted(table),
        "1");
  }

  private static List<String> forced(FreezeBench bench) throws SQLException {
    return bench.values(
        "SELECT relname FROM pg_stat_user_tables WHERE autovacuum_count > 0 AND relname <> 'canary'"
            + " ORDER BY last_autovacuum");
  }
}
