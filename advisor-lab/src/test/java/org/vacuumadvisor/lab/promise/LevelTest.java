package org.vacuumadvisor.lab.promise;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LevelTest {
  /// `n_dead_tup` of `pgbench_accounts` on 16, each five seconds from a minute after its vacuum.
  @Test
  void isSteadyWhereQueriesPruneAsManyAsDie() {
    assertTrue(
        seen(
                5_633, 5_985, 6_209, 6_427, 6_767, 7_189, 7_189, 6_785, 6_466, 6_239, 6_126, 6_020,
                6_124, 6_348, 6_391, 6_492, 6_381, 6_282, 6_391, 6_073, 6_238, 6_315, 6_448, 6_359)
            .isSteady());
  }

  /// `price` on 16, whose dead rows wait for autovacuum.
  @Test
  void isNotSteadyWhileDeadRowsAddUp() {
    assertFalse(
        seen(
                178_792, 183_464, 188_344, 193_244, 199_414, 204_313, 209_993, 214_630, 219_450,
                225_170, 229_824, 235_504, 240_343, 245_822, 250_682, 255_562, 261_877, 266_757,
                272_457, 277_033, 281_893, 287_593, 292_432, 297_907)
            .isSteady());
  }

  @Test
  void isNotKnownOfAFewLooks() {
    assertFalse(seen(7_000, 7_000, 7_000).isSteady());
  }

  private static Level seen(long... values) {
    var level = new Level();
    Arrays.stream(values).forEach(level::add);
    return level;
  }
}
