package org.vacuumadvisor.model;

import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Share;

/// How large a table is, as `pg_class` knows it: as of the last VACUUM, ANALYZE or CREATE INDEX.
///
/// @param pages `relpages`: the main fork only, without TOAST, indexes and growth since; missing
///   where the table was never vacuumed or analyzed
/// @param rows `reltuples`, missing where the table was never vacuumed or analyzed
/// @param allVisible `relallvisible`, missing as `pages` is
/// @param allFrozen `relallfrozen`, since 18
/// @param onDisk the main fork's size when surveyed; read only where `pg_class` knows too little
///   and no lock was in the way
/// @param blockSize bytes a page
/// @param measured what the file holds; read only on request
public record Extent(
    Reading<Pages> pages,
    Reading<Double> rows,
    Reading<Pages> allVisible,
    Reading<Pages> allFrozen,
    Reading<Bytes> onDisk,
    int blockSize,
    Reading<TupleSpace> measured) {

  /// The best figure for the size of the main fork.
  public Reading<Bytes> size() {
    return onDisk.isKnown() ? onDisk : pages.map(each -> each.bytes(blockSize));
  }

  /// The pages of the main fork by the best figure.
  public Reading<Pages> bestPages() {
    return onDisk.isKnown() ? onDisk.map(bytes -> new Pages(bytes.count() / blockSize)) : pages;
  }

  /// The pages that are not known to be frozen: before 18 nobody counts frozen ones.
  public Reading<Pages> unfrozen() {
    long frozen = allFrozen.or(Pages.NONE).count();
    return bestPages().map(all -> new Pages(Math.max(0, all.count() - frozen)));
  }

  /// The share of pages that the visibility map marks all-visible: index-only scans and vacuum may
  /// pass those by. Of an empty table, everything.
  public Reading<Share> visibleShare() {
    return Reading.both(
        allVisible,
        bestPages(),
        "share",
        (visible, all) ->
            all.count() == 0
                ? Share.ALL
                : new Share(Math.min(1, (double) visible.count() / (double) all.count())));
  }
}
