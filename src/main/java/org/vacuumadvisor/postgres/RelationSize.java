package org.vacuumadvisor.postgres;

/// The size of a table as `pg_class` holds it: what autovacuum computes with.
///
/// @param reltuples rows by the last vacuum or analyze; -1 (from 14) and 0 (before) when there was
///   none
/// @param relpages pages likewise
/// @param relallfrozen all-frozen pages likewise; 0 in releases without that column
public record RelationSize(double reltuples, long relpages, long relallfrozen) {

  /// A table of so many rows with no page known to be frozen.
  public static RelationSize ofRows(double reltuples) {
    return new RelationSize(reltuples, 0, 0);
  }

  float rows() {
    return reltuples < 0 ? 0 : (float) reltuples;
  }

  /// The part of its pages that is not frozen; all of a table of which nothing is known.
  float unfrozen() {
    if (relpages <= 0 || relallfrozen <= 0) {
      return 1;
    }
    return 1 - (float) Math.min(relallfrozen, relpages) / (float) relpages;
  }
}
