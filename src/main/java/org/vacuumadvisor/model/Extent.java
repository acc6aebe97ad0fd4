package org.vacuumadvisor.model;

import org.vacuumadvisor.model.reading.Reading;
import org.vacuumadvisor.model.reading.TupleSpace;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Share;

/// How large a table is, as `pg_class` knows it: as of the last VACUUM, ANALYZE or CREATE INDEX.
///
/// @param pages `relpages`: the main fork only, without TOAST, indexes and growth since
/// @param rows `reltuples`, missing where the table was never vacuumed or analyzed
/// @param allVisible `relallvisible`
/// @param allFrozen `relallfrozen`, since 18
/// @param onDisk the main fork's size when surveyed; read only where `pg_class` knows too little
///   and no lock was in the way
/// @param blockSize bytes a page
/// @param measured what the file holds; read only on request
public record Extent(
    Pages pages,
    Reading<Double> rows,
    Pages allVisible,
    Reading<Pages> allFrozen,
    Reading<Bytes> onDisk,
    int blockSize,
    Reading<TupleSpace> measured) {

  /// One whose file was not read.
  public Extent(
      Pages pages,
      Reading<Double> rows,
      Pages allVisible,
      Reading<Pages> allFrozen,
      Reading<Bytes> onDisk,
      int blockSize) {
    this(
        pages,
        rows,
        allVisible,
        allFrozen,
        onDisk,
        blockSize,
        Reading.missing(Reading.Why.NOT_COLLECTED));
  }

  /// The best figure for the size of the main fork.
  public Bytes size() {
    return onDisk.or(pages.bytes(blockSize));
  }

  /// The pages of the main fork by the best figure.
  public Pages bestPages() {
    return onDisk.map(bytes -> new Pages(bytes.count() / blockSize)).or(pages);
  }

  /// The share of pages that the visibility map marks all-visible: index-only scans and vacuum may
  /// pass those by. Of an empty table, everything.
  public Share visibleShare() {
    long of = bestPages().count();
    return new Share(of == 0 ? 1 : Math.min(1, (double) allVisible.count() / of));
  }
}
