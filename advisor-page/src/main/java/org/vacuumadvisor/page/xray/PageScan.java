package org.vacuumadvisor.page.xray;

import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.HeapTuple;
import org.vacuumadvisor.page.LinePointer;
import org.vacuumadvisor.page.LpState;

/// Counts pages, one after the other, in one buffer. It allocates nothing for a page, so that a
/// relation of any size is read about as fast as memory. It belongs to one thread.
public final class PageScan {
  private final HeapPage page;
  private final Chains chains;
  private final Census.Tally tally = new Census.Tally();

  /// What each line pointer's tuple is; read by the chains.
  private final byte[] fates;

  /// The bytes of tuples that stay, in the order of their line pointers.
  private int upperAfterVacuum;

  private long movedTuples;
  private long movedBytes;

  /// @param page the buffer that each page is put into before it is [added][#add]
  public PageScan(HeapPage page) {
    this.page = page;
    this.fates = new byte[page.size() / LinePointer.SIZE + 1];
    this.chains = new Chains(page, fates);
  }

  /// All pages so far.
  public Census census() {
    return tally.census();
  }

  public void reset() {
    tally.clear();
  }

  /// Counts what the buffer holds now.
  ///
  /// @param block its number in the relation
  public void add(long block) {
    tally.add(Figure.PAGES, 1);
    if (page.isNew()) {
      tally.add(Figure.NEW_PAGES, 1);
    } else if (isReadable()) {
      count(block);
    } else {
      tally.add(Figure.DAMAGED_PAGES, 1);
    }
  }

  /// Whether nothing on the page leads out of it.
  private boolean isReadable() {
    int upper = page.upper();
    int special = page.special();
    if (page.lower() < HeapPage.HEADER_SIZE
        || page.lower() > upper
        || upper > special
        || special > page.size()) {
      return false;
    }
    int pointers = page.linePointers();
    for (int number = 1; number <= pointers; number++) {
      var pointer = page.linePointer(number);
      if (pointer.state() == LpState.LP_NORMAL
          && (pointer.offset() < upper
              || pointer.length() < HeapTuple.HEADER_SIZE
              || pointer.offset() + pointer.length() > special)) {
        return false;
      }
    }
    return true;
  }

  private void count(long block) {
    int pointers = page.linePointers();
    upperAfterVacuum = page.special();
    movedTuples = 0;
    movedBytes = 0;
    int unused = 0;
    int redirected = 0;
    int dead = 0;
    int heapOnly = 0;
    boolean frozen = true;
    boolean settled = true;
    long occupied = 0;
    long liveTuples = 0;
    long liveBytes = 0;
    long deadTuples = 0;
    long deadBytes = 0;
    long deadRoom = 0;
    long undeterminedTuples = 0;
    long undeterminedBytes = 0;
    boolean chained = false;
    for (int number = 1; number <= pointers; number++) {
      var pointer = page.linePointer(number);
      byte fate = Chains.NOTHING;
      switch (pointer.state()) {
        case LP_UNUSED -> unused++;
        case LP_REDIRECT -> {
          redirected++;
          chained = true;
        }
        case LP_DEAD -> dead++;
        case LP_NORMAL -> {
          var tuple = page.tuple(number);
          int room = (pointer.length() + 7) & ~7;
          occupied += room;
          heapOnly += tuple.isHeapOnly() ? 1 : 0;
          chained |= tuple.isHotUpdated();
          frozen &= TupleState.isFrozen(tuple);
          switch (TupleState.of(tuple)) {
            case LIVE -> {
              liveTuples++;
              liveBytes += pointer.length();
              settled &= TupleState.isUndeleted(tuple);
              fate = Chains.STAYS;
              stays(pointer.offset(), room);
            }
            case UNDETERMINED -> {
              undeterminedTuples++;
              undeterminedBytes += pointer.length();
              settled = false;
              fate = Chains.STAYS;
              stays(pointer.offset(), room);
            }
            case DEAD -> {
              deadTuples++;
              deadBytes += pointer.length();
              deadRoom += room;
              fate = Chains.GOES;
            }
          }
        }
      }
      fates[number] = fate;
    }
    int normal = pointers - unused - redirected - dead;
    tally.add(Figure.NORMAL_POINTERS, normal);
    tally.add(Figure.REDIRECTED_POINTERS, redirected);
    tally.add(Figure.DEAD_POINTERS, dead);
    tally.add(Figure.UNUSED_POINTERS, unused);
    tally.add(Figure.LIVE_TUPLES, liveTuples);
    tally.add(Figure.LIVE_BYTES, liveBytes);
    tally.add(Figure.DEAD_TUPLES, deadTuples);
    tally.add(Figure.DEAD_BYTES, deadBytes);
    tally.add(Figure.UNDETERMINED_TUPLES, undeterminedTuples);
    tally.add(Figure.UNDETERMINED_BYTES, undeterminedBytes);
    tally.add(Figure.FREE_BYTES, page.exactFreeSpace());
    tally.add(Figure.USABLE_BYTES, page.freeSpace());
    tally.add(Figure.GAP_BYTES, Math.max(0, page.special() - page.upper() - occupied));
    tally.add(Figure.HEAP_ONLY_TUPLES, heapOnly);
    tally.add(Figure.VACUUM_FREES_BYTES, deadRoom);
    tally.add(Figure.COMPACTION_MOVES_TUPLES, movedTuples);
    tally.add(Figure.COMPACTION_MOVES_BYTES, movedBytes);
    tally.add(Figure.EMPTY_PAGES, pointers == 0 ? 1 : 0);
    tally.add(Figure.PAGES_TO_VACUUM, dead > 0 || deadTuples > 0 ? 1 : 0);
    tally.add(Figure.ALL_VISIBLE_PAGES, page.has(HeapPage.PD_ALL_VISIBLE) ? 1 : 0);
    boolean clean = normal > 0 && dead == 0 && deadTuples == 0;
    tally.add(Figure.FROZEN_PAGES, clean && frozen ? 1 : 0);
    tally.add(Figure.FREEZABLE_PAGES, clean && settled && !frozen ? 1 : 0);
    long kept = 0;
    if (chained) {
      chains.walk(block);
      kept = chains.deadRootsKept();
      tally.add(Figure.HOT_CHAINS, chains.count());
      tally.atLeast(Figure.LONGEST_HOT_CHAIN, chains.longest());
      dead += chains.redirectsThatDie();
    }
    tally.add(Figure.VACUUM_FREES_POINTERS, dead + deadTuples - kept);
  }

  private void stays(int offset, int room) {
    upperAfterVacuum -= room;
    if (upperAfterVacuum != offset) {
      movedTuples++;
      movedBytes += room;
    }
  }
}
