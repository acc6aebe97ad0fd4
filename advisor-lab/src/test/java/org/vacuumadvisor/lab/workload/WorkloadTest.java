package org.vacuumadvisor.lab.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.postgres.Release;

class WorkloadTest {
  @ParameterizedTest
  @MethodSource("org.vacuumadvisor.lab.server.Releases#underTest")
  void runsOnEveryRelease(Release release) throws Exception {
    try (var database = OwnDatabase.on(release)) {
      for (var script : small()) {
        WorkloadRunner.load(script, script.name(), database::open, 1);
        var run = new Run(2, Duration.ofMillis(300), 1, Duration.ZERO);
        var outcome = WorkloadRunner.run(script, script.name(), database::open, run, _ -> {});

        assertTrue(outcome.transactions() > 0, script.name());
      }
    }
  }

  /// Rows in the order of the load: what was drawn, and not when.
  @Test
  void loadsTheSameRowsForTheSameSeed() throws Exception {
    try (var database = OwnDatabase.on(Release.V18)) {
      for (var schema : List.of("a", "b")) {
        WorkloadRunner.load(small().get(1), schema, database::open, 3);
      }

      assertEquals(
          0,
          database.number(
              """
              SELECT count(*)
                FROM a.customer AS one JOIN b.customer AS other USING (c_w_id, c_d_id, c_id)
               WHERE one.c_data <> other.c_data\
              """));
      assertEquals(
          database.number("SELECT sum(ol_amount * ol_i_id) FROM a.order_line"),
          database.number("SELECT sum(ol_amount * ol_i_id) FROM b.order_line"));
    }
  }

  private static List<Script> small() {
    return List.of(
        Scripts.unpaced("queue-churn", Map.of()),
        Scripts.unpaced("tpc-c", Map.of("warehouses", 1L, "customers", 30L, "items", 1_000L)),
        Scripts.unpaced("insert-only", Map.of("rows", 100L)),
        Scripts.unpaced("read-heavy", Map.of("rows", 100L)));
  }
}
