package org.vacuumadvisor.page.prune;

import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.LinePointer;
import org.vacuumadvisor.page.PageRepair;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Release;

/// What VACUUM does to a page once no index names its dead line pointers any more:
/// `lazy_vacuum_heap_page()` of `vacuumlazy.c`. They become unused, and since PostgreSQL 14 the
/// last are cut off, all but the first. Tuples do not move: pruning freed their space already.
///
/// It owns scratch space and belongs to one thread.
public final class SecondPass {
  private final PageRepair repair;
  private final boolean truncates;

  private SecondPass(PageRepair repair, boolean truncates) {
    this.repair = repair;
    this.truncates = truncates;
  }

  /// As a server of that release does it, on pages of that size in bytes.
  public static SecondPass of(Release release, int pageSize) {
    return new SecondPass(
        PageRepair.of(release, pageSize), Feature.VACUUM_TRUNCATES_LINE_POINTERS.isIn(release));
  }

  /// Frees the dead line pointers of one page; how many there were. Without any the page stays as
  /// it is.
  ///
  /// @throws org.vacuumadvisor.page.CorruptPageException if the page cannot be relied on; it was
  ///   not changed
  public int vacuum(HeapPage page) {
    repair.check(page);
    int freed = 0;
    for (int number = 1; number <= page.linePointers(); number++) {
      if (LinePointer.flags(page.lpBits(number)) == LinePointer.DEAD) {
        page.putLp(number, 0);
        freed++;
      }
    }
    if (freed > 0 && truncates) {
      truncate(page);
    } else if (freed > 0) {
      repair.repair(page);
    }
    return freed;
  }

  /// `PageTruncateLinePointerArray()` of `bufpage.c`.
  private static void truncate(HeapPage page) {
    int last = page.linePointers();
    while (last > 1 && isUnused(page, last)) {
      last--;
    }
    boolean unused = false;
    for (int number = 1; number <= last && !unused; number++) {
      unused = isUnused(page, number);
    }
    page.putLower(page.lower() - (page.linePointers() - last) * LinePointer.SIZE);
    if (unused) {
      page.set(HeapPage.PD_HAS_FREE_LINES);
    } else {
      page.clear(HeapPage.PD_HAS_FREE_LINES);
    }
  }

  private static boolean isUnused(HeapPage page, int number) {
    return LinePointer.flags(page.lpBits(number)) == LinePointer.UNUSED;
  }
}
