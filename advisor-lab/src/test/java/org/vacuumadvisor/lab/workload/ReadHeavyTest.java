package org.vacuumadvisor.lab.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.lab.workload.run.Run;
import org.vacuumadvisor.lab.workload.run.WorkloadRunner;
import org.vacuumadvisor.postgres.Release;

class ReadHeavyTest {
  private static final int ROWS = 2_000;

  @ParameterizedTest
  @ValueSource(ints = {75, 90, 95})
  void readsAsMuchAsAsked(int percent) throws Exception {
    try (var database = OwnDatabase.on(Release.V18);
        var connection = database.open()) {
      var client = new ReadHeavy(ROWS, percent).client(connection, 1);
      long reads =
          Stream.generate(client::next).limit(20_000).filter(step -> step.action().reads()).count();

      assertEquals(percent, reads / 200.0, 1);
    }
  }

  @Test
  void countsWhatTheServerCounts() throws Exception {
    try (var database = OwnDatabase.on(Release.V18)) {
      var workload = new ReadHeavy(ROWS, 90);
      WorkloadRunner.load(workload, "r", database::open, 1, _ -> {});
      var run = new Run(4, Duration.ofSeconds(1), 1, Duration.ZERO);
      var outcome = WorkloadRunner.run(workload, "r", database::open, run, _ -> {});

      assertTrue(outcome.readShare() > 0.75, () -> "read share " + outcome.readShare());
      assertTrue(outcome.readShare() < 0.95, () -> "read share " + outcome.readShare());
      awaitCounter(database, "n_tup_upd", outcome.count(Action.UPDATE));
      awaitCounter(database, "n_tup_ins", ROWS + outcome.count(Action.INSERT));
      awaitCounter(database, "n_tup_del", outcome.count(Action.DELETE));
    }
  }

  @Test
  void hasPopularKeys() {
    var keys = new SkewedKeys(ROWS);
    var random = new SplittableRandom(1);
    var draws = new long[ROWS + 1];
    for (int draw = 0; draw < 20_000; draw++) {
      draws[(int) keys.draw(random)]++;
    }
    long popular = Arrays.stream(draws).sorted().skip(ROWS + 1 - ROWS / 100).sum();

    assertEquals(0, draws[0]);
    assertTrue(popular > 20_000 * 0.3, () -> "the top 1 % of the keys got " + popular);
  }

  @ParameterizedTest
  @ValueSource(ints = {74, 96})
  void refusesSharesOutsideTheNorm(int percent) {
    assertThrows(IllegalArgumentException.class, () -> new ReadHeavy(ROWS, percent));
  }

  private static void awaitCounter(OwnDatabase database, String counter, long wanted)
      throws Exception {
    var query = "SELECT " + counter + " FROM pg_stat_all_tables WHERE relname = 'account'";
    OwnDatabase.await(counter, () -> database.number(query), found -> found == wanted);
  }
}
