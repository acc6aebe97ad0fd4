package org.vacuumadvisor.forecast.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.simulator.Footprint.Pruning;

/// Pages of 8 kB hold 8,168 bytes, and at most 291 line pointers (`MaxHeapTuplesPerPage`).
class FootprintTest {
  private static final int PAGE = 8_168;

  private static final Footprint FOOTPRINT =
      new Footprint(new Arrivals(0, 0, 0, 1), 8_192, 100, PAGE, 28);

  @Test
  void putsNoMoreLinePointersOnAPageThanItHas() {
    double bytes = FOOTPRINT.updated(291_000, 0, 1_000, Pruning.BY_QUERIES);

    assertEquals(1_000, bytes / PAGE, 3);
  }

  /// 81 rows of 100 bytes and 17 line pointers fill a page before it has 291 of them.
  @Test
  void countsLinePointersByTheirBytesWhereRowsFillThePage() {
    double bytes = FOOTPRINT.updated(17_000, 81_000, 1_000, Pruning.BY_QUERIES);

    assertEquals(1_000 * 100 + 17_000 * 4, bytes, 1);
  }

  @Test
  void keepsWholeRowsThatSomebodyMaySee() {
    assertEquals(100_000, FOOTPRINT.updated(1_000, 50, 10, Pruning.NOBODY));
  }
}
