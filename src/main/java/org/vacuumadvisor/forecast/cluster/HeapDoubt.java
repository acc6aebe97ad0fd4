package org.vacuumadvisor.forecast.cluster;

/// By how much a table may differ from what is likely in what no statistics view shows.
///
/// @param chains the dead rows that HOT chains hold, in relation to what is likely
/// @param packed whether the free space of the table is in pages without a row, which vacuum skips
///   and takes for as full as the others (`vac_estimate_reltuples()`)
public record HeapDoubt(double chains, boolean packed) {
  /// As is likely.
  public static final HeapDoubt NONE = new HeapDoubt(1, false);

  /// Pages fill in step after a vacuum, and are pruned one after the other only later: dead rows of
  /// pgbench and of wide documents on 16 swung by a quarter around their balance
  /// (`docs/experiments/promises.md`).
  public static final double SWING = 1.25;

  /// The most that may be there.
  public static final HeapDoubt MOST = new HeapDoubt(SWING, true);

  /// The least.
  public static final HeapDoubt LEAST = new HeapDoubt(1 / SWING, false);
}
