package org.vacuumadvisor.model;

import java.time.Instant;

/// A database of the cluster.
///
/// @param surveyed whether its relations are in the survey
/// @param connectable `datallowconn`
/// @param statisticsReset `stats_reset`: never, or not since the server knows, if it is missing
/// @param commits `xact_commit`
public record Database(
    long oid,
    String name,
    boolean surveyed,
    boolean connectable,
    FreezeAges ages,
    Reading<Instant> statisticsReset,
    long commits,
    long rollbacks,
    long rowsInserted,
    long rowsUpdated,
    long rowsDeleted,
    long rowsFetched,
    Reading<Conflicts> conflicts) {

  /// Queries that a standby cancelled because they stood in the way of replay.
  ///
  /// @param lock `confl_lock`: of an ACCESS EXCLUSIVE lock, as DDL and the truncation by a vacuum
  ///   take
  /// @param snapshot `confl_snapshot`: of a vacuum's clean-up
  public record Conflicts(long lock, long snapshot) {}

  /// Of a source that does not tell conflicts.
  public Database(
      long oid,
      String name,
      boolean surveyed,
      boolean connectable,
      FreezeAges ages,
      Reading<Instant> statisticsReset,
      long commits,
      long rollbacks,
      long rowsInserted,
      long rowsUpdated,
      long rowsDeleted,
      long rowsFetched) {
    this(
        oid,
        name,
        surveyed,
        connectable,
        ages,
        statisticsReset,
        commits,
        rollbacks,
        rowsInserted,
        rowsUpdated,
        rowsDeleted,
        rowsFetched,
        Reading.missing(Reading.Why.NOT_COLLECTED));
  }
}
