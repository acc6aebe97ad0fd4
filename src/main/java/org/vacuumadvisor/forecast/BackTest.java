package org.vacuumadvisor.forecast;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trigger;
import org.vacuumadvisor.postgres.ServerSettings;

/// The simulator on trial: from the first part of what happened it foresees the rest.
///
/// @param from where the hidden part begins
/// @param hidden how long it is
/// @param tables the most vacuumed first
public record BackTest(Instant from, Duration hidden, List<TableError> tables) {
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
    var foreseen = Simulation.run(cluster, hidden);
    var seen =
        runs.stream()
            .filter(each -> each.heading().command() == Command.VACUUM)
            .filter(each -> each.heading().trigger() == Trigger.AUTOVACUUM)
            .filter(each -> Moments.start(each).orElseThrow().isAfter(cluster.start()))
            .collect(Collectors.groupingBy(each -> each.heading().name().relation()));
    return new BackTest(
        cluster.start(),
        hidden,
        foreseen.tables().stream()
            .map(each ->
                TableError.of(cluster, each, seen.getOrDefault(each.name(), List.of()), hidden))
            .sorted(Comparator.comparingLong(TableError::seen).reversed())
            .toList());
  }

  /// The median over the tables that were vacuumed.
  public double median(ToDoubleFunction<TableError> figure) {
    return TableError.median(
        tables.stream().filter(each -> each.seen() > 0).mapToDouble(figure).toArray());
  }

  private static Instant end(Run run) {
    return Moments.end(run).orElseThrow();
  }
}
