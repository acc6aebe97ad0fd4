package org.vacuumadvisor.page.prune;

import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.LinePointer;
import org.vacuumadvisor.page.LpState;

/// What pruning is going to do to the line pointers of one page: `PruneState` of `pruneheap.c`.
/// First everything is decided, then everything is done. Scratch space that is filled anew for
/// every page.
final class PrunePlan {
  /// The line pointer stays as it is.
  private static final int KEEP = -1;

  /// What each line pointer becomes: [#KEEP], or its new bits.
  private final int[] becomes;

  private final boolean[] processed;
  private int redirected;
  private int dead;
  private int unused;
  private int pruneXid;

  PrunePlan(int pageSize) {
    int capacity = pageSize / LinePointer.SIZE;
    becomes = new int[capacity];
    processed = new boolean[capacity];
  }

  void begin(int linePointers) {
    for (int number = 1; number <= linePointers; number++) {
      becomes[number] = KEEP;
      processed[number] = false;
    }
    redirected = 0;
    dead = 0;
    unused = 0;
    pruneXid = Horizon.INVALID_XID;
  }

  /// Whether it was decided what becomes of it.
  boolean isProcessed(int number) {
    return processed[number];
  }

  void keep(int number) {
    processed[number] = true;
  }

  void redirect(int number, int to) {
    redirected++;
    decide(number, LinePointer.bits(LpState.LP_REDIRECT, to, 0));
  }

  void dead(int number) {
    dead++;
    decide(number, LinePointer.bits(LpState.LP_DEAD, 0, 0));
  }

  void unused(int number) {
    unused++;
    decide(number, 0);
  }

  private void decide(int number, int bits) {
    becomes[number] = bits;
    processed[number] = true;
  }

  /// Once this transaction lies behind the horizon, the page is worth a visit again:
  /// `heap_prune_record_prunable()`.
  void prunableAfter(int xid) {
    if (pruneXid == Horizon.INVALID_XID || Horizon.precedes(xid, pruneXid)) {
      pruneXid = xid;
    }
  }

  int pruneXid() {
    return pruneXid;
  }

  Pruned summary() {
    return new Pruned(redirected, dead, unused);
  }

  /// `heap_page_prune_execute()` but for the repair that follows.
  void execute(HeapPage page) {
    int linePointers = page.linePointers();
    for (int number = 1; number <= linePointers; number++) {
      if (becomes[number] != KEEP) {
        page.putLp(number, becomes[number]);
      }
    }
  }
}
