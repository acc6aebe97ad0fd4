package org.vacuumadvisor.forecast.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HotChainsTest {
  private static final double HALF_OF_IT = Math.log(2);

  @Test
  void addUpUntilAsManyArePrunedAsDie() {
    var chains = new HotChains(1_000, 2, 2);

    assertEquals(500, chains.after(0, 500 * HALF_OF_IT), 1e-6);
    assertEquals(1_000, chains.after(0, 1e6), 1e-6);
  }

  @Test
  void holdFewerWhereOtherUpdatesPruneTheirPages() {
    assertEquals(500, new HotChains(1_000, 1, 2).after(0, 1e6), 1e-6);
  }

  @Test
  void addUpWithoutEndWhileSomebodyHoldsTheHorizon() {
    assertEquals(2_000_005, new HotChains(Double.POSITIVE_INFINITY, 2, 2).after(5, 1e6), 1e-6);
  }

  @Test
  void keepWhatWasThereUntilAVacuum() {
    assertEquals(3_000, new HotChains(1_000, 1, 1).after(3_000, 1e6), 1e-6);
  }

  @Test
  void reachAThresholdWhenTheyAddUpToIt() {
    var chains = new HotChains(1_000, 2, 3);
    double lasting = 0.5;

    double by = chains.untilMore(100, 800, lasting, Moves.ENDLESS);

    assertEquals(800, chains.after(100, by) - 100 + lasting * by, 0.01);
  }

  @Test
  void neverReachWhatTheyHaveNoRoomFor() {
    assertEquals(
        Double.POSITIVE_INFINITY, new HotChains(1_000, 2, 2).untilMore(0, 1_000, 0, Moves.ENDLESS));
    assertEquals(
        500 * HALF_OF_IT, new HotChains(1_000, 2, 2).untilMore(0, 500, 0, Moves.ENDLESS), 1e-6);
  }

  @Test
  void haveTheRoomThatWasSeen() {
    double room = HotChains.room(600, 300, 0.5, 2, 3);

    assertEquals(600, new HotChains(room, 2, 3).after(0, 300) + 0.5 * 300, 0.01);
  }

  @Test
  void haveNoRoomToSpeakOfWhereWhatOnlyVacuumRemovesExplainsAll() {
    assertEquals(0, HotChains.room(100, 300, 0.5, 2, 3));
  }

  /// pgbench on 13, scale 10, 400 transactions a second: 16,563 full pages, of 72,275 updates
  /// 44,105 were HOT, and 10,201 dead rows brought a vacuum each 14,000 updates; up to 2,800 of
  /// them are a naptime of 7 s.
  @Test
  void addUpAsOnAServer() {
    double hot = 44_105 / 72_275.0;

    double updates = new HotChains(16_563, hot, 1).untilMore(0, 10_201, 1 - hot, Moves.ENDLESS);

    assertTrue(updates > 11_200 && updates < 14_000, "after " + updates);
  }
}
