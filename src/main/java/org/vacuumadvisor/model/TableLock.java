package org.vacuumadvisor.model;

import java.time.Instant;
import java.util.List;

/// A lock on a table, held or waited for: `pg_locks` with its session.
///
/// @param mode `ShareUpdateExclusiveLock` and what is stronger where it is held; any where it is
///   waited for
/// @param since `xact_start` of the session; missing without the right to see it
/// @param task what a worker of autovacuum says it does; missing for other sessions
/// @param blockers `pg_blocking_pids()`; none where the lock is held
public record TableLock(
    int pid,
    RelationKey relation,
    String mode,
    boolean granted,
    String user,
    String application,
    Reading<Instant> since,
    Reading<String> task,
    List<Integer> blockers) {
  public TableLock {
    blockers = List.copyOf(blockers);
  }

  /// Whether a worker of autovacuum has it, or wants it.
  public boolean isOfAutovacuum() {
    return task.isKnown();
  }
}
