package org.vacuumadvisor.forecast.backtest;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.Cluster;
import org.vacuumadvisor.forecast.SimulatedRun;
import org.vacuumadvisor.forecast.Simulation;
import org.vacuumadvisor.forecast.TableTrajectory;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.run.Command;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.model.run.Trigger;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.unit.Share;

/// The simulator on trial: from the first part of what happened it foresees the rest.
///
/// @param from where the hidden part begins
/// @param hidden how long it is
/// @param tables the most vacuumed first
public record BackTest(Instant from, Duration hidden, List<TableError> tables) {
  private static final double ALIKE = 1.5;

  public BackTest {
    tables = List.copyOf(tables);
  }

  /// Foresees the last part of runs that logs tell of.
  ///
  /// @param share which part of the time is hidden, between 0 and 1
  /// @return empty where too few runs have a time
  public static Optional<BackTest> of(List<Run> runs, ServerSettings settings, double share) {
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException("a back-test hides a part, not %s".formatted(share));
    }
    var timed =
        runs.stream()
            .filter(each -> Moments.end(each).isPresent())
            .sorted(Comparator.comparing(BackTest::end))
            .toList();
    if (timed.size() < 2) {
      return Optional.empty();
    }
    var first = Moments.start(timed.getFirst()).orElseThrow();
    var last = end(timed.getLast());
    var whole = Duration.between(first, last);
    var cut = first.plusMillis(Math.round((double) whole.toMillis() * (1 - share)));
    var historian = new Historian(0);
    timed.stream().filter(each -> !end(each).isAfter(cut)).forEach(historian::run);
    var cluster = Cluster.ofLogs(historian.history(), settings);
    var hidden = Duration.between(cluster.start(), last);
    if (cluster.tables().isEmpty() || !hidden.isPositive()) {
      return Optional.empty();
    }
    return Optional.of(judged(cluster, hidden, timed));
  }

  private static BackTest judged(Cluster cluster, Duration hidden, List<Run> runs) {
    var foreseen = Simulation.run(cluster, Changes.NONE, hidden);
    var seen =
        runs.stream()
            .filter(each -> each.heading().command() == Command.VACUUM)
            .filter(each -> each.heading().trigger() == Trigger.AUTOVACUUM)
            .filter(each -> Moments.start(each).orElseThrow().isAfter(cluster.start()))
            .collect(Collectors.groupingBy(Names::of));
    return new BackTest(
        cluster.start(),
        hidden,
        foreseen.tables().stream()
            .map(each -> error(cluster, each, seen.getOrDefault(each.name(), List.of()), hidden))
            .sorted(Comparator.comparingLong(TableError::seen).reversed())
            .toList());
  }

  private static TableError error(
      Cluster cluster, TableTrajectory table, List<Run> seen, Duration hidden) {
    var foreseen = table.runs().stream().filter(SimulatedRun::isVacuum).toList();
    var naive = Naive.vacuums(cluster, cluster.table(table.key()).orElseThrow(), hidden);
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
        median(seen.stream().mapToDouble(BackTest::seconds).toArray()),
        median(foreseen.stream().mapToDouble(BackTest::seconds).toArray()));
  }

  private static boolean isAlike(Run run, List<SimulatedRun> foreseen) {
    var start = Moments.start(run).orElseThrow();
    return foreseen.stream()
        .min(Comparator.comparing(each -> Duration.between(each.start(), start).abs()))
        .filter(each -> isAlike(seconds(run), seconds(each)))
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

  /// The median over the tables that were vacuumed.
  public double median(ToDoubleFunction<TableError> figure) {
    return median(tables.stream().filter(each -> each.seen() > 0).mapToDouble(figure).toArray());
  }

  private static double median(double[] values) {
    if (values.length == 0) {
      return 0;
    }
    var sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static double seconds(Run run) {
    var seconds = run.elapsedSeconds();
    return seconds == null ? 0 : seconds;
  }

  private static double seconds(SimulatedRun run) {
    return (double) run.vacuuming().toMillis() / 1e3;
  }

  private static Instant end(Run run) {
    return Moments.end(run).orElseThrow();
  }
}
