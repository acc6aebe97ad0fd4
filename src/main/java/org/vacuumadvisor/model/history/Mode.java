package org.vacuumadvisor.model.history;

/// How a table is vacuumed.
public enum Mode {
  /// In place, beside other work.
  LAZY,
  /// `VACUUM FULL`: a new file, under an exclusive lock.
  FULL,
  /// From 19 `REPACK` without an index, with or without `CONCURRENTLY`, or `VACUUM FULL`, which
  /// says the same.
  REPACK,
  /// From 19 `REPACK … USING INDEX`, or `CLUSTER`, which says the same.
  REPACK_BY_INDEX,
  /// `CLUSTER`: a new file in the order of an index.
  CLUSTER
}
