package org.vacuumadvisor.page;

/// Compaction as PostgreSQL does it since 14: the tuples end up in the order of their line
/// pointers, so nothing is sorted, and the next compaction finds them in order.
///
/// - Tuples that are in order already, each below the one before, move up in place. Those at the
///   end that no gap precedes stay. Neighbours move together, with one copy for every gap.
/// - Tuples in another order, because a line pointer was reused, go through a scratch page: what
///   moves is copied there, and comes back from there in order, neighbours again together.
final class SortFreeCompaction implements Compaction {
  /// With fewer tuples than this share of the line pointers, only they are copied to the scratch
  /// page; with more, all between the first and the last.
  private static final int SPARSE = 4;

  /// How many neighbours are looked at to tell how long runs are.
  private static final int SAMPLE = 8;

  /// Measured: with at least so many tuples in a run, a loop of its own for each pays.
  private static final int SHORT_RUN = 2;

  private final byte[] scratch;

  SortFreeCompaction(int pageSize) {
    scratch = new byte[pageSize];
  }

  @Override
  public void compact(HeapPage page, PageItems items) {
    int first = inPlace(page, items);
    if (first == items.count()) {
      page.putUpper(PageItems.offset(items.packed()[first - 1]));
    } else if (items.presorted()) {
      moveRuns(page, items, first, page.bytes());
    } else {
      keepApart(page, items, first);
      if (isInRuns(items, SAMPLE, SHORT_RUN)) {
        moveRuns(page, items, first, scratch);
      } else {
        moveEach(page, items, first, scratch);
      }
    }
  }

  /// Copies the tuples from `first` on to the same places of the scratch page.
  private void keepApart(HeapPage page, PageItems items, int first) {
    byte[] bytes = page.bytes();
    byte[] kept = scratch;
    long[] found = items.packed();
    int count = items.count();
    if (count < page.linePointers() / SPARSE) {
      for (int i = first; i < count; i++) {
        int offset = PageItems.offset(found[i]);
        Words.copy(bytes, offset, kept, offset, PageItems.alignedLength(found[i]));
      }
    } else {
      int from = page.upper();
      int end = first == 0 ? page.special() : PageItems.offset(found[first - 1]);
      System.arraycopy(bytes, from, kept, from, end - from);
    }
  }

  /// How many tuples lie where they should already.
  static int inPlace(HeapPage page, PageItems items) {
    long[] found = items.packed();
    int count = items.count();
    int end = page.special();
    int i = 0;
    while (i < count && PageItems.end(found[i]) == end) {
      end = PageItems.offset(found[i]);
      i++;
    }
    return i;
  }

  /// Whether so many tuples, or more, lie together in the order of their line pointers, judging by
  /// the last `sample` neighbours. The first may lie in place already.
  static boolean isInRuns(PageItems items, int sample, int length) {
    long[] found = items.packed();
    int last = items.count() - 1;
    int from = Math.max(0, last - sample);
    int ends = 0;
    for (int i = from; i < last; i++) {
      ends += PageItems.offset(found[i]) == PageItems.end(found[i + 1]) ? 0 : 1;
    }
    return ends * length <= last - from;
  }

  /// Puts the tuples from `first` on below one another, in runs that are contiguous in `source`.
  /// Nothing is called while a run is followed, so that what the loop needs stays in registers.
  private static void moveRuns(HeapPage page, PageItems items, int first, byte[] source) {
    byte[] bytes = page.bytes();
    long[] found = items.packed();
    int count = items.count();
    int upper = first == 0 ? page.special() : PageItems.offset(found[first - 1]);
    int i = first;
    while (i < count) {
      int start = PageItems.end(found[i]);
      int to = upper;
      while (i < count && PageItems.end(found[i]) == start) {
        long item = found[i];
        start = PageItems.offset(item);
        to -= PageItems.alignedLength(item);
        PageItems.moveLp(bytes, item, to);
        i++;
      }
      Words.copy(source, start, bytes, to, upper - to);
      upper = to;
    }
    page.putUpper(upper);
  }

  /// The same where runs are short.
  private static void moveEach(HeapPage page, PageItems items, int first, byte[] source) {
    byte[] bytes = page.bytes();
    long[] found = items.packed();
    int count = items.count();
    int upper = first == 0 ? page.special() : PageItems.offset(found[first - 1]);
    int end = PageItems.end(found[first]);
    int start = end;
    for (int i = first; i < count; i++) {
      long item = found[i];
      if (PageItems.end(item) != start) {
        Words.copy(source, start, bytes, upper, end - start);
        end = PageItems.end(item);
      }
      start = PageItems.offset(item);
      upper -= PageItems.alignedLength(item);
      PageItems.moveLp(bytes, item, upper);
    }
    Words.copy(source, start, bytes, upper, end - start);
    page.putUpper(upper);
  }
}
