package org.vacuumadvisor.lab.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.postgres.Release;

class QueueChurnTest {
  /// More than all other clients take while one waits for a processor: who finds every row of its
  /// snapshot gone takes none, and the queue grows by one.
  private static final int ROWS = 500;

  @Test
  void turnsOverAndKeepsItsSize() throws Exception {
    try (var database = OwnDatabase.on(Release.V18)) {
      var outcome = run(database, ROWS, 4);

      assertTrue(outcome.transactions() > 50, () -> "too few: " + outcome.transactions());
      assertEquals(ROWS, database.number("SELECT count(*) FROM q.bencher"));
      awaitCounter(database, "n_tup_ins", ROWS + outcome.transactions());
      awaitCounter(database, "n_tup_upd", outcome.transactions());
      awaitCounter(database, "n_tup_del", outcome.transactions());
    }
  }

  /// As published: the first iteration finds nothing to take.
  @Test
  void startsEmpty() throws Exception {
    try (var database = OwnDatabase.on(Release.V18)) {
      var outcome = run(database, 0, 1);

      assertEquals(1, database.number("SELECT count(*) FROM q.bencher"));
      awaitCounter(database, "n_tup_del", outcome.transactions() - 1);
    }
  }

  @Test
  void hasNoIndex() throws Exception {
    try (var database = OwnDatabase.on(Release.V18)) {
      WorkloadRunner.load(queue(0), "q", database::open, 1);

      assertEquals(
          0, database.number("SELECT count(*) FROM pg_indexes WHERE tablename = 'bencher'"));
    }
  }

  static Script queue(long rows) {
    return Scripts.unpaced("queue-churn", Map.of("rows", rows));
  }

  private static Outcome run(OwnDatabase database, long rows, int clients) throws Exception {
    var churn = queue(rows);
    WorkloadRunner.load(churn, "q", database::open, 1);
    var run = new Run(clients, Duration.ofSeconds(1), 1, Duration.ZERO);
    return WorkloadRunner.run(churn, "q", database::open, run, _ -> {});
  }

  private static void awaitCounter(OwnDatabase database, String counter, long wanted)
      throws Exception {
    var query = "SELECT " + counter + " FROM pg_stat_all_tables WHERE relname = 'bencher'";
    OwnDatabase.await(counter, () -> database.number(query), found -> found == wanted);
  }
}
