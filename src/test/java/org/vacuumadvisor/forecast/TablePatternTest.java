package org.vacuumadvisor.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.LockConflicts;
import org.vacuumadvisor.forecast.cluster.Pace;
import org.vacuumadvisor.forecast.cluster.TablePattern;
import org.vacuumadvisor.forecast.cluster.VacuumJob;
import org.vacuumadvisor.forecast.simulator.SimulatedRun;
import org.vacuumadvisor.forecast.simulator.TableTrajectory;
import org.vacuumadvisor.forecast.simulator.Trajectory;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

/// A million rows: autovacuum comes at 50 + 0.2 × 1,000,000 dead rows.
class TablePatternTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Pace AT_TWO =
      new Pace(IntStream.range(0, 168).mapToObj(hour -> hour % 24 == 2 ? 1.0 : 0.0).toList());

  /// 600,000 rows a day, all of them from 2 to 3 o'clock in the one table and evenly in the other.
  @Test
  void eachTableHasItsOwnHours() {
    var update = new Arrivals(0, 0, 0, 600_000 / 86_400.0);
    var cluster =
        patterned(
            Clusters.of(Release.V18).table(1e6, update).table(1e6, update).cluster(),
            new TablePattern(Optional.of(AT_TWO), Optional.empty(), LockConflicts.NONE));
    var run = Simulation.run(cluster, Duration.ofDays(2));

    var nightly = run.tables().getFirst();
    assertEquals(5, (double) nightly.figures().vacuums(), 1);
    nightly.runs().stream()
        .filter(SimulatedRun::isVacuum)
        .map(each -> each.start().atZone(ZoneOffset.UTC).getHour())
        .forEach(hour -> assertTrue(hour == 2 || hour == 3, hour::toString));
    assertEquals(5, (double) run.tables().getLast().figures().vacuums(), 1);
    var first =
        run.tables().getLast().runs().stream()
            .filter(SimulatedRun::isVacuum)
            .findFirst()
            .orElseThrow()
            .start();
    assertTrue(first.isAfter(Clusters.START.plus(Duration.ofHours(7))), first::toString);
  }

  /// 100,000 dead rows a day are below the threshold: whether autovacuum comes hangs on the job.
  @Test
  void aNightlyVacuumLeavesAutovacuumNothingToDo() {
    var cluster =
        Clusters.of(Release.V18).table(1e6, new Arrivals(0, 0, 0, 100_000 / 86_400.0)).cluster();
    var length = Duration.ofDays(20);
    assertEquals(9, (double) first(Simulation.run(cluster, length)).figures().vacuums(), 1);

    var vacuumed = patterned(cluster, job(Duration.ofHours(3), DAY));
    var figures = first(Simulation.run(vacuumed, length)).figures();

    assertEquals(0, figures.vacuums());
    assertEquals(20, figures.commands());
    assertEquals(100_000, figures.peakDead(), 5_000);
  }

  /// A vacuum of an hour is never done where a job comes each half an hour.
  @Test
  void aCommandCancelsTheWorkerThatIsInItsWay() {
    var slow =
        Changes.NONE
            .with(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, "1")
            .with(Setting.AUTOVACUUM_VACUUM_COST_DELAY, "20ms");
    var cluster =
        patterned(
            Clusters.of(Release.V18).table(1e6, new Arrivals(0, 0, 0, 200)).cluster(),
            job(Duration.ofMinutes(25), Duration.ofMinutes(30)));
    var figures = first(Simulation.run(slow.on(cluster), DAY)).figures();

    assertEquals(0, figures.vacuums());
    assertTrue(figures.cancelled() > 40, figures::toString);
    assertTrue(figures.commands() > 40, figures::toString);
  }

  /// A lock request each so many seconds at work as a vacuum takes: of e vacuums, one and a little
  /// more come through, those that are asked for their lock in the last second among them.
  @Test
  void lockRequestsCancelAsOftenAsTheyDid() {
    var load = new Arrivals(0, 0, 0, 400);
    var undisturbed = Clusters.of(Release.V18).table(1e6, load).cluster();
    var slow = Changes.NONE.with(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, "10");
    var all = first(Simulation.run(slow.on(undisturbed), DAY));
    double seconds = seconds(all);

    var disturbed =
        patterned(
            undisturbed,
            new TablePattern(
                Optional.empty(), Optional.empty(), new LockConflicts(1 / seconds, 0)));
    var figures = first(Simulation.run(slow.on(disturbed), DAY)).figures();

    assertTrue(figures.cancelled() > 0, figures::toString);
    double survived =
        (double) figures.vacuums() / (double) (figures.vacuums() + figures.cancelled());
    assertEquals(Math.exp(-(seconds - 1) / seconds), survived, 0.12);
    assertTrue(figures.peakCounted() > 1.2 * all.figures().peakCounted(), figures::toString);
  }

  private static double seconds(TableTrajectory table) {
    return table.runs().stream()
        .filter(SimulatedRun::isVacuum)
        .mapToDouble(each -> (double) each.length().toMillis() / 1e3)
        .average()
        .orElseThrow();
  }

  /// 5 s of `VACUUM_TRUNCATE_LOCK_TIMEOUT` each time.
  @Test
  void waitsForTheLockOfTruncationUnlessThatIsOff() {
    var queue =
        patterned(
            Clusters.of(Release.V18).table(1_000, new Arrivals(100, 100, 0, 0)).cluster(),
            new TablePattern(Optional.empty(), Optional.empty(), new LockConflicts(0, 5)));
    var waiting = first(Simulation.run(queue, Duration.ofHours(1)));
    var off = Changes.NONE.with(Clusters.key(0), "autovacuum_vacuum_threshold", "50");
    assertEquals(5, seconds(waiting), 0.2);
    assertEquals(
        waiting.figures().vacuums(),
        first(Simulation.run(off.on(queue), Duration.ofHours(1))).figures().vacuums());

    var parameters = queue.tables().getFirst().parameters().with("vacuum_truncate", "off");
    var kept = queue.withTables(List.of(queue.tables().getFirst().with(parameters)));
    assertTrue(seconds(first(Simulation.run(kept, Duration.ofHours(1)))) < 0.5);
  }

  private static TablePattern job(Duration first, Duration every) {
    return new TablePattern(
        Optional.empty(),
        Optional.of(new VacuumJob(Clusters.START.plus(first), every, 9, false)),
        LockConflicts.NONE);
  }

  private static TableTrajectory first(Trajectory run) {
    return run.tables().getFirst();
  }

  /// The first table has this pattern.
  private static Cluster patterned(Cluster cluster, TablePattern pattern) {
    var tables = new ArrayList<>(cluster.tables());
    tables.set(0, tables.getFirst().with(pattern));
    return cluster.withTables(tables);
  }
}
