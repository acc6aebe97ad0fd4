package org.vacuumadvisor.model;

import java.time.Instant;
import java.util.List;
import org.vacuumadvisor.postgres.LockMode;

/// A lock on a table, held or waited for: `pg_locks` with its session.
///
/// @param mode as `pg_locks` has it
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

  /// Whether somebody has it, and no vacuum of the table can begin.
  public boolean keepsVacuumAway() {
    return granted && conflictsWithVacuum();
  }

  /// Whether a vacuum of the table cannot begin, or gives way, for whoever has it or asks for it.
  public boolean conflictsWithVacuum() {
    return LockMode.of(mode).filter(LockMode.SHARE_UPDATE_EXCLUSIVE::conflictsWith).isPresent();
  }

  /// Whether it keeps readers away.
  public boolean isExclusive() {
    return mode.equals(LockMode.ACCESS_EXCLUSIVE.text());
  }

  /// Whether a worker of autovacuum has it, or wants it.
  public boolean isOfAutovacuum() {
    return task.isKnown();
  }
}
