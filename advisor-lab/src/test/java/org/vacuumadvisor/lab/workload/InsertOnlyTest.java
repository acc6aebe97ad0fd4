package org.vacuumadvisor.lab.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.postgres.Release;

class InsertOnlyTest {
  private static final int ROWS = 5_000;
  private static final String COUNTERS =
      " FROM pg_stat_all_tables WHERE schemaname = 'h' AND relname = 'history'";

  @Test
  void onlyInserts() throws Exception {
    try (var database = OwnDatabase.on(Release.V18)) {
      var outcome = loadAndRun(database);
      long rows = ROWS + 10 * outcome.transactions();

      assertTrue(outcome.transactions() > 0);
      assertEquals(rows, database.number("SELECT count(*) FROM h.history"));
      OwnDatabase.await(
          "n_tup_ins",
          () -> database.number("SELECT n_tup_ins" + COUNTERS),
          inserted -> inserted == rows);
      assertEquals(0, database.number("SELECT n_tup_upd + n_tup_del" + COUNTERS));
    }
  }

  /// `HEAP_XMIN_FROZEN` in `htup_details.h` is 0x0300.
  @Test
  void startsFrozen() throws Exception {
    try (var database = OwnDatabase.on(Release.V18)) {
      WorkloadRunner.load(history(ROWS), "h", database::open, 1);
      try (var connection = database.open();
          var statement = connection.createStatement()) {
        statement.execute("CREATE EXTENSION pageinspect");
      }

      assertEquals(
          ROWS,
          database.number(
              """
              SELECT count(*)
                FROM generate_series(0, pg_relation_size('h.history') / 8192 - 1) AS page,
                     LATERAL heap_page_items(get_raw_page('h.history', page::int))
               WHERE t_infomask & 768 = 768\
              """));
    }
  }

  @Test
  void writesRowsOfAboutAHundredBytes() throws Exception {
    try (var database = OwnDatabase.on(Release.V18)) {
      WorkloadRunner.load(history(100), "h", database::open, 1);

      assertEquals(90, database.number("SELECT min(length(data)) FROM h.history"));
      assertEquals(90, database.number("SELECT max(length(data)) FROM h.history"));
      assertEquals(
          1, database.number("SELECT count(*) FROM pg_indexes WHERE tablename = 'history'"));
    }
  }

  private static Script history(long rows) {
    return Scripts.unpaced("insert-only", Map.of("rows", rows));
  }

  private static Outcome loadAndRun(OwnDatabase database) throws Exception {
    var history = history(ROWS);
    WorkloadRunner.load(history, "h", database::open, 1);
    var run = new Run(4, Duration.ofSeconds(1), 1, Duration.ZERO);
    return WorkloadRunner.run(history, "h", database::open, run, _ -> {});
  }
}
