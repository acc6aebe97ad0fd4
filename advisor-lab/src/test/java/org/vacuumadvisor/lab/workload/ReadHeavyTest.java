package org.vacuumadvisor.lab.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.postgres.Release;

class ReadHeavyTest {
  private static final int ROWS = 2_000;

  /// The norm is 75 to 95 % of reads; inserts and deletes take turns.
  @Test
  void readsMostlyAndKeepsItsSize() throws Exception {
    try (var database = OwnDatabase.on(Release.V18)) {
      var script = Scripts.unpaced("read-heavy", Map.of("rows", (long) ROWS));
      WorkloadRunner.load(script, "r", database::open, 1);
      var run = new Run(4, Duration.ofSeconds(1), 1, Duration.ZERO);

      long done = WorkloadRunner.run(script, "r", database::open, run, _ -> {}).transactions();

      var written = "SELECT n_tup_upd + n_tup_ins + n_tup_del FROM pg_stat_all_tables";
      OwnDatabase.await(
          "rows written",
          () -> database.number(written + " WHERE relname = 'account'") - ROWS,
          found -> found > 0.05 * done && found < 0.25 * done);
      long rows = database.number("SELECT count(*) FROM r.account");
      assertTrue(Math.abs(rows - ROWS) < 0.02 * done + 20, () -> rows + " rows");
    }
  }

  @Test
  void hasPopularKeys() {
    var keys = Draw.skewed(ROWS);
    var random = new SplittableRandom(1);
    var draws = new long[ROWS + 1];
    for (int draw = 0; draw < 20_000; draw++) {
      draws[(int) keys.next(draw, 0, random)]++;
    }
    long popular = Arrays.stream(draws).sorted().skip(ROWS + 1 - ROWS / 100).sum();

    assertEquals(0, draws[0]);
    assertTrue(popular > 20_000 * 0.3, () -> "the top 1 % of the keys got " + popular);
  }
}
