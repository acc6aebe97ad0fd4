package org.vacuumadvisor.benchmark.compaction;

/// How the tuples of a page lie in relation to their line pointers.
public enum Order {
  /// As they were inserted into an empty page, and as each compaction since 14 leaves them.
  PRESORTED,
  /// The same, but one line pointer was used again for the youngest tuple.
  ONE_REUSED,
  /// In no order: what random updates make of a page under the sort-based compaction.
  SHUFFLED
}
