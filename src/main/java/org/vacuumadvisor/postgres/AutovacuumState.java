package org.vacuumadvisor.postgres;

/// Whether autovacuum minds the thresholds of a table, and who says that it does not. Where it does
/// not, it still comes to prevent wraparound.
public enum AutovacuumState {
  ON,
  /// `autovacuum = off` on the server.
  OFF_ON_SERVER,
  /// `track_counts = off`: autovacuum cannot know what there is to do.
  WITHOUT_COUNTS,
  /// `autovacuum_enabled = off` of the table itself.
  OFF_FOR_TABLE,
  /// `autovacuum_enabled = off` of the table whose TOAST table this is.
  OFF_FOR_PARENT;

  public boolean isOn() {
    return this == ON;
  }
}
