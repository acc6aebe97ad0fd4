package org.vacuumadvisor.page.prune;

import org.vacuumadvisor.page.HeapPage;

/// Whether a reader who comes along prunes a page: the questions of `heap_page_prune_opt()`. On a
/// standby, and while someone else has the page pinned, no one does.
public final class OnAccessPruning {
  /// A page with less free space than this share is worth a try, whatever the fillfactor.
  private static final int SCARCE = 10;

  private static final int PERCENT = 100;

  private OnAccessPruning() {}

  /// Whether there may be something to remove, and the space is wanted.
  ///
  /// @param fillfactor of the table, in percent
  public static boolean comesTo(HeapPage page, int fillfactor, Horizon horizon) {
    int pruneXid = page.pruneXid();
    if (pruneXid == Horizon.INVALID_XID || !Horizon.precedes(pruneXid, horizon.oldestXmin())) {
      return false;
    }
    int reserved = page.size() * (PERCENT - fillfactor) / PERCENT;
    return page.has(HeapPage.PD_PAGE_FULL)
        || page.freeSpace() < Math.max(reserved, page.size() / SCARCE);
  }
}
