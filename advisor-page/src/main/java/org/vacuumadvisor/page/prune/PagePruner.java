package org.vacuumadvisor.page.prune;

import org.vacuumadvisor.page.CompactionMethod;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.LinePointer;
import org.vacuumadvisor.page.Occupancy;
import org.vacuumadvisor.page.PageRepair;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Release;

/// Removes from a page what no one can see any more: `heap_page_prune()` of `pruneheap.c`, which
/// both VACUUM and any reader who comes along call.
///
/// - A dead row leaves a line pointer in state `LP_DEAD`, because index entries may name it.
/// - Of a HOT chain whose first versions are dead, the root is redirected to the first that is
///   needed; the line pointers between were never in an index, and become unused.
/// - What an aborted HOT update left becomes unused, too.
///
/// It owns scratch space and belongs to one thread.
public final class PagePruner {
  private final PageRepair repair;
  private final Occupancy occupancy;
  private final PrunePlan plan;
  private final HotChain chain;
  private final TupleFate[] fates;

  /// All chains before all else, and of every tuple that stays it is noted when it may go.
  private final boolean chainsFirst;

  private final boolean marksUnused;

  private PagePruner(Release release, PageRepair repair, int pageSize, boolean marksUnused) {
    this.repair = repair;
    this.occupancy = new Occupancy(pageSize);
    this.plan = new PrunePlan(pageSize);
    this.chain = new HotChain(pageSize);
    this.fates = new TupleFate[pageSize / LinePointer.SIZE];
    this.chainsFirst = Feature.PRUNING_BY_CHAINS.isIn(release);
    this.marksUnused = marksUnused;
  }

  /// As a server of that release prunes, on pages of that size in bytes.
  public static PagePruner of(Release release, int pageSize) {
    return of(release, CompactionMethod.of(release), pageSize);
  }

  /// As a server of that release prunes, with another way of compaction.
  public static PagePruner of(Release release, CompactionMethod method, int pageSize) {
    return new PagePruner(release, PageRepair.of(release, method, pageSize), pageSize, false);
  }

  /// As VACUUM of that release prunes a table without indexes: since 17 dead line pointers become
  /// unused at once; before, [SecondPass] makes them so right afterwards.
  public static PagePruner withoutIndexes(Release release, int pageSize) {
    return new PagePruner(
        release,
        PageRepair.of(release, pageSize),
        pageSize,
        Feature.PRUNING_BY_CHAINS.isIn(release));
  }

  /// Prunes one page.
  ///
  /// @throws org.vacuumadvisor.page.CorruptPageException if it cannot be relied on; it was not
  ///   changed
  public Pruned prune(HeapPage page, Horizon horizon) {
    var summary = mark(page, horizon);
    if (summary.isAny()) {
      repair.repair(page);
    }
    page.putPruneXid(plan.pruneXid());
    page.clear(HeapPage.PD_PAGE_FULL);
    return summary;
  }

  /// The first half of pruning: line pointers let go of dead tuples, but no tuple moves yet. What
  /// is left to do is what [PageRepair] does.
  ///
  /// @throws org.vacuumadvisor.page.CorruptPageException if the page cannot be relied on; it was
  ///   not changed
  public Pruned mark(HeapPage page, Horizon horizon) {
    repair.check(page);
    occupancy.check(page);
    decide(page, horizon);
    var summary = plan.summary();
    if (summary.isAny()) {
      plan.execute(page);
    }
    return summary;
  }

  private void decide(HeapPage page, Horizon horizon) {
    int linePointers = page.linePointers();
    plan.begin(linePointers);
    for (int number = 1; number <= linePointers; number++) {
      if (LinePointer.flags(page.lpBits(number)) == LinePointer.NORMAL) {
        fates[number] = horizon.fateOf(page.tuple(number));
      }
    }
    for (int number = 1; number <= linePointers; number++) {
      decideRoot(page, number, horizon);
      if (!chainsFirst) {
        decideRest(page, number, horizon);
      }
    }
    for (int number = 1; number <= linePointers && chainsFirst; number++) {
      decideRest(page, number, horizon);
    }
  }

  /// What index entries name: redirects, and tuples that are not heap-only.
  private void decideRoot(HeapPage page, int root, Horizon horizon) {
    boolean redirect = LinePointer.flags(page.lpBits(root)) == LinePointer.REDIRECT;
    boolean tuple = LinePointer.flags(page.lpBits(root)) == LinePointer.NORMAL;
    if (redirect || (tuple && !page.tuple(root).isHeapOnly())) {
      chain.follow(page, root, fates, plan, horizon);
      int needed = chain.deadCount();
      if (needed == chain.count() || (redirect && chain.count() == 1)) {
        deadRoot(root);
      } else if (needed > 0) {
        plan.redirect(root, chain.member(needed));
      }
      for (int i = 1; i < needed; i++) {
        plan.unused(chain.member(i));
      }
      for (int i = needed; i < chain.count(); i++) {
        plan.keep(chain.member(i));
      }
      for (int i = chainsFirst ? needed : 0; i < chain.count(); i++) {
        noteWhenPrunable(page, chain.member(i), horizon);
      }
    }
  }

  private void deadRoot(int root) {
    if (marksUnused) {
      plan.unused(root);
    } else {
      plan.dead(root);
    }
  }

  /// Dead line pointers of before, and heap-only tuples that no chain led to.
  private void decideRest(HeapPage page, int number, Horizon horizon) {
    int state = LinePointer.flags(page.lpBits(number));
    if (state == LinePointer.DEAD && marksUnused) {
      plan.unused(number);
    } else if (state == LinePointer.NORMAL && !plan.isProcessed(number)) {
      var tuple = page.tuple(number);
      if (tuple.isHeapOnly() && fates[number] == TupleFate.DEAD && !tuple.isHotUpdated()) {
        plan.unused(number);
      } else if (chainsFirst) {
        noteWhenPrunable(page, number, horizon);
      }
    }
  }

  /// Notes of a tuple that stays for now when it may go.
  private void noteWhenPrunable(HeapPage page, int number, Horizon horizon) {
    if (LinePointer.flags(page.lpBits(number)) == LinePointer.NORMAL) {
      switch (fates[number]) {
        case RECENTLY_DEAD, DELETE_IN_PROGRESS ->
            plan.prunableAfter(horizon.updateXid(page.tuple(number)));
        case DEAD, LIVE, INSERT_IN_PROGRESS -> {}
      }
    }
  }
}
