package org.vacuumadvisor.forecast.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.cluster.IndexStart;

/// The manual on parallel vacuum: an index is one process's, the leader works as well, and indexes
/// below `min_parallel_index_scan_size` (512 kB, 64 pages) are left to it.
class IndexStateTest {
  @Test
  void takesAsLongAsAllIndexesWithoutHelp() {
    assertEquals(3_040, indexes(1_000, 2_000, 40).pagesOfSlowest(0));
  }

  @Test
  void givesEachProcessAnIndex() {
    assertEquals(2_040, indexes(1_000, 2_000, 40).pagesOfSlowest(1));
    assertEquals(1_500, indexes(1_000, 1_000, 1_000).pagesOfSlowest(1));
  }

  @Test
  void startsNoMoreProcessesThanThereAreLargeIndexes() {
    assertEquals(2_040, indexes(1_000, 2_000, 40).pagesOfSlowest(8));
  }

  @Test
  void gainsNothingWithOneLargeIndex() {
    assertEquals(2_040, indexes(2_000, 40).pagesOfSlowest(4));
  }

  private static IndexState indexes(double... pages) {
    return new IndexState(
        DoubleStream.of(pages).mapToObj(each -> new IndexStart("i", "btree", each, 20)).toList(),
        Arrivals.NONE,
        8192);
  }
}
