package org.vacuumadvisor.forecast.simulator;

import org.vacuumadvisor.postgres.RelationSize;

/// What `pg_class` says of the rows of a table, which thresholds follow. An analyze counts them; a
/// vacuum counts those of the pages that it read, and takes the others to be as full as the table
/// was held to be before (`vac_estimate_reltuples()`).
///
/// @param rows `reltuples`; -1 unknown
/// @param pages `relpages`
record RowEstimate(double rows, double pages) {
  static RowEstimate of(RelationSize known) {
    return new RowEstimate(known.reltuples(), (double) known.relpages());
  }

  /// After a vacuum.
  ///
  /// @param total pages of the table
  /// @param read pages that the vacuum read
  /// @param counted rows on those
  RowEstimate vacuumed(double total, double read, double counted) {
    if (read >= total || rows < 0 || pages <= 0) {
      return new RowEstimate(read > 0 ? counted * Math.max(1, total / read) : counted, total);
    }
    return new RowEstimate(rows / pages * (total - read) + counted, total);
  }
}
