package org.vacuumadvisor.forecast.cluster;

/// An index when the simulation starts.
///
/// @param method its access method: `btree`, `gin`, …
/// @param entryBytes what an entry takes
/// @param unique keys that repeat are versions of one row
public record IndexStart(
    String name, String method, double pages, double entryBytes, boolean unique) {
  /// One that is not known to be unique.
  public IndexStart(String name, String method, double pages, double entryBytes) {
    this(name, method, pages, entryBytes, false);
  }
}
