package org.vacuumadvisor.verify;

/// What must not happen because of a change: beyond the limit it is to be taken back.
///
/// @param limit the most that is good, in the unit of the figure
/// @param because whose word the limit is
public record PlannedGuard(Figure figure, double limit, String because) {

  /// What is guarded.
  public enum Figure {
    /// The part of all autovacuum workers' time that is work, 0 to 1.
    BUSY_WORKERS,
    /// Seconds that a standby replays behind.
    REPLICA_LAG_SECONDS,
    /// Automatic vacuums cancelled because of the change.
    CANCELLED_VACUUMS,
    /// The size of the table with its indexes, in times of what it was.
    TABLE_SIZE
  }
}
