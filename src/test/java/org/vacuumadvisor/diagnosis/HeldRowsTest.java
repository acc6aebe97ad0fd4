package org.vacuumadvisor.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.model.HorizonHolder.Reach;

/// A table of 1,000 rows has a threshold of 250 dead rows.
class HeldRowsTest {
  private static final Reach ALL = new Reach.Everything();

  @Test
  void areTheDeadRowsOfAllTablesInReach() {
    var given =
        Given.server()
            .with(Given.table("a").dead(300))
            .with(Given.table("b").dead(5))
            .with(Given.table("t").temporary().dead(70));

    assertEquals(Optional.of(305L), dead(ALL, given));
    assertEquals(Optional.of(305L), dead(Given.shop(), given));
    assertEquals(Optional.empty(), dead(new Reach.OneDatabase("archive"), given));
  }

  @Test
  void areNotKnownWhereOneTableWasNotCounted() {
    assertEquals(
        Optional.empty(),
        dead(
            ALL,
            Given.server().with(Given.table("a").dead(300)).with(Given.table("b").notCounted())));
    assertEquals(Optional.empty(), dead(ALL, Given.server().with(Given.table("b").notCounted())));
    assertEquals(Optional.empty(), dead(ALL, Given.server()));
  }

  /// Its counters are not the primary's.
  @Test
  void areNotKnownOnAStandby() {
    assertEquals(
        Optional.empty(), dead(ALL, Given.server().asStandby().with(Given.table("a").dead(5))));
  }

  /// Twice the threshold: a busy table is past it in passing.
  @Test
  void areFarPastFromTwiceTheThresholdOn() {
    assertEquals(false, isFarPast(500));
    assertEquals(true, isFarPast(501));
  }

  private static boolean isFarPast(long dead) {
    var evidence = Given.server().with(Given.table("a").dead(dead)).evidence();
    return HeldRows.isFarPast(HeldRows.within(ALL, evidence).pastThreshold(), evidence);
  }

  private static Optional<Long> dead(Reach reach, Given given) {
    return HeldRows.within(reach, given.evidence()).dead();
  }
}
