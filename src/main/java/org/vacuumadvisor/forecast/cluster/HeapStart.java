package org.vacuumadvisor.forecast.cluster;

import java.util.Optional;

/// What lies in a table when the simulation starts.
///
/// @param live rows
/// @param dead row versions that wait for a vacuum
/// @param rowBytes what a row takes on a page, with its header and line pointer
/// @param freeBytes what is free on its pages and known to be
/// @param reltuples rows as `pg_class` has them: autovacuum computes with these; -1 unknown
/// @param relpages likewise
/// @param relallfrozen likewise; 0 before 18
/// @param pruned what was seen of queries pruning it
public record HeapStart(
    double pages,
    double live,
    double dead,
    double rowBytes,
    double freeBytes,
    double allVisible,
    double allFrozen,
    double reltuples,
    double relpages,
    double relallfrozen,
    Optional<Pruned> pruned) {

  /// A table without a row.
  public static final HeapStart EMPTY = new HeapStart(0, 0, 0, 100, 0, 0, 0, 0, 0, 0);

  /// Where nobody saw how queries prune it.
  public HeapStart(
      double pages,
      double live,
      double dead,
      double rowBytes,
      double freeBytes,
      double allVisible,
      double allFrozen,
      double reltuples,
      double relpages,
      double relallfrozen) {
    this(
        pages,
        live,
        dead,
        rowBytes,
        freeBytes,
        allVisible,
        allFrozen,
        reltuples,
        relpages,
        relallfrozen,
        Optional.empty());
  }

  /// Dead rows added up in spite of queries that prune HOT chains.
  ///
  /// @param dead rows
  /// @param seconds of the load it took them
  public record Pruned(double dead, double seconds) {}
}
