package org.vacuumadvisor.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.postgres.CostBalance.Worker;

class CostTest {
  private static final int BLOCK = 8192;

  /// limit, delay and prices of the releases give these ceilings.
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # release, limit, units,   hits,     misses,   dirtied, both
          11,        200,   10000,   78.125,   7.8125,   3.90625, 2.604
          12,        200,   100000,  781.25,   78.125,   39.0625, 26.042
          13,        200,   100000,  781.25,   78.125,   39.0625, 26.042
          14,        200,   100000,  781.25,   390.625,  39.0625, 35.511
          19,        2000,  1000000, 7812.5,   3906.25,  390.625, 355.114
          18,        10000, 5000000, 39062.5,  19531.25, 1953.125, 1775.568
          """)
  void ceilingsFollowFromTheSettings(
      String major,
      String limit,
      double units,
      double hits,
      double misses,
      double dirtied,
      double both) {
    var server =
        ServerSettings.unknown(Release.ofMajor(major))
            .with(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, limit);
    var model = CostModel.ofAutovacuum(server);

    assertEquals(units, model.unitsPerSecond());
    assertEquals(hits, model.megabytesPerSecond(PageWork.HIT, BLOCK), 0.001);
    assertEquals(misses, model.megabytesPerSecond(PageWork.MISS, BLOCK), 0.001);
    assertEquals(dirtied, model.megabytesPerSecond(PageWork.DIRTY, BLOCK), 0.001);
    assertEquals(both, model.megabytesPerSecond(PageWork.MISS_AND_DIRTY, BLOCK), 0.001);
  }

  @Test
  void aManualVacuumIsNotThrottled() {
    var model = CostModel.ofManualVacuum(ServerSettings.unknown(Release.V18));

    assertFalse(model.throttles());
    assertEquals(Double.POSITIVE_INFINITY, model.unitsPerSecond());
    assertEquals(0, model.secondsAsleep(1000, 1000, 1000));
  }

  @Test
  void sleepIsWorkOverCeiling() {
    var model = CostModel.ofAutovacuum(ServerSettings.unknown(Release.V18));

    assertEquals(0.23, model.secondsAsleep(1000, 1000, 1000), 1e-9);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # release, workers, share
          15,        1,       200
          15,        3,       66
          16,        3,       66
          18,        7,       28
          18,        500,     1
          """)
  void equalWorkersGetEqualShares(String major, int workers, long share) {
    var release = Release.ofMajor(major);

    assertEquals(share, CostBalance.share(release, ServerSettings.unknown(release), workers));
  }

  /// G = 200 / 20 = 10; the sum of limit / delay is 10 + 5 + 30 = 45.
  @Test
  void upTo15SharesFollowLimitPerDelay() {
    var workers = List.of(new Worker(200, 20), new Worker(100, 20), new Worker(600, 20));

    assertEquals(List.of(44L, 22L, 133L), CostBalance.limits(Release.V15, 200, 20, workers));
  }

  @Test
  void withoutADelayNothingIsShared() {
    var workers = List.of(new Worker(200, 0), new Worker(200, 0));

    assertEquals(List.of(200L, 200L), CostBalance.limits(Release.V18, 200, 0, workers));
  }

  @Test
  void eachPageHasItsPrice() {
    var server = ServerSettings.unknown(Release.V18).with(Setting.VACUUM_COST_PAGE_HIT, "3");
    var model = CostModel.ofAutovacuum(server);

    // (100 * 3 + 10 * 2 + 4 * 20) / 200 * 2 ms
    assertEquals(0.004, model.secondsAsleep(100, 10, 4), 1e-9);
  }

  /// "autovacuum_vacuum_cost_limit" of a table replaces the server's.
  @Test
  void aTableHasItsOwnLimit() {
    var server = ServerSettings.unknown(Release.V18);
    var own = new StorageParameters(Map.of("autovacuum_vacuum_cost_limit", "1000"));
    var options = AutovacuumOptions.of(Release.V18, server, own);

    assertEquals(500_000, CostModel.of(server, options).unitsPerSecond());
  }

  /// A worker that never sleeps has no part in the sum: G = 200 / 20 = 10, the sum 10.
  @Test
  void upTo15AWorkerWithoutDelayTakesNothingFromOthers() {
    var workers = List.of(new Worker(200, 20), new Worker(100, 0));

    assertEquals(List.of(200L, 100L), CostBalance.limits(Release.V15, 200, 20, workers));
    assertEquals(
        List.of(100L), CostBalance.limits(Release.V15, 200, 20, List.of(new Worker(100, 0))));
  }
}
