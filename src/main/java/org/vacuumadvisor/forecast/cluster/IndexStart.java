package org.vacuumadvisor.forecast.cluster;

import java.util.OptionalDouble;

/// An index when the simulation starts.
///
/// @param method its access method: `btree`, `gin`, …
/// @param entryBytes what an entry takes
/// @param entries in it; empty: as many as fill its pages to 90 %, as `CREATE INDEX` fills them
/// @param unique keys that repeat are versions of one row
public record IndexStart(
    String name,
    String method,
    double pages,
    double entryBytes,
    OptionalDouble entries,
    boolean unique) {
  /// One of which neither its entries nor whether it is unique is known.
  public IndexStart(String name, String method, double pages, double entryBytes) {
    this(name, method, pages, entryBytes, OptionalDouble.empty(), false);
  }
}
