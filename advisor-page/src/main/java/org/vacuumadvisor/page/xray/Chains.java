package org.vacuumadvisor.page.xray;

import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.HeapTuple;
import org.vacuumadvisor.page.LpState;

/// The HOT chains of a page: a tuple that indexes know, or what is left of its line pointer, and
/// its newer versions on the same page, each naming the next (`README.HOT`).
final class Chains {
  static final byte NOTHING = 0;
  static final byte STAYS = 1;
  static final byte GOES = 2;

  private final HeapPage page;
  private final byte[] fates;
  private int count;
  private int longest;
  private int deadRootsKept;
  private int redirectsThatDie;
  private int length;
  private boolean leadsToSomething;

  /// @param fates what each line pointer's tuple is; the first line pointer is 1
  Chains(HeapPage page, byte[] fates) {
    this.page = page;
    this.fates = fates;
  }

  /// Follows every chain of the page as it is now.
  void walk(long block) {
    count = 0;
    longest = 0;
    deadRootsKept = 0;
    redirectsThatDie = 0;
    int pointers = page.linePointers();
    for (int number = 1; number <= pointers; number++) {
      var pointer = page.linePointer(number);
      if (pointer.state() == LpState.LP_REDIRECT) {
        follow(pointer.offset(), 0, block, pointers);
        redirectsThatDie += leadsToSomething ? 0 : 1;
      } else if (fates[number] != NOTHING) {
        var root = page.tuple(number);
        if (!root.isHeapOnly() && root.isHotUpdated()) {
          follow(next(root, block), 1, block, pointers);
          deadRootsKept += fates[number] == GOES && leadsToSomething ? 1 : 0;
        }
      }
    }
  }

  int count() {
    return count;
  }

  /// The tuples of the longest.
  int longest() {
    return longest;
  }

  /// Dead tuples whose line pointer a vacuum keeps, as a redirect to what is left of the chain.
  int deadRootsKept() {
    return deadRootsKept;
  }

  /// Redirects to nothing but dead tuples.
  int redirectsThatDie() {
    return redirectsThatDie;
  }

  private void follow(int start, int before, long block, int pointers) {
    length = before;
    leadsToSomething = false;
    int number = start;
    while (number >= 1 && number <= pointers && fates[number] != NOTHING && length <= pointers) {
      var member = page.tuple(number);
      if (!member.isHeapOnly()) {
        break;
      }
      length++;
      leadsToSomething |= fates[number] == STAYS;
      number = member.isHotUpdated() ? next(member, block) : 0;
    }
    count++;
    longest = Math.max(longest, length);
  }

  /// The line pointer of the next version; 0 if that is on another page.
  private static int next(HeapTuple tuple, long block) {
    return tuple.ctidBlock() == block ? tuple.ctidNumber() : 0;
  }
}
