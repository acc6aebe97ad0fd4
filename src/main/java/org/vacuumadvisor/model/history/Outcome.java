package org.vacuumadvisor.model.history;

import org.jspecify.annotations.Nullable;

/// What VACUUM did to a table. Null is what the run does not say.
///
/// @param indexScans how many times all indexes were scanned
/// @param oldestXmin 10 to 14: the oldest transaction whose rows had to stay
/// @param cutoff from 15: the same, with its age when the run ended
/// @param newRelfrozenXid from 15, and only if it advanced
/// @param newRelminMxid from 15, and only if it advanced
/// @param frozen from 16
/// @param visibilityMap from 18
/// @param indexScan from 14
public record Outcome(
    @Nullable Long indexScans,
    PageCounts pages,
    TupleCounts tuples,
    @Nullable Long oldestXmin,
    @Nullable Cutoff cutoff,
    @Nullable Advance newRelfrozenXid,
    @Nullable Advance newRelminMxid,
    @Nullable Frozen frozen,
    @Nullable MapUpdates visibilityMap,
    @Nullable IndexScan indexScan) {

  /// The oldest transaction whose rows had to stay, whatever release tells it.
  public @Nullable Long cutoffXid() {
    return cutoff == null ? oldestXmin : Long.valueOf(cutoff.xid());
  }

  /// How many transactions the oldest unfrozen one lay behind when the run ended, before what the
  /// run did about it; null where the figures do not tell.
  public @Nullable Long ageBefore() {
    if (cutoff == null || newRelfrozenXid == null) {
      return null;
    }
    // IDs have 32 bits and begin anew
    int age = (int) (cutoff.xid + cutoff.age - newRelfrozenXid.value + newRelfrozenXid.ahead);
    return (long) age;
  }

  /// `removable cutoff: X, which was N XIDs old when operation ended`.
  public record Cutoff(long xid, long age) {
    /// One that is so few transactions old keeps nothing.
    private static final long CURRENT = 2;

    /// Whether it is as young as can be: nobody blocks cleanup.
    public boolean isCurrent() {
      return age <= CURRENT;
    }
  }

  /// `new relfrozenxid: X, which is N XIDs ahead of previous value`, and the twin for multixacts.
  public record Advance(long value, long ahead) {}

  /// `frozen: N pages from table (P% of total) had N tuples frozen`.
  public record Frozen(long pages, double percent, long tuples) {}

  /// `visibility map: N pages set all-visible, N pages set all-frozen (N were all-visible)`.
  public record MapUpdates(long setAllVisible, long setAllFrozen, long wereAllVisible) {}

  /// `index scan needed: N pages from table (P% of total) had N dead item identifiers removed`.
  public record IndexScan(Decision decision, long pages, double percent, long deadItemIds) {}

  /// What VACUUM decided about the indexes.
  public enum Decision {
    NEEDED,
    NOT_NEEDED,
    /// Under two percent of the pages had dead items, or `INDEX_CLEANUP` is off.
    BYPASSED,
    BYPASSED_BY_FAILSAFE
  }
}
