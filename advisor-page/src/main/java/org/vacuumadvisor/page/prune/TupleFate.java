package org.vacuumadvisor.page.prune;

/// Who may still need a tuple: `HTSV_Result`.
public enum TupleFate {
  /// No one, now and ever.
  DEAD,
  LIVE,
  /// No one who begins now, but perhaps a transaction that is open.
  RECENTLY_DEAD,
  /// Its inserting transaction is not over.
  INSERT_IN_PROGRESS,
  /// Its deleting or updating transaction is not over.
  DELETE_IN_PROGRESS
}
