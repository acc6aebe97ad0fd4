package org.vacuumadvisor.page;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.page.PageDefect.Kind;

/// Looks whether a page keeps every rule that PostgreSQL keeps when it writes a heap page, and says
/// what is wrong where it does not. A page that passes can be read, pruned and compacted.
///
/// It does not look at the checksum, which a server checks whenever it reads the page. It owns
/// scratch space and belongs to one thread.
public final class PageCheck {
  private static final int KNOWN_FLAGS =
      HeapPage.PD_HAS_FREE_LINES | HeapPage.PD_PAGE_FULL | HeapPage.PD_ALL_VISIBLE;

  private final Occupancy occupancy = new Occupancy(HeapPage.MAX_SIZE);
  private final TupleCheck tuples = new TupleCheck();
  private List<PageDefect> defects = new ArrayList<>();

  /// All that is wrong with a page, in the order of its bytes as far as possible; empty for a sound
  /// one. Where the header is broken the rest is not looked at.
  public List<PageDefect> defects(HeapPage page) {
    if (page.isNew()) {
      checkNew(page);
    } else {
      checkHeader(page);
      if (defects.isEmpty()) {
        checkLinePointers(page);
      }
    }
    var found = List.copyOf(defects);
    if (!found.isEmpty()) {
      defects = new ArrayList<>();
    }
    return found;
  }

  private void checkNew(HeapPage page) {
    var bytes = page.bytes();
    for (int at = 0; at < bytes.length; at++) {
      if (bytes[at] != 0) {
        report(Kind.NEW_PAGE, 0, at, at + 1, "not zero, although pd_upper=0 says the page is new");
        return;
      }
    }
  }

  private void checkHeader(HeapPage page) {
    if (page.statedSize() != page.size() || page.layoutVersion() != HeapPage.LAYOUT_VERSION) {
      report(
          Kind.SIZE_AND_VERSION,
          0,
          HeapPage.PD_PAGESIZE_VERSION_AT,
          HeapPage.PD_PRUNE_XID_AT,
          "says that it has %d bytes in layout %d, but it has %d, and the layout is %d"
              .formatted(
                  page.statedSize(), page.layoutVersion(), page.size(), HeapPage.LAYOUT_VERSION));
    }
    if ((page.flags() & ~KNOWN_FLAGS) != 0) {
      report(
          Kind.FLAGS,
          0,
          HeapPage.PD_FLAGS_AT,
          HeapPage.PD_LOWER_AT,
          "pd_flags=0x%04x has bits that no release sets".formatted(page.flags()));
    }
    if (PageRepair.isMisplaced(page)
        || (page.lower() - HeapPage.HEADER_SIZE) % LinePointer.SIZE != 0) {
      defects.add(PageRepair.misplaced(page));
    } else if (page.linePointers() > HeapPage.maxTuples(page.size())) {
      report(
          Kind.LINE_POINTERS,
          0,
          HeapPage.HEADER_SIZE,
          page.lower(),
          "%d line pointers, but a page of %d bytes has no more than %d"
              .formatted(page.linePointers(), page.size(), HeapPage.maxTuples(page.size())));
    }
  }

  private void checkLinePointers(HeapPage page) {
    int total = 0;
    occupancy.clear();
    for (int number = 1; number <= page.linePointers(); number++) {
      var pointer = page.linePointer(number);
      switch (pointer.state()) {
        case LP_UNUSED ->
            checkBits(page, number, pointer.bits() == 0, "but an unused one is all zeros");
        case LP_DEAD ->
            checkBits(page, number, pointer.length() == 0, "but a dead one has no tuple");
        case LP_REDIRECT -> checkRedirect(page, number);
        case LP_NORMAL -> {
          total += HeapPage.maxAlign(pointer.length());
          checkTuple(page, number);
        }
      }
    }
    if (total > page.special() - page.lower()) {
      defects.add(PageItems.tooLong(total, page));
    }
  }

  private void checkTuple(HeapPage page, int number) {
    var pointer = page.linePointer(number);
    if (!PageItems.isInside(pointer.bits(), page.upper(), page.special())) {
      defects.add(PageItems.outside(number, pointer.bits(), page.upper(), page.special()));
    } else if (pointer.length() < HeapPage.maxAlign(HeapTuple.HEADER_SIZE)) {
      checkBits(page, number, false, "but no tuple is shorter than 24 bytes");
    } else if (!occupancy.take(pointer.offset(), HeapPage.maxAlign(pointer.length()))) {
      defects.add(Occupancy.shared(number, pointer.bits()));
    } else {
      tuples.check(page.tuple(number), defects);
    }
  }

  private void checkRedirect(HeapPage page, int number) {
    var pointer = page.linePointer(number);
    int target = pointer.offset();
    if (pointer.length() != 0 || target < 1 || target > page.linePointers()) {
      reportRedirect(number, pointer + ", but there are " + page.linePointers() + " line pointers");
      return;
    }
    var to = page.linePointer(target);
    boolean leadsToTuple =
        to.state() == LpState.LP_NORMAL
            && to.length() >= HeapTuple.HEADER_SIZE
            && PageItems.isInside(to.bits(), page.upper(), page.special());
    if (!leadsToTuple) {
      reportRedirect(number, pointer + ", but line pointer " + target + " is " + to);
    } else if (!page.tuple(target).isHeapOnly()) {
      reportRedirect(number, pointer + ", but the tuple there is not heap-only");
    }
  }

  private void reportRedirect(int number, String what) {
    int at = HeapPage.lpAt(number);
    report(Kind.REDIRECT, number, at, at + LinePointer.SIZE, what);
  }

  private void checkBits(HeapPage page, int number, boolean right, String rule) {
    if (!right) {
      int at = HeapPage.lpAt(number);
      var what = page.linePointer(number) + ", " + rule;
      report(Kind.LINE_POINTER, number, at, at + LinePointer.SIZE, what);
    }
  }

  private void report(Kind kind, int number, int from, int to, String what) {
    defects.add(new PageDefect(kind, number, from, to, what));
  }
}
