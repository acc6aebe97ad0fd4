package org.vacuumadvisor.benchmark.compaction;

import java.util.List;
import org.vacuumadvisor.benchmark.compaction.SideBySideBenchmark.PerPage;
import org.vacuumadvisor.page.CompactionMethod;
import org.vacuumadvisor.page.PageRepair;

/// Repairs pages in every way by turns, and takes the time of each. A turn takes one of some groups
/// of pages, so that what a processor has learned of them is forgotten until they come again.
final class Rounds {
  /// What a turn may do.
  enum Way {
    RESTORE,
    SORTED,
    SORT_FREE,
    STRIDE,
    RESTORE_IN_C,
    SORTED_IN_C,
    SORT_FREE_IN_C;

    static final Way[] ALL = values();
  }

  private final List<Pages> groups;
  private final PageRepair sorted;
  private final PageRepair sortFree;
  private final PageRepair stride;
  private int turn;

  Rounds(List<Pages> groups) {
    this.groups = List.copyOf(groups);
    var any = groups.getFirst();
    sorted = any.repair(CompactionMethod.SORTED);
    sortFree = any.repair(CompactionMethod.SORT_FREE);
    stride = any.repair(CompactionMethod.STRIDE);
  }

  /// One turn of each way, all on the same pages.
  void round(PerPage perPage) {
    turn++;
    var pages = groups.get(turn % groups.size());
    for (int each = 0; each < Way.ALL.length; each++) {
      var way = Way.ALL[(each + turn) % Way.ALL.length];
      perPage.add(way, nanos(way, pages) / (double) pages.count());
    }
  }

  private long nanos(Way way, Pages pages) {
    switch (way) {
      case RESTORE, RESTORE_IN_C -> {}
      case SORTED, SORT_FREE, STRIDE -> pages.restore();
      case SORTED_IN_C, SORT_FREE_IN_C -> {
        if (!CTwin.isThere()) {
          return 0;
        }
        pages.restoreInC();
      }
    }
    long start = System.nanoTime();
    switch (way) {
      case RESTORE -> pages.restore();
      case RESTORE_IN_C -> pages.restoreInC();
      case SORTED -> pages.repair(sorted);
      case SORT_FREE -> pages.repair(sortFree);
      case STRIDE -> pages.repair(stride);
      case SORTED_IN_C -> pages.repairInC(CTwin.Method.SORT_BASED);
      case SORT_FREE_IN_C -> pages.repairInC(CTwin.Method.SORT_FREE);
    }
    return System.nanoTime() - start;
  }
}
