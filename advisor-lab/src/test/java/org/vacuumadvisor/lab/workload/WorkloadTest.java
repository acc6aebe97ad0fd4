package org.vacuumadvisor.lab.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.workload.run.Run;
import org.vacuumadvisor.lab.workload.run.WorkloadRunner;
import org.vacuumadvisor.postgres.Release;

class WorkloadTest {
  @ParameterizedTest
  @MethodSource("org.vacuumadvisor.lab.server.Releases#underTest")
  void runsOnEveryRelease(Release release) throws Exception {
    try (var database = OwnDatabase.on(release)) {
      for (var workload : small()) {
        var loading = new ArrayList<Progress>();
        WorkloadRunner.load(workload, workload.name(), database::open, 1, loading::add);
        var run = new Run(2, Duration.ofMillis(300), 1, Duration.ZERO);
        var outcome = WorkloadRunner.run(workload, workload.name(), database::open, run, _ -> {});

        assertTrue(loading.stream().allMatch(Progress.Loading.class::isInstance));
        assertTrue(!loading.isEmpty());
        assertTrue(outcome.transactions() > 0, workload.name());
        assertEquals(outcome.transactions(), outcome.latency().getTotalCount());
        assertEquals(
            outcome.transactions(),
            outcome.actions().values().stream().mapToLong(Long::longValue).sum());
      }
    }
  }

  @Test
  void decidesTheSameForTheSameSeed() throws Exception {
    try (var database = OwnDatabase.on(Release.V18);
        var connection = database.open()) {
      for (var workload : small()) {
        assertEquals(
            decisions(workload.client(connection, 7)), decisions(workload.client(connection, 7)));
      }
    }
  }

  @Test
  void decidesOtherwiseForAnotherSeed() throws Exception {
    try (var database = OwnDatabase.on(Release.V18);
        var connection = database.open()) {
      for (var workload : List.of(new TpcC(2, 100), new InsertOnly(1), new ReadHeavy(100, 90))) {
        assertNotEquals(
            decisions(workload.client(connection, 7)), decisions(workload.client(connection, 8)));
      }
    }
  }

  /// Rows in the order of the load: what was drawn, and not when.
  @Test
  void loadsTheSameRowsForTheSameSeed() throws Exception {
    try (var database = OwnDatabase.on(Release.V18)) {
      for (var schema : List.of("a", "b")) {
        WorkloadRunner.load(new TpcC(1, 100), schema, database::open, 3, _ -> {});
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

  @Test
  void isFoundByItsName() {
    for (var workload : Workload.all()) {
      assertEquals(workload, Workload.named(workload.name()));
    }
    assertEquals(new TpcC(5, 10), Workload.named("tpc-c", 5));
    assertEquals(new QueueChurn(5), Workload.named("queue-churn", 5));
  }

  @Test
  void saysWhichNamesThereAre() {
    var refusal = assertThrows(IllegalArgumentException.class, () -> Workload.named("tpcc"));

    assertEquals(
        "There is no workload \"tpcc\"; there are queue-churn, tpc-c, insert-only, read-heavy.",
        refusal.getMessage());
  }

  private static List<Workload> small() {
    return List.of(
        new QueueChurn(0), new TpcC(2, 100), new InsertOnly(100), new ReadHeavy(100, 90));
  }

  private static List<Transaction> decisions(Client<?> client) {
    return Stream.<Transaction>generate(client::next).limit(500).toList();
  }
}
