package org.vacuumadvisor.forecast.cluster;

import java.util.Optional;
import org.vacuumadvisor.forecast.rhythm.Pace;

/// What was seen of one table over days, and is taken to go on.
///
/// @param hours how its load goes up and down; empty: as that of the server
/// @param job a `VACUUM` that somebody runs at regular times
/// @param slowdown how its clients slow down with dead rows; empty: not seen
public record TablePattern(
    Optional<Pace> hours,
    Optional<VacuumJob> job,
    LockConflicts conflicts,
    Optional<Slowdown> slowdown) {
  /// Nothing was seen.
  public static final TablePattern NONE =
      new TablePattern(Optional.empty(), Optional.empty(), LockConflicts.NONE, Optional.empty());

  /// The same with the load of the server's hours.
  public TablePattern withServersHours() {
    return hours.isEmpty() ? this : new TablePattern(Optional.empty(), job, conflicts, slowdown);
  }

  /// The same with so many times the clients.
  TablePattern times(double clients) {
    return slowdown.isEmpty()
        ? this
        : new TablePattern(hours, job, conflicts, slowdown.map(each -> each.times(clients)));
  }

  /// The same, where this was seen of its clients.
  public TablePattern with(Slowdown seen) {
    return new TablePattern(hours, job, conflicts, Optional.of(seen));
  }
}
