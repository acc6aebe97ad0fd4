package org.vacuumadvisor.fleet.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackOffTest {
  private static final Duration GLANCE = Duration.ofSeconds(5);

  @Test
  void doublesAfterEachFailureUpToTenMinutes() {
    var atOnce = Duration.ofMillis(20);

    assertEquals(Duration.ofSeconds(10), ServerWatch.backOff(GLANCE, 1, atOnce));
    assertEquals(Duration.ofSeconds(80), ServerWatch.backOff(GLANCE, 4, atOnce));
    assertEquals(Duration.ofMinutes(10), ServerWatch.backOff(GLANCE, 60, atOnce));
  }

  @Test
  void leavesAServerAloneThatLetUsWaitInVain() {
    assertEquals(Duration.ofMinutes(10), ServerWatch.backOff(GLANCE, 1, Duration.ofSeconds(10)));
    assertEquals(Duration.ofMinutes(3), ServerWatch.backOff(GLANCE, 1, Duration.ofSeconds(3)));
  }
}
