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

  private final byte[] scratch;

  SortFreeCompaction(int pageSize) {
    scratch = new byte[pageSize];
  }

  @Override
  public void compact(HeapPage page, PageItems items) {
    int first = inPlace(page, items);
    if (items.presorted()) {
      moveUp(page, items, first, page.bytes());
    } else {
      keepApart(page, items, first, scratch);
      moveUp(page, items, first, scratch);
    }
  }

  /// Copies the tuples from `first` on to the same places of the scratch page.
  static void keepApart(HeapPage page, PageItems items, int first, byte[] scratch) {
    var bytes = page.bytes();
    if (isSparse(page, items)) {
      for (int i = first; i < items.count(); i++) {
        int offset = items.offset(i);
        System.arraycopy(bytes, offset, scratch, offset, items.alignedLength(i));
      }
    } else {
      int from = page.upper();
      int end = first == 0 ? page.special() : items.offset(first - 1);
      System.arraycopy(bytes, from, scratch, from, end - from);
    }
  }

  static boolean isSparse(HeapPage page, PageItems items) {
    return items.count() < page.linePointers() / SPARSE;
  }

  /// How many tuples lie where they should already.
  static int inPlace(HeapPage page, PageItems items) {
    int end = page.special();
    int i = 0;
    while (i < items.count() && items.end(i) == end) {
      end = items.offset(i);
      i++;
    }
    return i;
  }

  /// Puts the tuples from `first` on below one another, in runs that are contiguous in `source`.
  static void moveUp(HeapPage page, PageItems items, int first, byte[] source) {
    var bytes = page.bytes();
    int count = items.count();
    int upper = first == 0 ? page.special() : items.offset(first - 1);
    int i = first;
    while (i < count) {
      int end = items.end(i);
      int distance = upper - end;
      int start = end;
      do {
        int bits = items.lpBits(i);
        start = LinePointer.offset(bits);
        page.shiftLp(items.place(i), bits, distance);
        i++;
      } while (i < count && items.end(i) == start);
      upper = start + distance;
      Strides.copy(source, start, bytes, upper, end - start);
    }
    page.putUpper(upper);
  }
}
