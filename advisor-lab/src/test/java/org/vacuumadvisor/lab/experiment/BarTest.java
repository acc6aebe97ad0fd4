package org.vacuumadvisor.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.vacuumadvisor.lab.experiment.Arm.ADVISED;
import static org.vacuumadvisor.lab.experiment.Arm.DEFAULT;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class BarTest {
  private static final Bar HALF_AGAIN = Bar.atLeast(ADVISED, DEFAULT, Figure.TPS, 1.5);

  /// A round in which the machine was busy with something else disturbs both arms.
  @Test
  void comparesRoundByRound() {
    var results =
        Rounds.of("queue-churn").tps(DEFAULT, 1000, 100, 900).tps(ADVISED, 1500, 160, 1300);

    var verdict = HALF_AGAIN.judge(results.results()).orElseThrow();

    assertEquals("1.50 × (1.44 to 1.60 in 3 rounds)", verdict.measured());
    assertTrue(verdict.reached());
  }

  @Test
  void isMissedJustBelow() {
    var results = Rounds.of("queue-churn").tps(DEFAULT, 1000).tps(ADVISED, 1499);

    assertFalse(HALF_AGAIN.judge(results.results()).orElseThrow().reached());
  }

  @Test
  void saysNothingOfAnArmThatWasNotTried() {
    var results = Rounds.of("queue-churn").tps(ADVISED, 1499).results();

    assertEquals(Optional.empty(), HALF_AGAIN.judge(results));
    assertEquals(Optional.empty(), Bar.noEffect(ADVISED, DEFAULT, Figure.TPS).judge(results));
    assertEquals(Optional.empty(), Bar.worstIndex(ADVISED, 0.8).judge(results));
  }

  /// 1000 to 1100 in the rounds of one arm: 10 % are noise.
  @Test
  void takesADifferenceWithinTheRoundsForNoise() {
    var bar = Bar.noEffect(ADVISED, DEFAULT, Figure.TPS);

    assertTrue(reached(bar, 920));
    assertTrue(reached(bar, 1080));
    assertFalse(reached(bar, 880));
    assertFalse(reached(bar, 1120));
  }

  /// Of a plan with both: without a setting to change, `advised` would be `default` once more.
  @Test
  void countsAnArmThatWasLeftOutAsNoEffect() {
    var results = Rounds.of("read-heavy").tps(DEFAULT, 1000).leftOut(ADVISED).results();

    var verdict = Bar.noEffect(ADVISED, DEFAULT, Figure.TPS).judge(results).orElseThrow();

    assertTrue(verdict.reached());
    assertEquals("no setting is changed", verdict.measured());
  }

  private static boolean reached(Bar bar, long advised) {
    var results =
        Rounds.of("read-heavy").tps(DEFAULT, 950, 1000, 1050).tps(ADVISED, advised, advised);
    return bar.judge(results.results()).orElseThrow().reached();
  }

  /// 4 MB of 10 are wasted in one index, 1 MB of 2 in the other: the first is the worst.
  @Test
  void judgesTheIndexThatWastesMost() {
    var bar = Bar.worstIndex(ADVISED, 0.8);
    var small =
        Rounds.of("tpc-c")
            .index(DEFAULT, "large", 10 << 20, 6 << 20)
            .index(DEFAULT, "small", 2 << 20, 1 << 20)
            .index(ADVISED, "large", 8 << 20, 6 << 20);

    var verdict = bar.judge(small.results()).orElseThrow();

    assertEquals(
        "large: 0.80 × (10,240 kB to 8,192 kB); that of the defaults built anew: 0.60 ×",
        verdict.measured());
    assertTrue(verdict.reached());
    assertFalse(Bar.worstIndex(ADVISED, 0.79).judge(small.results()).orElseThrow().reached());
  }
}
