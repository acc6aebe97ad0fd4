package org.vacuumadvisor.forecast.cluster;

import java.util.Optional;

/// What was seen of one table over days, and is taken to go on.
///
/// @param hours how its load goes up and down; empty: as that of the server
/// @param job a `VACUUM` that somebody runs at regular times
public record TablePattern(Optional<Pace> hours, Optional<VacuumJob> job, LockConflicts conflicts) {
  /// Nothing was seen.
  public static final TablePattern NONE =
      new TablePattern(Optional.empty(), Optional.empty(), LockConflicts.NONE);
}
