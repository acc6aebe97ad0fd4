package org.vacuumadvisor.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

class OpportunisticFreezingTest {
  /// A million rows on 12,245 pages, one in 20 seconds updated: autovacuum comes after 2,050 of
  /// them, each 11 hours, long after the checkpoints that follow the updates, and long before rows
  /// are old (half of `autovacuum_freeze_max_age`, 11 hours). From 16 on it freezes the pages that
  /// it prunes all the same: 12,245 × (1 - e^-(2,051 / 12,245)), of which as large a part is
  /// changed again before the second vacuum, which reads all that is not frozen.
  @Test
  void leavesTheAggressiveVacuumLessFrom16() {
    assertEquals(12_245, aggressivelyScanned(Release.V15), 200);
    assertEquals(12_245 - 1_888 * 0.85, aggressivelyScanned(Release.V16), 200);
  }

  private static double aggressivelyScanned(Release release) {
    var cluster =
        Clusters.of(release)
            .with(Setting.AUTOVACUUM_FREEZE_MAX_AGE, "40000000")
            .with(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, "0.002")
            .table(1e6, new Arrivals(0, 0, 0, 0.05))
            .xids(500)
            .cluster();
    return Simulation.run(cluster, Duration.ofDays(5)).tables().getFirst().runs().stream()
        .filter(each -> each.isVacuum() && each.work().isAggressive())
        .findFirst()
        .orElseThrow()
        .work()
        .scanned();
  }
}
