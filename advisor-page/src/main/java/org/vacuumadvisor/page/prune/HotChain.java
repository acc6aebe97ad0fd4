package org.vacuumadvisor.page.prune;

import org.vacuumadvisor.page.CorruptPageException;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.HeapTuple;
import org.vacuumadvisor.page.LinePointer;
import org.vacuumadvisor.page.PageDefect;

/// The versions of one row on one page, oldest first: the root that index entries name, and the
/// heap-only tuples that HOT updates added. Followed as `heap_prune_chain()` does it, as far as
/// pruning cares: up to the first version that someone may need. Scratch space that is filled anew
/// for every chain.
final class HotChain {
  private final int[] members;
  private int count;
  private int deadCount;

  HotChain(int pageSize) {
    members = new int[pageSize / LinePointer.SIZE];
  }

  /// How many line pointers belong to it, a redirect at its root included.
  int count() {
    return count;
  }

  /// How many of the first can go. A version that was deleted recently can go if a later one is
  /// dead: its deleter then lies behind the horizon, too.
  int deadCount() {
    return deadCount;
  }

  /// The number of a line pointer.
  int member(int index) {
    return members[index];
  }

  /// Follows the chain from a root, a tuple or a redirect.
  void follow(HeapPage page, int root, TupleFate[] fates, PrunePlan plan, Horizon horizon) {
    count = 0;
    deadCount = 0;
    int number = root;
    int priorXmax = Horizon.INVALID_XID;
    while (number >= 1 && number <= page.linePointers() && !plan.isProcessed(number)) {
      int bits = page.lpBits(number);
      int state = LinePointer.flags(bits);
      if (state == LinePointer.REDIRECT && count == 0) {
        append(page, number);
        number = LinePointer.offset(bits);
      } else if (state == LinePointer.NORMAL) {
        var tuple = page.tuple(number);
        if (priorXmax != Horizon.INVALID_XID && priorXmax != xminOf(tuple)) {
          return;
        }
        append(page, number);
        switch (fates[number]) {
          case DEAD -> deadCount = count;
          case RECENTLY_DEAD -> {}
          case LIVE, INSERT_IN_PROGRESS, DELETE_IN_PROGRESS -> {
            return;
          }
        }
        if (!tuple.isHotUpdated()) {
          return;
        }
        number = tuple.ctidNumber();
        priorXmax = horizon.updateXid(tuple);
      } else {
        return;
      }
    }
  }

  /// A frozen `xmin` no longer matches the `xmax` before it.
  private static int xminOf(HeapTuple tuple) {
    return tuple.hasFrozenXmin() ? Horizon.FROZEN_XID : tuple.xmin();
  }

  private void append(HeapPage page, int number) {
    if (count == page.linePointers()) {
      int at = HeapPage.lpAt(number);
      throw new CorruptPageException(
          new PageDefect(
              PageDefect.Kind.TUPLE_HEADER,
              number,
              at,
              at + LinePointer.SIZE,
              "the HOT chain comes back to it"));
    }
    members[count++] = number;
  }
}
