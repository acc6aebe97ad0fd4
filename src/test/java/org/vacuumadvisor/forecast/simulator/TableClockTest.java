package org.vacuumadvisor.forecast.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.cluster.Slowdown;
import org.vacuumadvisor.forecast.rhythm.LoadClock;
import org.vacuumadvisor.forecast.rhythm.Pace;

/// The load of clients that slow down, beside the same stepped through by tenths of a second.
class TableClockTest {
  private static final Arrivals QUEUE = new Arrivals(100, 100, 0, 0);
  private static final Slowdown HALF_AT_10_000 = new Slowdown(1e-4, 400, 20);
  private static final LoadClock STEADY =
      new Pace(Collections.nCopies(168, 1.0)).from(Instant.parse("2026-03-02T00:00:00Z"));

  @Test
  void isTheClockItselfWhereNobodySlowsDown() {
    var clock = new TableClock(STEADY, null, QUEUE);
    assertEquals(90, clock.load(90), 1e-9);
    assertEquals(90, clock.second(90), 1e-9);
  }

  /// What was counted was half of what comes without dead rows.
  @Test
  void goesAsFastAsDeadRowsLetIt() {
    var clock = clock(2_000);
    double dead = 2_000;
    double load = 0;
    for (int step = 0; step < 36_000; step++) {
      double more = 0.1 * 2 / (1 + dead / 10_000);
      load += more;
      dead += more * QUEUE.lastingDead();
    }
    assertEquals(load, clock.load(3_600), load / 1_000);
  }

  @Test
  void turnsLoadBackIntoSeconds() {
    var clock = clock(2_000);
    assertEquals(1_234, clock.second(clock.load(1_234)), 1e-6);
  }

  @Test
  void goesOnFromTheLastEvent() {
    var clock = clock(2_000);
    double load = clock.load(600);
    double whole = clock.load(1_200);
    clock.at(600, load);
    clock.dead(2_000 + load * QUEUE.lastingDead(), QUEUE.lastingDead());
    assertEquals(whole, clock.load(1_200), 1e-6);
    clock.dead(0, 0);
    assertEquals(load + 2 * 600, clock.load(1_200), 1e-6);
  }

  private static TableClock clock(double dead) {
    var clock = new TableClock(STEADY, HALF_AT_10_000, QUEUE);
    clock.dead(dead, QUEUE.lastingDead());
    return clock;
  }
}
