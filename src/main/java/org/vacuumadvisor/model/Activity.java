package org.vacuumadvisor.model;

import java.util.function.LongBinaryOperator;

/// What was done to a table, counted by `pg_stat_all_tables` since the statistics were last reset,
/// or, as a difference of two surveys, within a window.
///
/// @param updated `n_tup_upd`, HOT updates included
/// @param hotUpdated `n_tup_hot_upd`
/// @param sequentialScans `seq_scan`
/// @param newPageUpdated `n_tup_newpage_upd`, since 16: the new version found no room on its page
/// @param indexScans `idx_scan`: those of UPDATE, DELETE, foreign-key checks and upserts, too
public record Activity(
    long inserted,
    long updated,
    long hotUpdated,
    long deleted,
    long sequentialScans,
    long sequentialRows,
    long indexScans,
    long indexRows,
    Reading<Long> newPageUpdated) {

  public static final Activity NONE =
      new Activity(0, 0, 0, 0, 0, 0, 0, 0, Reading.missing(Reading.Why.NOT_COLLECTED));

  /// Inserts, updates and deletes together.
  public long written() {
    return inserted + updated + deleted;
  }

  /// What came on top of `before`. Meaningless where a counter fell: see [#fellBelow].
  public Activity since(Activity before) {
    return combined(before, (now, then) -> now - then);
  }

  public Activity plus(Activity other) {
    return combined(other, Long::sum);
  }

  /// Whether any counter is below what it was: the statistics were reset in between.
  public boolean fellBelow(Activity before) {
    var difference = since(before);
    return difference.inserted < 0
        || difference.updated < 0
        || difference.hotUpdated < 0
        || difference.deleted < 0
        || difference.sequentialScans < 0
        || difference.indexScans < 0;
  }

  private Activity combined(Activity other, LongBinaryOperator with) {
    return new Activity(
        with.applyAsLong(inserted, other.inserted),
        with.applyAsLong(updated, other.updated),
        with.applyAsLong(hotUpdated, other.hotUpdated),
        with.applyAsLong(deleted, other.deleted),
        with.applyAsLong(sequentialScans, other.sequentialScans),
        with.applyAsLong(sequentialRows, other.sequentialRows),
        with.applyAsLong(indexScans, other.indexScans),
        with.applyAsLong(indexRows, other.indexRows),
        other
            .newPageUpdated
            .map(two -> newPageUpdated.map(one -> with.applyAsLong(one, two)))
            .or(newPageUpdated));
  }
}
