package org.vacuumadvisor.forecast;

import java.util.List;

/// The indexes of a table, as far as they grow and are cleaned. Entries that a vacuum removed leave
/// room for new ones; where there is none, pages split (`_bt_split()`).
final class IndexState {
  /// A page that was split at random is so full on average; one split at the right end, 90 %.
  private static final double AFTER_SPLITS = 0.7;

  private static final double RIGHTMOST = 0.9;

  private final double[] pages;
  private final double[] entryBytes;
  private final double roomAPage;
  private double sum;

  /// Entries for which there is room in each.
  private double room;

  IndexState(List<IndexStart> indexes, Arrivals arrivals, double blockSize) {
    pages = indexes.stream().mapToDouble(IndexStart::pages).toArray();
    entryBytes = indexes.stream().mapToDouble(each -> Math.max(12, each.entryBytes())).toArray();
    boolean rightmost = arrivals.queues() || arrivals.deletes() + arrivals.otherUpdates() == 0;
    roomAPage = blockSize * (rightmost ? RIGHTMOST : AFTER_SPLITS);
    sum = sum();
    room = rightmost ? 0 : roomAtStart(blockSize);
  }

  /// Indexes are measured as if their leaf pages were filled to 90 %, as they are when built: the
  /// rest of a page is room for entries that fall anywhere.
  private double roomAtStart(double blockSize) {
    double least = Double.POSITIVE_INFINITY;
    for (int at = 0; at < pages.length; at++) {
      least = Math.min(least, pages[at] * blockSize * (1 - RIGHTMOST) / entryBytes[at]);
    }
    return pages.length == 0 ? 0 : least;
  }

  int count() {
    return pages.length;
  }

  double pages() {
    return sum;
  }

  private double sum() {
    double all = 0;
    for (double each : pages) {
      all += each;
    }
    return all;
  }

  void add(double entries) {
    double split = Math.max(0, entries - room);
    room = Math.max(0, room - entries);
    if (split == 0) {
      return;
    }
    for (int at = 0; at < pages.length; at++) {
      pages[at] += split * entryBytes[at] / roomAPage;
    }
    sum = sum();
  }

  /// The pages of all indexes after so many more entries.
  double pagesAfter(double entries) {
    double split = Math.max(0, entries - room);
    double all = 0;
    for (int at = 0; at < pages.length; at++) {
      all += pages[at] + split * entryBytes[at] / roomAPage;
    }
    return all;
  }

  /// A pass has removed so many entries from each.
  void removed(double entries) {
    room += entries;
  }
}
