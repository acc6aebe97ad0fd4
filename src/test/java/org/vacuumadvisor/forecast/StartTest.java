package org.vacuumadvisor.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.cluster.ChainsSeen;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.HeapDoubt;
import org.vacuumadvisor.forecast.cluster.HeapStart;
import org.vacuumadvisor.forecast.cluster.HorizonHold;
import org.vacuumadvisor.forecast.simulator.SimulatedRun;
import org.vacuumadvisor.postgres.RelationSize;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.unit.XidAge;

/// A simulation goes on where the server was.
class StartTest {
  private static final Arrivals DYING = new Arrivals(0, 0, 0, 100);
  private static final HeapStart HEAP =
      new HeapStart(
          20_000,
          1_000_000,
          300_000,
          100,
          0,
          0,
          0,
          new RelationSize(1_000_000, 20_000, 0),
          ChainsSeen.NOTHING,
          HeapDoubt.NONE);

  @Test
  void napsGoOnFromTheLastVisit() {
    // Due after 2000.51 s; visits are 60 s apart, one of them 25 s before the start: 35 + 33 × 60.
    var cluster =
        Clusters.of(Release.V18).table(1_000_000, DYING).visited(Duration.ofSeconds(25)).cluster();
    assertEquals(Clusters.START.plusSeconds(2_015), runs(cluster).getFirst().start());
  }

  @Test
  void aVacuumUnderWayIsEnded() {
    var whole = runs(underWay(Duration.ofMillis(1))).getFirst();
    var rest = runs(underWay(Duration.ofSeconds(1))).getFirst();
    assertTrue(whole.length().compareTo(Duration.ofSeconds(1)) > 0, whole::toString);
    assertEquals(Clusters.START, rest.start());
    assertEquals((double) whole.length().toMillis() - 999, (double) rest.length().toMillis(), 30);
    assertEquals(300_000, rest.work().removed(), 100);
  }

  @Test
  void itsTableIsNotVisitedAgainBeforeItIsDueAgain() {
    // At 100 a second the threshold of 200,050 is more than half an hour away.
    var runs = runs(underWay(Duration.ofMillis(1)));
    var end = runs.getFirst().end();
    assertTrue(
        runs.stream().skip(1).allMatch(each -> each.start().isAfter(end.plusSeconds(1_800))),
        runs::toString);
  }

  /// Whenever it died: it cannot go before the holder does.
  @Test
  void whatAVacuumHadToLeaveStaysWhileCleanupIsBlocked() {
    var held =
        new HorizonHold(
            "session 1",
            Map.of(Clusters.key(0), 300_000L),
            new XidAge(4),
            Duration.ofMinutes(30),
            Optional.of(Duration.ofHours(1)));
    var cluster = Clusters.of(Release.V18).held(held).table(HEAP, DYING, 0).cluster();
    var table = Simulation.run(cluster, Duration.ofHours(2)).tables().getFirst();
    var removing = table.runs().stream().filter(each -> each.work().removed() > 0).findFirst();
    assertTrue(removing.orElseThrow().start().isAfter(Clusters.START.plusSeconds(3_599)));
  }

  private static Cluster underWay(Duration since) {
    return Clusters.of(Release.V18).table(HEAP, DYING, 0).underWay(0, since).cluster();
  }

  private static List<SimulatedRun> runs(Cluster cluster) {
    return Simulation.run(cluster, Duration.ofHours(2)).tables().getFirst().runs().stream()
        .filter(SimulatedRun::isVacuum)
        .toList();
  }
}
