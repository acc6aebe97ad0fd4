package org.vacuumadvisor.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    assertEquals(share, CostModel.share(ServerSettings.unknown(release), workers));
  }

  @Test
  void withoutADelayNothingIsShared() {
    var server =
        ServerSettings.unknown(Release.V18).with(Setting.AUTOVACUUM_VACUUM_COST_DELAY, "0");

    assertEquals(200, CostModel.share(server, 2));
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
}
