package org.vacuumadvisor.forecast.simulator;

import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.cluster.HeapStart;
import org.vacuumadvisor.forecast.cluster.TableStart;

/// What the rows of a table take of its pages, alive and dead.
///
/// @param rowBytes a row with its header and line pointer
/// @param usable of a page, as far as the fillfactor lets it be filled
/// @param prunedBytes a row of which only the line pointer is left
record Footprint(
    Arrivals arrivals, double blockSize, double rowBytes, double usable, double prunedBytes) {
  /// `PageHeaderData` leaves so much of a page for rows.
  private static final double PAGE_HEADER = 24;

  private static final double LINE_POINTER = 4;

  /// `MaxHeapTuplesPerPage`: no page has more line pointers than rows of nothing but a header.
  private static final double SMALLEST_ROW = 28;

  /// `heap_page_prune_opt()`: a query prunes a page with less free than this share, or than the
  /// fillfactor keeps free.
  private static final double PRUNED_BELOW = 0.1;

  static Footprint of(TableStart table, double blockSize) {
    double row = Math.max(SMALLEST_ROW, table.heap().rowBytes());
    double fill = (double) table.parameters().fillfactor().orElse(100) / 100;
    double usable = Math.max((blockSize - PAGE_HEADER) * fill, row);
    double pruned = Math.min(row, usable * SMALLEST_ROW / (blockSize - PAGE_HEADER));
    return new Footprint(table.arrivals(), blockSize, row, usable, pruned);
  }

  /// How many dead rows of HOT chains pages hold before a query prunes them: on average half of
  /// what fits. In a queue they are on the pages that are being filled, those that hold what is
  /// alive.
  double chained(double pages, double live, double freeBytes) {
    double free = pages > 0 ? freeBytes / pages : 0;
    double kept = blockSize - PAGE_HEADER - usable;
    double unused = Math.max(0, PRUNED_BELOW * blockSize - kept);
    double fitting = Math.floor(Math.max(0, free - unused) / rowBytes);
    double updated =
        arrivals.queues()
            ? Math.min(Math.max(1, pages), 1 + live * rowBytes / usable)
            : Math.min(Math.max(1, pages), live);
    return Math.max(1, updated) * (1 + fitting / 2);
  }

  /// Whether pages have room for another version of a row on average, beside a line pointer for
  /// each row that redirects to its newest version.
  boolean hasRoomForVersions(HeapStart heap) {
    double rows = heap.live() / Math.max(1, heap.pages());
    return rows * (rowBytes + LINE_POINTER) + rowBytes <= blockSize - PAGE_HEADER;
  }

  /// Pages that no row would be on if all others were full.
  double empty(double pages, double live) {
    return Math.max(0, pages - Math.ceil(live * rowBytes / usable));
  }

  /// Whether the rows of a queue die on the page that is being filled, because all that is alive
  /// fits on one. Who looks for the oldest row prunes that page before it is full
  /// (`heap_page_prune_opt()`), and dead rows leave their line pointers.
  boolean diesOnItsPage(double live, Pruning pruning) {
    return pruning == Pruning.BY_QUERIES && arrivals.queues() && live * rowBytes < usable;
  }

  /// Bytes that new rows take up after so much load.
  double inserted(double by, double live, Pruning pruning) {
    return arrivals.inserts() * by * (diesOnItsPage(live, pruning) ? prunedBytes : rowBytes);
  }

  /// Bytes that so many dead rows of updates keep from others. The first update of a page moves its
  /// row elsewhere; later ones find the room of the rows before them, which queries have pruned to
  /// line pointers, unless somebody may still see them. Of these no page has more than
  /// `MaxHeapTuplesPerPage`, however much of it is free.
  double updated(double dead, double live, double pages, Pruning pruning) {
    return switch (pruning) {
      case NOBODY -> dead * rowBytes;
      case BY_QUERIES -> {
        double moved = pages > 0 ? pages * (1 - Math.exp(-dead / pages)) : dead;
        yield Math.max(
            Math.min(dead, moved) * rowBytes + dead * LINE_POINTER,
            (live + dead) * prunedBytes - live * rowBytes);
      }
    };
  }

  /// Bytes that become free when so many dead rows are removed.
  double freed(double lasting, double hot, double live, double pages, Pruning pruning) {
    double all = arrivals.lastingDead();
    double ofUpdates = all > 0 ? arrivals.otherUpdates() / all : 0;
    return (lasting * (1 - ofUpdates) + hot) * rowBytes
        + updated(lasting * ofUpdates, live, pages, pruning);
  }

  /// The share of the all-visible pages that stays so: writes hit pages at random, but for a queue,
  /// whose rows come and go page by page.
  double visibilityKept(double by, double pages, double freeBytes) {
    if (pages <= 0) {
      return 1;
    }
    double rowsAPage = Math.max(1, usable / rowBytes);
    double touched =
        arrivals.queues()
            ? arrivals.deletes() / rowsAPage + arrivals.hotUpdates() + arrivals.otherUpdates()
            : arrivals.deletes()
                + arrivals.hotUpdates()
                + arrivals.otherUpdates()
                + (freeBytes > 0 ? arrivals.indexed() / rowsAPage : 0);
    return Math.exp(-touched * by / pages);
  }

  /// Who prunes what died on a page before vacuum comes.
  enum Pruning {
    BY_QUERIES,
    /// Somebody holds the horizon.
    NOBODY
  }
}
