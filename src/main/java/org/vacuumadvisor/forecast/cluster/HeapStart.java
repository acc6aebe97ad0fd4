package org.vacuumadvisor.forecast.cluster;

import org.vacuumadvisor.postgres.RelationSize;

/// What lies in a table when the simulation starts.
///
/// @param live rows
/// @param dead row versions that wait for a vacuum
/// @param rowBytes what a row takes on a page, with its header and line pointer
/// @param freeBytes what is free on its pages and known to be
/// @param known its size as `pg_class` has it: autovacuum computes with that
/// @param chains what was seen of queries pruning it
/// @param doubt by how much it may differ from what was seen
public record HeapStart(
    double pages,
    double live,
    double dead,
    double rowBytes,
    double freeBytes,
    double allVisible,
    double allFrozen,
    RelationSize known,
    ChainsSeen chains,
    HeapDoubt doubt) {

  /// A table without a row.
  public static final HeapStart EMPTY =
      new HeapStart(
          0, 0, 0, 100, 0, 0, 0, RelationSize.ofRows(0), ChainsSeen.NOTHING, HeapDoubt.NONE);

  /// The same table, if what nobody can see of it is otherwise than is likely.
  public HeapStart with(HeapDoubt other) {
    return new HeapStart(
        pages, live, dead, rowBytes, freeBytes, allVisible, allFrozen, known, chains, other);
  }
}
