package org.vacuumadvisor.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.cluster.ChainsSeen;
import org.vacuumadvisor.forecast.cluster.ChainsSeen.Grown;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.HeapDoubt;
import org.vacuumadvisor.forecast.cluster.HeapStart;
import org.vacuumadvisor.forecast.simulator.SimulatedRun;
import org.vacuumadvisor.forecast.simulator.TableTrajectory;
import org.vacuumadvisor.postgres.RelationSize;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

/// Dead rows that queries prune as fast as they come. `pgbench-tpcb` of the lab, on 16.15 and 18.6:
/// 300 updates a second of 50,000 rows, of which 22,988 dead rows were seen, 16,667 of them there
/// before.
class BalanceTest {
  private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

  /// With a scale factor of 0.2 autovacuum came once and not again in 24 minutes. In the first
  /// minutes there were 7,859 dead rows at most, then 6,038 to 6,615.
  @Test
  void levelOffBelowTheThresholdOnceAVacuumHasCome() {
    var accounts = simulated(pgbench(), "0.2");

    assertEquals(1, accounts.figures().vacuums());
    between(6_038, 7_859, most(accounts));
  }

  /// With 0.9 it never came: 22,565 to 23,336 dead rows in 27 minutes.
  @Test
  void levelOffWithWhatWasThereWhereNoVacuumComes() {
    var accounts = simulated(pgbench(), "0.9");

    assertEquals(0, accounts.figures().vacuums());
    assertEquals(23_336, most(accounts), 0.02 * 23_336);
  }

  @Test
  void areForeseenWithARangeThatHoldsWhatCame() {
    var changes = Changes.NONE.with(Clusters.key(0), Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, "0.2");

    var range =
        Forecast.of(changes.on(pgbench()), HALF_AN_HOUR, 60)
            .band(each -> most(each.table(Clusters.key(0)).orElseThrow()));

    between(range.low(), range.high(), 6_615);
    between(range.low(), range.high(), 7_859);
    assertTrue(range.high() < 10_050, "the threshold was not reached, but " + range.high());
  }

  /// Upserts of the lab: 800 dead rows a second of 120,000, a naptime of 10 s. An analyze is due
  /// each 12,051 changes, a vacuum each 24,051 dead rows: it waits from then on.
  @Test
  void waitForAVacuumFromItsThresholdOnWhateverElseBringsAWorker() {
    var heap =
        new HeapStart(
            1_559,
            120_000,
            0,
            53,
            0,
            0,
            0,
            new RelationSize(120_000, 1_559, 0),
            ChainsSeen.NOTHING,
            HeapDoubt.NONE);
    var cluster =
        Clusters.of(Release.V16)
            .with(Setting.AUTOVACUUM_NAPTIME, "10s")
            .table(heap, new Arrivals(0, 0, 0, 805), 0)
            .cluster();

    var vacuums = simulated(cluster, "0.2").runs().stream().filter(SimulatedRun::isVacuum).toList();

    // 3 × 10 s × 805 = 24,150 dead rows: due a tenth of a second before
    assertTrue(vacuums.size() > 10);
    vacuums.forEach(each ->
        assertTrue(
            each.waited().toMillis() < 1_000 || each.waited().toMillis() > 9_000,
            "waited " + each.waited()));
  }

  private static Cluster pgbench() {
    var seen = new ChainsSeen(Optional.empty(), Optional.of(new Grown(22_470, 22_988, 80.5)), 0);
    var heap =
        new HeapStart(
            1_102,
            50_000,
            22_988,
            132,
            0,
            0,
            0,
            new RelationSize(50_000, 1_102, 0),
            seen,
            HeapDoubt.NONE);
    return Clusters.of(Release.V16)
        .with(Setting.AUTOVACUUM_NAPTIME, "10s")
        .table(heap, new Arrivals(0, 0, 295.7, 3.2, 3.2), 0)
        .cluster();
  }

  private static TableTrajectory simulated(Cluster cluster, String scaleFactor) {
    var changes =
        Changes.NONE.with(Clusters.key(0), Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, scaleFactor);
    return Simulation.run(changes.on(cluster), HALF_AN_HOUR, 60)
        .table(Clusters.key(0))
        .orElseThrow();
  }

  /// Once what was there at the start is gone.
  private static double most(TableTrajectory table) {
    var peaks = table.peakDead();
    return IntStream.range(peaks.size() / 4, peaks.size()).mapToDouble(peaks::at).max().orElse(0);
  }

  private static void between(double low, double high, double value) {
    assertTrue(low <= value && value <= high, "%s to %s, but %s".formatted(low, high, value));
  }
}
