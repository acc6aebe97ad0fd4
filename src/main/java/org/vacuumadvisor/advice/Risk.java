package org.vacuumadvisor.advice;

import java.util.Optional;

/// What following a recommendation costs.
///
/// @param lock the lock it takes, and what that blocks; empty if it takes none
/// @param takesEffect when it works
/// @param cost what else it costs: disk, WAL, a cancelled vacuum, lost work; empty if nothing
/// @param stopsReaders whether the lock is or becomes ACCESS EXCLUSIVE: who reads the table waits
///   too, for as long as it waits for others
public record Risk(
    Optional<String> lock, TakesEffect takesEffect, Optional<String> cost, boolean stopsReaders) {
  static final Risk NONE = new Risk(Optional.empty(), TakesEffect.AT_ONCE, Optional.empty(), false);

  /// When a change works.
  public enum TakesEffect {
    AT_ONCE,
    AFTER_RELOAD,
    AFTER_RESTART
  }
}
