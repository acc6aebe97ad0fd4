package org.vacuumadvisor.forecast.backtest;

import java.time.Duration;
import org.vacuumadvisor.model.RelationName;
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
}
