package org.vacuumadvisor.forecast;

import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.cluster.ChainsSeen;
import org.vacuumadvisor.forecast.cluster.HeapStart;
import org.vacuumadvisor.forecast.cluster.PageRoom;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.postgres.StorageParameters;

/// A table that gets other storage parameters. A fillfactor counts for pages that are filled from
/// then on; here all of them have been.
record Refilling(TableStart table, int blockSize) {
  private static final int FULL = 100;

  TableStart with(StorageParameters parameters) {
    int now = table.parameters().fillfactor().orElse(FULL);
    int then = parameters.fillfactor().orElse(FULL);
    var changed = table.with(parameters);
    return now == then ? changed : changed.with(arrivals(now, then)).with(heap(now, then));
  }

  private Arrivals arrivals(int now, int then) {
    var arrivals = table.arrivals();
    double rows = table.heap().live() / Math.max(1, table.heap().pages());
    double share = room(now).movedShare(arrivals.movedShare(), rows, room(then));
    return then < now ? arrivals.withMovedShare(share) : arrivals;
  }

  private HeapStart heap(int now, int then) {
    var heap = table.heap();
    double pages = Math.max(heap.pages(), heap.live() / room(then).rows());
    double lost = heap.pages() * blockSize * Math.max(0, now - then) / FULL;
    return new HeapStart(
        pages,
        heap.live(),
        heap.dead(),
        heap.rowBytes(),
        Math.max(0, heap.freeBytes() - lost),
        heap.allVisible(),
        heap.allFrozen(),
        heap.known(),
        ChainsSeen.NOTHING,
        heap.doubt());
  }

  private PageRoom room(int fillfactor) {
    return table.room(blockSize, fillfactor);
  }
}
