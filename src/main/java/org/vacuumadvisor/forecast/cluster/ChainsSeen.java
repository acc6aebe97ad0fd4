package org.vacuumadvisor.forecast.cluster;

import java.util.Optional;

/// What two looks tell of how fast queries prune the HOT chains of a table
/// (`heap_page_prune_opt()`): `n_dead_tup` counts each dead row, and no longer those that were
/// pruned (`pgstat_update_heap_dead_tuples()`).
///
/// @param reached dead rows brought autovacuum again and again, in spite of pruning
/// @param grown dead rows from one look to the next, where no vacuum came in between
public record ChainsSeen(Optional<Reached> reached, Optional<Grown> grown) {
  /// Where nobody looked twice.
  public static final ChainsSeen NOTHING = new ChainsSeen(Optional.empty(), Optional.empty());

  /// So many dead rows in that time.
  ///
  /// @param seconds of the load
  public record Reached(double dead, double seconds) {}

  /// From so many dead rows to so many.
  ///
  /// @param seconds of the load
  public record Grown(double from, double to, double seconds) {}
}
