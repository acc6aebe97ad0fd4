package org.vacuumadvisor.forecast.cluster;

import java.util.stream.IntStream;

/// How many rows a page takes at a fillfactor, and how many of their new versions it has room for
/// beside them: `RelationGetBufferForTuple()` fills pages until what
/// `RelationGetTargetPageFreeSpace()` reserves is left, and `heap_update()` may use that.
///
/// @param rows on a page when it has been filled
/// @param places for new versions beside them
public record PageRoom(int rows, int places) {
  private static final double PAGE_HEADER = 24;

  /// More versions of a page between two moments of pruning are not looked for.
  private static final double MOST_VERSIONS = 1_000;

  /// @param rowBytes with header and line pointer
  static PageRoom of(double blockSize, double rowBytes, double fillfactor) {
    double room = blockSize - PAGE_HEADER;
    int most = (int) Math.max(1, Math.floor(room / rowBytes));
    double reserved = blockSize * (100 - fillfactor) / 100;
    int rows = Math.clamp((long) Math.floor((room - reserved) / rowBytes), 1, most);
    return new PageRoom(rows, most - rows);
  }

  /// The part of updates that will find no room on pages filled like `then`, when a part of them
  /// finds none on pages filled like these. Pages are pruned by whoever reads them
  /// (`heap_page_prune_opt()`), as soon as no snapshot sees the old versions any more. How many new
  /// ones come to a page until then follows from the part that finds no room today.
  ///
  /// @param share 0 to 1
  /// @param rowsNow rows on a page on average, today
  public double movedShare(double share, double rowsNow, PageRoom then) {
    double versions = versions(share, rowsNow) * then.rows / Math.max(1, rowsNow);
    return Math.min(share, lost(versions, then.places));
  }

  /// Rows that move fill a page as far as the fillfactor allows, and each row that leaves it later
  /// makes one place more: pages have from none to twice as many places as on average.
  private double versions(double share, double rowsNow) {
    double open = Math.max(places, rows + places - rowsNow);
    int most = (int) Math.round(2 * open - places);
    return Bisection.between(
        0,
        MOST_VERSIONS,
        versions ->
            IntStream.rangeClosed(places, most)
                    .mapToDouble(at -> lost(versions, at))
                    .average()
                    .orElse(0)
                < share);
  }

  /// Of a random number of versions, as many on average as given (Poisson), the part beyond the
  /// places there are.
  private static double lost(double versions, int places) {
    if (places == 0) {
      return 1;
    }
    if (versions < 1e-9) {
      return 0;
    }
    double beyond = versions - places;
    double probability = Math.exp(-versions);
    for (int count = 0; count < places; count++) {
      beyond += (places - count) * probability;
      probability *= versions / (count + 1);
    }
    return Math.clamp(beyond / versions, 0, 1);
  }
}
