package org.vacuumadvisor.forecast.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.unit.Share;

/// What becomes of a server: one run of the simulator.
///
/// @param length the time simulated: less than asked for where there would have been too many runs
/// @param busy which part of the time of all workers allowed was work
/// @param tables in the order of the cluster
/// @param busyWorkers how many workers were at work in each span, on average
/// @param readBytes by vacuum, in each span, a second
/// @param dirtiedBytes by vacuum, in each span, a second
public record Trajectory(
    Instant start,
    Duration length,
    Share busy,
    List<TableTrajectory> tables,
    Series busyWorkers,
    Series readBytes,
    Series dirtiedBytes,
    List<LimitDate> limits) {
  public Trajectory {
    tables = List.copyOf(tables);
    limits = List.copyOf(limits);
  }

  /// A figure of all tables together.
  public double sum(ToDoubleFunction<TableFigures> figure) {
    return tables.stream().map(TableTrajectory::figures).mapToDouble(figure).sum();
  }

  /// Vacuums of all tables together.
  public long vacuums() {
    return Math.round(sum(TableFigures::vacuums));
  }

  /// Most dead rows of all tables in one span, each at its worst, once the first span is over,
  /// which still shows what was there before.
  public double peakDead() {
    return IntStream.range(Math.min(1, busyWorkers.size() - 1), busyWorkers.size())
        .mapToDouble(span -> tables.stream().mapToDouble(each -> each.peakDead().at(span)).sum())
        .max()
        .orElse(0);
  }

  public Optional<TableTrajectory> table(RelationKey key) {
    return tables.stream().filter(each -> each.key().equals(key)).findFirst();
  }
}
