package org.vacuumadvisor.forecast.cluster;

import java.util.Optional;

/// An index when the simulation starts.
///
/// @param method its access method: `btree`, `gin`, …
/// @param entryBytes what an entry takes
/// @param entries in it; empty: as many as fill its pages to 90 %, as `CREATE INDEX` fills them
/// @param unique keys that repeat are versions of one row
/// @param splits where new entries split its pages
public record IndexStart(
    String method,
    double pages,
    double entryBytes,
    Optional<Double> entries,
    boolean unique,
    Splits splits) {
  /// One of which neither its entries nor whether it is unique is known.
  public IndexStart(String method, double pages, double entryBytes) {
    this(method, pages, entryBytes, Optional.empty(), false, Splits.HERE_AND_THERE);
  }

  /// Where new entries split pages.
  public enum Splits {
    /// In an index long in use some page is always full, or entries come at its end.
    HERE_AND_THERE,

    /// In one built not long ago, whose entries fall anywhere, all pages are nine tenths full, and
    /// split at about the same time.
    IN_A_WAVE,

    /// In one built not long ago, whose first column has few values, entries come at the end of
    /// each: pages in the midst of it split in halves there, and nobody fills the first half.
    IN_GROUPS
  }
}
