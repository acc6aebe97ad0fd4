package org.vacuumadvisor.model.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.history.IdTrail.Source;

class IdTrackerTest {
  /// A Monday, 0 o'clock.
  private static final Instant START = Instant.parse("2026-11-16T00:00:00Z");

  private final IdTracker tracker = new IdTracker(Source.REMOVABLE_CUTOFF);

  private void see(long second, long id) {
    tracker.see(START.plusSeconds(second), id);
  }

  private IdTrail trail() {
    return tracker.trail().orElseThrow();
  }

  @Test
  void spreadsWhatWasUsedOverTheHoursInBetween() {
    see(0, 1_000);
    see(7_200, 8_200);
    see(9_000, 10_000);

    assertEquals(9_000, trail().used());
    assertEquals(3_600, trail().hours().amount(0), 1e-3);
    assertEquals(3_600, trail().hours().amount(1), 1e-3);
    assertEquals(1_800, trail().hours().amount(2), 1e-3);
    assertEquals(1_800, trail().hours().seconds(2), 1e-3);
    assertEquals(0, trail().hours().seconds(3), 1e-3);
  }

  /// After 4,294,967,295 comes 3.
  @Test
  void goesOnWhereTheCounterStartsAnew() {
    see(0, 4_294_967_000L);
    see(3_600, 704);

    assertEquals(1_000, trail().used());
  }

  /// Workers write their reports in no strict order, and a horizon that is held does not move.
  @Test
  void countsOnlyWhatIsAheadOfAllBefore() {
    see(0, 1_000);
    see(3_600, 5_000);
    see(3_700, 4_000);
    see(7_200, 5_000);
    see(10_800, 9_000);

    assertEquals(8_000, trail().used());
    assertEquals(2_000, trail().hours().amount(1), 1e-3);
    assertEquals(2_000, trail().hours().amount(2), 1e-3);
  }

  @Test
  void leavesOutWhatNoServerUsesSoFast() {
    see(0, 1_000);
    see(1, 2_000_000_000);
    see(3_600, 4_600);

    assertEquals(3_600, trail().used());
  }

  @Test
  void isNothingWithoutTwoSights() {
    assertEquals(Optional.empty(), tracker.trail());
    see(0, 1_000);
    see(60, 1_000);
    assertEquals(Optional.empty(), tracker.trail());
  }

  @Test
  void tellsTheCounterOfTheSameServerFromOthers() {
    see(0, 1_000);
    see(3_600, 4_600);
    long epoch = 1L << 32;

    assertTrue(trail().mayBeOf(epoch + 4_600, START.plusSeconds(3_700)));
    assertFalse(trail().mayBeOf(epoch + 4_599, START.plusSeconds(3_700)));
    assertTrue(trail().mayBeOf(epoch + 2_000, START.plusSeconds(1_000)));
    assertFalse(trail().mayBeOf(epoch + 500, START.plusSeconds(1_000)));
    assertTrue(trail().mayBeOf(epoch + 500, START.minusSeconds(1_000)));
    assertFalse(trail().mayBeOf(epoch + 5_000, START.minusSeconds(1_000)));
  }
}
