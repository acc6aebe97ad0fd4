package org.vacuumadvisor.page;

import org.vacuumadvisor.page.PageDefect.Kind;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Release;

/// Brings a page in order after tuples were removed: `PageRepairFragmentation()` of `bufpage.c`.
/// Tuples are moved together, unused line pointers emptied and, since PostgreSQL 15, cut off where
/// they are the last; and the page says whether unused ones are left.
///
/// What it needs to rely on it checks first, as the server does, and more strictly in one thing: no
/// tuple may reach beyond `pd_special`. It does not look whether tuples share bytes; [PageCheck]
/// does.
///
/// It owns scratch space, allocates nothing, and belongs to one thread.
public final class PageRepair {
  private final Compaction compaction;
  private final PageItems items;
  private final boolean truncates;
  private final int pageSize;

  private PageRepair(Compaction compaction, int pageSize, boolean truncates) {
    this.compaction = compaction;
    this.items = new PageItems(pageSize);
    this.pageSize = pageSize;
    this.truncates = truncates;
  }

  /// As a server of that release does it, on pages of that size in bytes.
  public static PageRepair of(Release release, int pageSize) {
    return of(release, CompactionMethod.of(release), pageSize);
  }

  /// As a server of that release does it, with another way of compaction.
  public static PageRepair of(Release release, CompactionMethod method, int pageSize) {
    return new PageRepair(
        method.forPagesOf(pageSize),
        pageSize,
        Feature.REPAIR_TRUNCATES_LINE_POINTERS.isIn(release));
  }

  /// Repairs one page.
  ///
  /// @throws CorruptPageException if it cannot be repaired; it was not changed
  public void repair(HeapPage page) {
    check(page);
    if (items.count() == 0) {
      page.putUpper(page.special());
    } else {
      // By name: a call through the interface takes a twentieth of the time of a small page.
      switch (compaction) {
        case SortFreeCompaction sortFree -> sortFree.compact(page, items);
        case StrideCompaction stride -> stride.compact(page, items);
        case SortedCompaction sorted -> sorted.compact(page, items);
      }
    }
    tidyLinePointers(page);
  }

  /// Checks what [#repair] relies on.
  ///
  /// @throws CorruptPageException if the page cannot be repaired
  public void check(HeapPage page) {
    if (page.size() != pageSize) {
      throw new IllegalArgumentException(
          "Made for pages of " + pageSize + " bytes, but this has " + page.size());
    }
    if (isMisplaced(page)) {
      throw new CorruptPageException(misplaced(page));
    }
    items.collect(page);
  }

  private void tidyLinePointers(HeapPage page) {
    int trailing = page.linePointers() - items.lastUsed();
    if (items.staleUnused()) {
      emptyUnused(page);
    }
    if (trailing > 0 && truncates) {
      page.putLower(page.lower() - trailing * LinePointer.SIZE);
    }
    if (items.hasUnused() || (trailing > 0 && !truncates)) {
      page.set(HeapPage.PD_HAS_FREE_LINES);
    } else {
      page.clear(HeapPage.PD_HAS_FREE_LINES);
    }
  }

  private static void emptyUnused(HeapPage page) {
    for (int number = 1; number <= page.linePointers(); number++) {
      if (LinePointer.flags(page.lpBits(number)) == LinePointer.UNUSED) {
        page.putLp(number, 0);
      }
    }
  }

  /// Whether line pointers, free space and tuples do not follow one another on the page.
  static boolean isMisplaced(HeapPage page) {
    int lower = page.lower();
    int upper = page.upper();
    int special = page.special();
    return lower < HeapPage.HEADER_SIZE
        || lower > upper
        || upper > special
        || special > page.size()
        || special != HeapPage.maxAlign(special);
  }

  static PageDefect misplaced(HeapPage page) {
    var what =
        "pd_lower=%d, pd_upper=%d, pd_special=%d, but %d ≤ pd_lower ≤ pd_upper ≤ pd_special ≤ %d"
            .formatted(
                page.lower(), page.upper(), page.special(), HeapPage.HEADER_SIZE, page.size());
    return new PageDefect(Kind.POINTERS, 0, HeapPage.PD_LOWER_AT, HeapPage.PD_SPECIAL_AT + 2, what);
  }
}
