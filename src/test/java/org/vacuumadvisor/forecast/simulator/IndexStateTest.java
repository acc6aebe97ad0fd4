package org.vacuumadvisor.forecast.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.cluster.IndexStart;
import org.vacuumadvisor.forecast.cluster.IndexStart.Splits;
import org.vacuumadvisor.postgres.Release;

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

  /// The manual on B-trees, "Bottom-up Index Deletion" and "Deduplication": the versions of a row
  /// in an index whose columns do not change share its key (6 bytes each, 13) or are deleted (from
  /// 14), unless somebody may still see them.
  @Test
  void versionsOfRowsTakeLittleOfAUniqueIndex() {
    assertEquals(1_000, grown(Release.V18, true, true));
    double shared = grown(Release.V13, true, true);
    assertEquals(shared, grown(Release.V18, true, false), 1e-6);
    double whole = grown(Release.V18, false, true);
    assertEquals(whole, grown(Release.V12, true, true), 1e-6);
    // a tenth of each page is free at first
    assertEquals((1e6 - 1_000 * 819.2 / 20) * 20 / (8192 * 0.7), whole - 1_000, 1);
    assertTrue(
        shared > 1_000 && shared - 1_000 < 0.3 * (whole - 1_000), () -> String.valueOf(shared));
  }

  /// An index on 200,000 random keys of 8 bytes, just built, as it was on 18 (pages of
  /// `pg_relation_size`).
  @ParameterizedTest
  @CsvSource({"5000, 551", "20000, 693", "25000, 979", "30000, 1082", "80000, 1099"})
  void splitsPagesOfANewIndexInAWave(double more, double pages) {
    var index = random(Splits.IN_A_WAVE);
    assertEquals(pages, index.pagesAfter(more), pages * 0.05);
    for (int part = 0; part < 10; part++) {
      index.add(more / 10);
    }
    assertEquals(pages, index.pages(), pages * 0.05);
  }

  @Test
  void leavesHalfPagesInGroups() {
    assertEquals(551 + 20_000 * 20 / 4_096.0, random(Splits.IN_GROUPS).pagesAfter(20_000), 1e-6);
  }

  private static IndexState random(Splits splits) {
    var index = new IndexStart("btree", 551, 20, Optional.of(200_000.0), false, splits);
    return new IndexState(List.of(index), new Arrivals(100, 1, 0, 0), 8192, Release.V18);
  }

  /// A thousand pages after a million updates that are not HOT.
  private static double grown(Release release, boolean unique, boolean prunable) {
    var indexes =
        new IndexState(
            List.of(
                new IndexStart(
                    "btree", 1_000, 20, Optional.empty(), unique, Splits.HERE_AND_THERE)),
            new Arrivals(0, 0, 0, 100),
            8192,
            release);
    indexes.prunable(prunable);
    indexes.add(1e6);
    return indexes.pages();
  }

  private static IndexState indexes(double... pages) {
    return new IndexState(
        DoubleStream.of(pages).mapToObj(each -> new IndexStart("btree", each, 20)).toList(),
        Arrivals.NONE,
        8192,
        Release.V18);
  }
}
