package org.vacuumadvisor.forecast.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.model.RelationKey;

/// What becomes of a server: one run of the simulator.
///
/// @param length the time simulated: less than asked for where there would have been too many runs
/// @param tables in the order of the cluster
/// @param busyWorkers how many workers were at work in each span, on average
/// @param readBytes by vacuum, in each span, a second
/// @param dirtiedBytes by vacuum, in each span, a second
public record Trajectory(
    Instant start,
    Duration length,
    ClusterFigures figures,
    List<TableTrajectory> tables,
    Series busyWorkers,
    Series readBytes,
    Series dirtiedBytes,
    List<LimitDate> limits) {
  public Trajectory {
    tables = List.copyOf(tables);
    limits = List.copyOf(limits);
  }

  public Optional<TableTrajectory> table(RelationKey key) {
    return tables.stream().filter(each -> each.key().equals(key)).findFirst();
  }
}
