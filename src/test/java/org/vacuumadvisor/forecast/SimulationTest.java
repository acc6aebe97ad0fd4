package org.vacuumadvisor.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.cluster.ChainsSeen;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.Counters;
import org.vacuumadvisor.forecast.cluster.HeapDoubt;
import org.vacuumadvisor.forecast.cluster.HeapStart;
import org.vacuumadvisor.forecast.cluster.HorizonHold;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.forecast.simulator.Cause;
import org.vacuumadvisor.forecast.simulator.LimitDate;
import org.vacuumadvisor.forecast.simulator.SimulatedRun;
import org.vacuumadvisor.forecast.simulator.TableFigures;
import org.vacuumadvisor.forecast.simulator.Trajectory;
import org.vacuumadvisor.forecast.simulator.VacuumWork;
import org.vacuumadvisor.postgres.RelationSize;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.XidAge;

class SimulationTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Arrivals HUNDRED_DEAD_A_SECOND = new Arrivals(0, 0, 0, 100);

  @Test
  void comesAtTheFirstNaptimeAfterTheThreshold() {
    // 50 + 0.2 × 1,000,000 = 200,050: the 200,051st dead row comes after 2000.51 s at 100 a second.
    var first = firstVacuum(million(Release.V18), Changes.NONE);
    assertEquals(Clusters.START.plusMillis(2_000_510), first.due());
    assertEquals(Clusters.START.plusSeconds(2_040), first.start());
    assertEquals(Cause.DEAD_ROWS, first.cause());
  }

  @Test
  void aShorterNaptimeBringsItEarlier() {
    var first =
        firstVacuum(million(Release.V18), Changes.NONE.with(Setting.AUTOVACUUM_NAPTIME, "10s"));
    assertEquals(Clusters.START.plusSeconds(2_010), first.start());
  }

  @Test
  void aTableMayHaveAThresholdOfItsOwn() {
    // 50 + 0.01 × 1,000,000 = 10,050
    var changes =
        Changes.NONE.with(Clusters.key(0), Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, "0.01");
    var first = firstVacuum(million(Release.V18), changes);
    assertEquals(Clusters.START.plusMillis(100_510), first.due());
  }

  @Test
  void twiceTheLoadComesInHalfTheTime() {
    var first = firstVacuum(million(Release.V18), Changes.NONE.withWorkload(2));
    assertEquals(1_000.255, Duration.between(Clusters.START, first.due()).toMillis() / 1e3, 0.01);
  }

  @Test
  void insertsBringItFrom13On() {
    // 1000 + 0.2 × 1,000,000 = 201,000, and nothing is frozen.
    var inserts = new Arrivals(100, 0, 0, 0);
    var unanalyzed = Changes.NONE.with(Setting.AUTOVACUUM_ANALYZE_SCALE_FACTOR, "100");
    var first = firstVacuum(table(Release.V17, inserts), unanalyzed);
    assertEquals(Clusters.START.plusMillis(2_010_010), first.due());
    assertEquals(Cause.INSERTS, first.cause());
    var before13 = Simulation.run(table(Release.V12, inserts), DAY);
    assertEquals(0, before13.vacuums());
    assertTrue(before13.tables().getFirst().figures().analyzes() > 0);
  }

  @Test
  void anAnalyzeInBetweenRaisesTheThreshold() {
    // After 100,051 inserts it is analyzed, at the naptime at 1,020 s: 102,000 rows more are known,
    // and 20,400 more have to come. At 2,220 s it is analyzed again.
    var first = firstVacuum(table(Release.V17, new Arrivals(100, 0, 0, 0)), Changes.NONE);
    assertTrue(first.due().isAfter(Clusters.START.plusSeconds(2_214)));
  }

  @Test
  void aHeldHorizonBringsItBackAtEveryNaptime() {
    var held =
        Clusters.of(Release.V18)
            .held(
                new HorizonHold(
                    "session 1",
                    Map.of(Clusters.key(0), 0L),
                    new XidAge(1000),
                    Duration.ofDays(1),
                    Optional.empty()))
            .table(10_000, new Arrivals(0, 0, 0, 10))
            .cluster();
    var table = Simulation.run(held, DAY).tables().getFirst();
    assertEquals(0, table.figures().removed());
    // due after 2051 dead rows, at 205 s; from then on once a minute
    assertEquals((86_400 - 240) / 60.0, (double) table.figures().vacuums(), 2);
    assertEquals(864_000, table.figures().peakDead(), 1_000);
  }

  @Test
  void aHolderThatLetsGoLetsTheNextVacuumRemoveAll() {
    var held =
        Clusters.of(Release.V18)
            .held(
                new HorizonHold(
                    "session 1",
                    Map.of(Clusters.key(0), 0L),
                    new XidAge(1000),
                    Duration.ofDays(1),
                    Optional.of(Duration.ofHours(12))))
            .table(10_000, new Arrivals(0, 0, 0, 10))
            .cluster();
    var table = Simulation.run(held, DAY).tables().getFirst();
    assertEquals(432_000, table.figures().peakDead(), 2_000);
    assertEquals(864_000, table.figures().removed(), 5_000);
  }

  @Test
  void ageForcesItEvenWhereItIsOff() {
    var cluster =
        Clusters.of(Release.V18)
            .with(Setting.AUTOVACUUM, "off")
            .xids(1000)
            .table(100_000, Arrivals.NONE, 199_000_000)
            .cluster();
    var trajectory = Simulation.run(cluster, DAY);
    var first = trajectory.tables().getFirst().runs().getFirst();
    assertEquals(Cause.WRAPAROUND, first.cause());
    // the age exceeds 200,000,000 after 1,000,001 IDs
    assertEquals(Clusters.START.plusMillis(1_000_001), first.due());
    assertEquals(LimitDate.Limit.FORCED, trajectory.limits().getFirst().limit());
    assertEquals(Clusters.START.plusMillis(1_000_001), trajectory.limits().getFirst().when());
  }

  @Test
  void oneWorkerLeavesTheOthersWaiting() {
    var clusters = Clusters.of(Release.V18).with(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, "3");
    for (int table = 0; table < 20; table++) {
      clusters.table(1_000_000, HUNDRED_DEAD_A_SECOND);
    }
    var cluster = clusters.cluster();
    var one = Changes.NONE.with(Setting.AUTOVACUUM_MAX_WORKERS, "1");
    var alone = Simulation.run(one.on(cluster), DAY);
    var unthrottled =
        Simulation.run(one.with(Setting.AUTOVACUUM_VACUUM_COST_DELAY, "0").on(cluster), DAY);
    assertTrue(waited(alone) > 5 * waited(unthrottled));
    assertTrue(alone.peakDead() > 2 * unthrottled.peakDead());
  }

  private static double waited(Trajectory trajectory) {
    return trajectory.sum(each -> (double) each.waited().toMillis());
  }

  @Test
  void tablesOfOneAgeAreForcedTogether() {
    var clusters = Clusters.of(Release.V18).xids(1000);
    for (int table = 0; table < 50; table++) {
      clusters.table(1_000_000, Arrivals.NONE, 199_000_000);
    }
    var trajectory = Simulation.run(clusters.cluster(), DAY);
    assertEquals(50, trajectory.sum(TableFigures::forced));
    assertEquals(50, trajectory.limits().size());
    assertTrue(waited(trajectory) > 0);
    for (var table : trajectory.tables()) {
      var run = table.runs().getFirst();
      assertEquals(VacuumWork.Mode.AGGRESSIVE, run.work().mode());
      // nothing is frozen yet: every page is read
      assertEquals(Math.ceil(1_000_000 * 100 / 8168.0), run.work().scanned(), 0.5);
    }
  }

  @Test
  void pastTheFailsafeIndexesAreLeftAlone() {
    var cluster =
        Clusters.of(Release.V14)
            .xids(1)
            .table(
                new HeapStart(
                    1000,
                    50_000,
                    40_000,
                    80,
                    0,
                    0,
                    0,
                    new RelationSize(50_000, 1000, 0),
                    ChainsSeen.NOTHING,
                    HeapDoubt.NONE),
                Arrivals.NONE,
                1_700_000_000)
            .cluster();
    var run = Simulation.run(cluster, DAY).tables().getFirst().runs().getFirst();
    assertEquals(VacuumWork.Mode.FAILSAFE, run.work().mode());
    assertEquals(0, run.work().passes());
    assertEquals(Duration.ZERO, run.asleep());
  }

  /// A queue on 18 whose rows of 44 bytes come and go 5,000 times a second, and are updated once,
  /// had 88 pages with a naptime of 5 s, after it had had 244. A page has 291 line pointers.
  @Test
  void aQueueIsCutOffToWhatIsFilledInANap() {
    var cluster =
        Clusters.of(Release.V18)
            .with(Setting.AUTOVACUUM_NAPTIME, "5s")
            .table(
                new HeapStart(
                    244,
                    16,
                    0,
                    44,
                    1_900_000,
                    0,
                    0,
                    new RelationSize(16, 244, 0),
                    ChainsSeen.NOTHING,
                    HeapDoubt.NONE),
                new Arrivals(5_000, 5_000, 5_000, 0),
                0)
            .cluster();

    var queue = Simulation.run(cluster, Duration.ofMinutes(10)).tables().getFirst();

    assertEquals(88, queue.figures().heapBytes() / 8192, 10);
  }

  @Test
  void theCostLimitIsSharedAmongWorkers() {
    // A run dirties pages at 20 a page: alone it has 200 units each 2 ms, two share them.
    var two = Clusters.of(Release.V18).with(Setting.AUTOVACUUM_NAPTIME, "1s");
    for (int table = 0; table < 2; table++) {
      two.table(
          new HeapStart(
              100_000,
              5_000_000,
              2_000_000,
              100,
              0,
              0,
              0,
              new RelationSize(5_000_000, 100_000, 0),
              ChainsSeen.NOTHING,
              HeapDoubt.NONE),
          Arrivals.NONE,
          0);
    }
    var one = two.cluster().withTables(two.cluster().tables().subList(0, 1));
    double alone = seconds(one);
    double shared = seconds(two.cluster());
    assertEquals(2, shared / alone, 0.25);
  }

  private static double seconds(Cluster cluster) {
    var dead = new Counters(2_000_000, 0, 0);
    var due =
        cluster.withTables(
            cluster.tables().stream()
                .map(each ->
                    new TableStart(
                        each.key(),
                        each.name(),
                        each.kind(),
                        each.parameters(),
                        each.parent(),
                        each.arrivals(),
                        each.heap(),
                        each.indexes(),
                        dead,
                        each.ages(),
                        each.cached(),
                        each.knowledge(),
                        each.pattern()))
                .toList());
    var run = Simulation.run(due, DAY).tables().getFirst().runs().getFirst();
    return (double) run.length().toMillis() / 1e3;
  }

  @Test
  void upTo16LittleMemoryScansTheIndexesAgain() {
    var changes = Changes.NONE.with(Setting.AUTOVACUUM_WORK_MEM, "1MB");
    // 204,000 dead rows; 1 MB holds 174,762
    assertEquals(2, firstVacuum(million(Release.V16), changes).work().passes());
    assertEquals(1, firstVacuum(million(Release.V17), changes).work().passes());
  }

  @Test
  void sameQuestionSameAnswer() {
    var one = Simulation.run(million(Release.V18), DAY);
    var two = Simulation.run(million(Release.V18), DAY);
    assertEquals(one.busy(), two.busy());
    assertEquals(one.tables().getFirst().figures(), two.tables().getFirst().figures());
    assertEquals(one.tables().getFirst().runs(), two.tables().getFirst().runs());
  }

  @Test
  void whatTheServerWouldNotAcceptIsRefused() {
    var cluster = million(Release.V17);
    refused(cluster, Changes.NONE.with(Setting.AUTOVACUUM_NAPTIME, "soon"));
    refused(cluster, Changes.NONE.with(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, "20000"));
    refused(cluster, Changes.NONE.with(Setting.AUTOVACUUM_VACUUM_MAX_THRESHOLD, "1000"));
    refused(cluster, Changes.NONE.with(Clusters.key(0), "autovacuum_naptime", "10"));
    refused(cluster, Changes.NONE.with(Clusters.key(9), "fillfactor", "90"));
  }

  private static void refused(Cluster cluster, Changes changes) {
    var _ = assertThrows(IllegalArgumentException.class, () -> changes.on(cluster));
  }

  private static SimulatedRun firstVacuum(Cluster cluster, Changes changes) {
    return Simulation.run(changes.on(cluster), DAY).tables().getFirst().runs().stream()
        .filter(SimulatedRun::isVacuum)
        .findFirst()
        .orElseThrow();
  }

  private static Cluster million(Release release) {
    return table(release, HUNDRED_DEAD_A_SECOND);
  }

  private static Cluster table(Release release, Arrivals arrivals) {
    return Clusters.of(release).table(1_000_000, arrivals).cluster();
  }
}
