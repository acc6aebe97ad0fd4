package org.vacuumadvisor.forecast.simulator;

import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.cluster.IndexStart;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Release;

/// What the entries of updates take of an index whose columns they do not change. Such versions
/// repeat a key: from 14 on a page that would split is rid of the dead ones first
/// (`_bt_bottomupdel_pass()`), in 13 they share their key (`_bt_dedup_pass()`, in unique indexes
/// too).
final class IndexChurn {
  private static final String BTREE = "btree";

  /// `ItemPointerData`: what a version more takes in a posting list.
  private static final double ROW_ID = 6;

  private IndexChurn() {}

  /// The part of an entry that each update leaves until a vacuum, 0 to 1. The key of a unique index
  /// is taken not to be updated; of other indexes only the updates that found no room on their page
  /// are known to change none.
  ///
  /// @param prunable whether nobody holds the horizon: else nothing is deleted bottom-up
  static double kept(Release release, IndexStart index, Arrivals arrivals, boolean prunable) {
    if (!index.method().equals(BTREE) || arrivals.otherUpdates() <= 0) {
      return 1;
    }
    double unchanged = index.unique() ? 1 : arrivals.movedUpdates() / arrivals.otherUpdates();
    return 1 - unchanged * (1 - ofUnchanged(release, index, prunable));
  }

  private static double ofUnchanged(Release release, IndexStart index, boolean prunable) {
    if (prunable && Feature.BOTTOM_UP_INDEX_DELETION.isIn(release)) {
      return 0;
    }
    return Feature.BTREE_DEDUPLICATION.isIn(release)
        ? Math.min(1, ROW_ID / Math.max(ROW_ID, index.entryBytes()))
        : 1;
  }
}
