package org.vacuumadvisor.forecast.simulator;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.cluster.IndexStart;
import org.vacuumadvisor.forecast.cluster.IndexStart.Splits;
import org.vacuumadvisor.postgres.Release;

/// The indexes of a table, as far as they grow and are cleaned. Entries that a vacuum removed leave
/// room for new ones; where there is none, pages split (`_bt_split()`).
final class IndexState {
  /// A page that was split at random is so full on average; one split at the right end, 90 %.
  private static final double AFTER_SPLITS = 0.7;

  private static final double RIGHTMOST = 0.9;

  /// A page split in the midst of an index, of which nobody fills the first half.
  private static final double HALF = 0.5;

  /// The default of `min_parallel_index_scan_size`, in bytes.
  private static final double SMALLEST_SHARED = 512 * 1024;

  private static final double SMALLEST_ENTRY = 12;

  private final double[] pages;

  /// What an entry more takes of new pages, where there is no room for it.
  private final double[] pagesAnEntry;

  private final double smallestShared;
  private final Release release;
  private final List<IndexStart> indexes;
  private final Arrivals arrivals;

  /// What an entry that is added, or removed, takes on average in each: entries of updates may take
  /// less.
  private final double[] added;

  private final double[] removed;
  private double sum;

  /// Entries for which there is room in each.
  private final double[] room;

  /// Those whose pages split in a wave that is not over.
  private final @Nullable SplitWave[] waves;

  IndexState(List<IndexStart> indexes, Arrivals arrivals, double blockSize, Release release) {
    this.indexes = indexes;
    this.arrivals = arrivals;
    this.release = release;
    pages = indexes.stream().mapToDouble(IndexStart::pages).toArray();
    boolean rightmost = arrivals.queues() || arrivals.deletes() + arrivals.otherUpdates() == 0;
    pagesAnEntry =
        indexes.stream()
            .mapToDouble(each ->
                Math.max(SMALLEST_ENTRY, each.entryBytes())
                    / (blockSize
                        * (each.splits() == Splits.IN_GROUPS
                            ? HALF
                            : rightmost ? RIGHTMOST : AFTER_SPLITS)))
            .toArray();
    smallestShared = SMALLEST_SHARED / blockSize;
    sum = sum();
    room = new double[pages.length];
    added = new double[pages.length];
    removed = new double[pages.length];
    double full = rightmost ? RIGHTMOST : 1;
    Arrays.fill(
        room,
        rightmost && !arrivals.queues()
            ? 0
            : indexes.stream()
                .mapToDouble(each -> roomAtStart(each, blockSize, full))
                .min()
                .orElse(0));
    waves = new SplitWave[pages.length];
    for (int at = 0; at < pages.length && !arrivals.queues(); at++) {
      var built = indexes.get(at).entries().orElse(0.0);
      switch (indexes.get(at).splits()) {
        case HERE_AND_THERE -> {}
        case IN_A_WAVE -> waves[at] = built > 0 ? new SplitWave(pages[at], built) : null;
        case IN_GROUPS -> room[at] = 0;
      }
    }
    prunable(true);
  }

  /// Whether dead versions can be deleted before a vacuum comes.
  void prunable(boolean can) {
    for (int at = 0; at < pages.length; at++) {
      double kept = IndexChurn.kept(release, indexes.get(at), arrivals, can);
      added[at] = mean(arrivals.inserts(), kept);
      removed[at] = mean(arrivals.deletes(), kept);
    }
  }

  private double mean(double others, double ofUpdate) {
    double all = others + arrivals.otherUpdates();
    return all > 0 ? (others + arrivals.otherUpdates() * ofUpdate) / all : 1;
  }

  /// What is free for new entries: anywhere where they fall anywhere, and in a queue on the pages
  /// that are emptied. An index that only grows at its end has no use for what is free elsewhere.
  ///
  /// @param full the part of a page that is filled before it is split
  private static double roomAtStart(IndexStart index, double blockSize, double full) {
    double entryBytes = Math.max(SMALLEST_ENTRY, index.entryBytes());
    double fits = index.pages() * blockSize / entryBytes;
    return Math.max(0, fits * full - index.entries().orElse(fits * RIGHTMOST));
  }

  int count() {
    return pages.length;
  }

  double pages() {
    return sum;
  }

  /// The pages that one process looks at while others help: each index is one process's, those that
  /// are too small for it (`min_parallel_index_scan_size`) are the leader's.
  ///
  /// @param helpers processes beside the leader
  double pagesOfSlowest(long helpers) {
    double shared = 0;
    double largest = 0;
    int eligible = 0;
    for (double each : pages) {
      if (each >= smallestShared) {
        shared += each;
        largest = Math.max(largest, each);
        eligible++;
      }
    }
    double processes = 1 + Math.clamp((double) helpers, 0, Math.max(0, eligible - 1));
    return sum - shared + Math.max(largest, shared / processes);
  }

  private double sum() {
    double all = 0;
    for (double each : pages) {
      all += each;
    }
    return all;
  }

  void add(double entries) {
    boolean grew = false;
    for (int at = 0; at < pages.length; at++) {
      double more = entries * added[at];
      double then = pagesAfter(at, more);
      grew |= then > pages[at];
      pages[at] = then;
      var wave = waves[at];
      if (wave == null) {
        room[at] = Math.max(0, room[at] - more);
      } else if (wave.add(more)) {
        room[at] = wave.roomLeft();
        waves[at] = null;
      }
    }
    if (grew) {
      sum = sum();
    }
  }

  /// The pages of all indexes after so many more entries.
  double pagesAfter(double entries) {
    double all = 0;
    for (int at = 0; at < pages.length; at++) {
      all += pagesAfter(at, entries * added[at]);
    }
    return all;
  }

  private double pagesAfter(int at, double more) {
    var wave = waves[at];
    return wave == null
        ? pages[at] + Math.max(0, more - room[at]) * pagesAnEntry[at]
        : Math.max(pages[at], wave.pagesAfter(more));
  }

  /// A pass has removed so many entries from each.
  void removed(double entries) {
    for (int at = 0; at < pages.length; at++) {
      var wave = waves[at];
      if (wave == null) {
        room[at] += entries * removed[at];
      } else {
        wave.add(-entries * removed[at]);
      }
    }
  }
}
