package org.vacuumadvisor.forecast.cluster;

import java.util.Optional;

/// What two looks tell of what queries do to the pages of a table, such as how fast they prune HOT
/// chains (`heap_page_prune_opt()`): `n_dead_tup` counts each dead row, and no longer those that
/// were pruned (`pgstat_update_heap_dead_tuples()`).
///
/// @param reached dead rows brought autovacuum again and again, in spite of pruning
/// @param grown dead rows from one look to the next, where no vacuum came in between
/// @param marked the part of new pages that queries mark all-visible, from 19 on
public record ChainsSeen(Optional<Reached> reached, Optional<Grown> grown, double marked) {
  /// Where nobody looked twice.
  public static final ChainsSeen NOTHING = new ChainsSeen(Optional.empty(), Optional.empty(), 0);

  /// So many dead rows in that time.
  ///
  /// @param seconds of the load
  public record Reached(double dead, double seconds) {}

  /// From so many dead rows to so many.
  ///
  /// @param seconds of the load
  public record Grown(double from, double to, double seconds) {}
}
