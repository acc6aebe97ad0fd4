package org.vacuumadvisor.forecast.simulator;

import java.time.Duration;
import java.time.Instant;

/// One visit of a worker to a table, as the server's log would tell it.
///
/// @param due when the table came due: it waited for naptime and a free worker until `start`
/// @param work of the vacuum; [VacuumWork#NONE] where the table was analyzed only
/// @param asleep how long it slept for the cost limit
/// @param vacuuming how long the vacuum alone took
public record SimulatedRun(
    Instant due,
    Instant start,
    Instant end,
    Cause cause,
    VacuumWork work,
    Duration asleep,
    Duration vacuuming) {

  public Duration length() {
    return Duration.between(start, end);
  }

  public Duration waited() {
    return Duration.between(due, start);
  }

  /// Whether the table was vacuumed, not just analyzed.
  public boolean isVacuum() {
    return cause != Cause.CHANGES;
  }
}
