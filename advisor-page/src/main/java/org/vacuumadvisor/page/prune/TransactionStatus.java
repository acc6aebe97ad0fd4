package org.vacuumadvisor.page.prune;

/// What became of a transaction, as `pg_xact` and the list of running transactions tell it.
public enum TransactionStatus {
  IN_PROGRESS,
  COMMITTED,
  /// Rolled back, or cut off by a crash.
  ABORTED
}
