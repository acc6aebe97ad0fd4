package org.vacuumadvisor.advice;

/// What following a recommendation costs.
///
/// @param lock the lock it takes, and what that blocks
/// @param takesEffect when it works
/// @param cost what else it costs: disk, WAL, a cancelled vacuum, lost work
public record Risk(String lock, TakesEffect takesEffect, String cost) {

  /// When a change works.
  public enum TakesEffect {
    AT_ONCE,
    AFTER_RELOAD,
    AFTER_RESTART
  }
}
