package org.vacuumadvisor.advice.setting;

import java.time.Duration;
import java.util.List;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.simulator.Cause;
import org.vacuumadvisor.forecast.simulator.SimulatedRun;
import org.vacuumadvisor.forecast.simulator.Trajectory;

/// A simulated figure of the whole server.
public enum ServerFigure {
  /// The part of all workers' time that is work.
  BUSY_WORKERS,
  /// Bytes that vacuums change in a second, on average.
  CHANGED_BYTES,
  /// Most bytes at a time that a vacuum to prevent wraparound is to read, or is reading.
  FORCED_BYTES;

  private static final double SECONDS_A_DAY = Duration.ofDays(1).toSeconds();

  /// The figure.
  ///
  /// @param cluster as it was simulated, with its changes
  double of(Cluster cluster, Trajectory trajectory) {
    return switch (this) {
      case BUSY_WORKERS -> trajectory.figures().busy().fraction();
      case CHANGED_BYTES -> trajectory.figures().dirtiedBytesADay() / SECONDS_A_DAY;
      case FORCED_BYTES -> mostForced(trajectory) * cluster.blockSize();
    };
  }

  /// Pages of all forced vacuums that are due or at work when another of them becomes due.
  private static double mostForced(Trajectory trajectory) {
    var forced =
        trajectory.tables().stream()
            .flatMap(each -> each.runs().stream())
            .filter(each -> each.cause() == Cause.WRAPAROUND)
            .toList();
    return forced.stream().mapToDouble(each -> forcedBeside(each, forced)).max().orElse(0);
  }

  private static double forcedBeside(SimulatedRun run, List<SimulatedRun> forced) {
    return forced.stream()
        .filter(each -> !each.due().isAfter(run.due()) && each.end().isAfter(run.due()))
        .mapToDouble(each -> each.work().scanned())
        .sum();
  }
}
