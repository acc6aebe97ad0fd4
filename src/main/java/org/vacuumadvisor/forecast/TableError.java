package org.vacuumadvisor.forecast;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.forecast.simulator.SimulatedRun;
import org.vacuumadvisor.forecast.simulator.TableTrajectory;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.postgres.RelationSize;
import org.vacuumadvisor.unit.Share;

/// What was foreseen of one table, and what came.
///
/// @param seen automatic vacuums in the hidden part
/// @param foreseen by the simulator
/// @param naive by the arithmetic of the threshold alone: no naptime, no worker, no time taken
/// @param off from a vacuum to the nearest one foreseen, the median
/// @param naiveOff likewise to the nearest naive one
/// @param alike of the vacuums, those that took within a factor of 1.5 of what was foreseen
/// @param seconds that a vacuum took, the median
/// @param foreseenSeconds that it was foreseen to take, the median
public record TableError(
    RelationName table,
    long seen,
    long foreseen,
    long naive,
    Duration off,
    Duration naiveOff,
    Share alike,
    double seconds,
    double foreseenSeconds) {
  private static final double ALIKE = 1.5;

  /// Compares what was foreseen of a table with the automatic vacuums that came in that time.
  ///
  /// @param cluster as it was simulated
  public static TableError of(
      Cluster cluster, TableTrajectory table, List<Run> seen, Duration length) {
    var foreseen = table.runs().stream().filter(SimulatedRun::isVacuum).toList();
    var naive = Naive.vacuums(cluster, cluster.table(table.key()).orElseThrow(), length);
    var times = foreseen.stream().map(SimulatedRun::start).toList();
    var starts = seen.stream().map(each -> Moments.start(each).orElseThrow()).toList();
    long alike = seen.stream().filter(each -> isAlike(each, foreseen)).count();
    return new TableError(
        table.name(),
        seen.size(),
        table.figures().vacuums(),
        naive.size(),
        off(starts, times),
        off(starts, naive),
        Share.of(alike, seen.size()),
        median(seen.stream().mapToDouble(Run::seconds).toArray()),
        median(foreseen.stream().mapToDouble(TableError::seconds).toArray()));
  }

  private static boolean isAlike(Run run, List<SimulatedRun> foreseen) {
    var start = Moments.start(run).orElseThrow();
    return foreseen.stream()
        .min(Comparator.comparing(each -> Duration.between(each.start(), start).abs()))
        .filter(each -> isAlike(run.seconds(), seconds(each)))
        .isPresent();
  }

  /// Logs cut the length of a run to hundredths of a second: below that all are alike.
  private static boolean isAlike(double seen, double foreseen) {
    double least = 0.02;
    double ratio = Math.max(foreseen, least) / Math.max(seen, least);
    return ratio <= ALIKE && ratio >= 1 / ALIKE;
  }

  private static Duration off(List<Instant> seen, List<Instant> foreseen) {
    var off =
        seen.stream()
            .mapToDouble(each ->
                foreseen.stream()
                    .mapToDouble(other -> (double) Duration.between(each, other).abs().toMillis())
                    .min()
                    .orElse(Double.NaN))
            .filter(each -> !Double.isNaN(each))
            .toArray();
    return Duration.ofMillis(Math.round(median(off)));
  }

  static double median(double[] values) {
    if (values.length == 0) {
      return 0;
    }
    var sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static double seconds(SimulatedRun run) {
    return (double) run.vacuuming().toMillis() / 1e3;
  }

  /// By how much the number of vacuums was off.
  public double countError() {
    return error(foreseen);
  }

  /// By how much the naive number was off.
  public double naiveCountError() {
    return error(naive);
  }

  private double error(long count) {
    return (double) Math.abs(count - seen) / (double) Math.max(1, seen);
  }

  /// The replay that others do: whenever a counter has passed its threshold there is a vacuum,
  /// which takes no time and needs no worker.
  static final class Naive {
    private static final int MOST_VACUUMS = 1_000_000;

    private Naive() {}

    static List<Instant> vacuums(Cluster cluster, TableStart table, Duration length) {
      var thresholds =
          table
              .options(cluster.release(), cluster.settings())
              .trigger()
              .at(RelationSize.ofRows(table.heap().known().reltuples()));
      var arrivals = table.arrivals();
      double died = arrivals.lastingDead() + arrivals.hotUpdates();
      var found = new ArrayList<Instant>();
      double dead = table.counters().dead();
      double inserted = table.counters().inserted();
      double second = 0;
      while (found.size() < MOST_VACUUMS) {
        double wait =
            Math.min(
                after((double) thresholds.vacuum() - dead, died),
                after((double) thresholds.insert() - inserted, arrivals.inserts()));
        second += wait;
        if (second >= (double) length.toMillis() / 1e3) {
          break;
        }
        found.add(cluster.start().plusMillis(Math.round(second * 1e3)));
        dead = 0;
        inserted = 0;
      }
      return found;
    }

    private static double after(double missing, double rate) {
      return rate > 0 ? Math.max(1, missing) / rate : Double.POSITIVE_INFINITY;
    }
  }
}
