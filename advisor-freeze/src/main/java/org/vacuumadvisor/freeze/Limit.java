package org.vacuumadvisor.freeze;

/// The ages at which something happens that was not asked for.
public enum Limit {
  /// `vacuum_freeze_table_age`: from here on any vacuum of the table reads all that is not frozen.
  AGGRESSIVE,
  /// `autovacuum_freeze_max_age`: past it autovacuum comes by force and gives way to no lock.
  FORCED,
  /// `vacuum_failsafe_age`: past it a vacuum drops index work and its cost limit, since 14.
  FAILSAFE,
  /// Every statement that takes an ID warns.
  WARNING,
  /// No ID is given out any more.
  STOP
}
