package org.vacuumadvisor.page;

/// Compaction of ours: leaves the page that [SortFreeCompaction] leaves, in less time.
///
/// Where tuples are short and their neighbours gone or elsewhere, they are copied one by one, in
/// strides of four words, without a call, and the processor has nothing to guess. Runs would have
/// to be found first, and where they end nobody can foresee.
///
/// Runs pay where they are long, or the tuples are: those pages are compacted as the server does
/// it.
final class StrideCompaction implements Compaction {
  /// Measured: with at least so many tuples in a run, finding runs is worth it.
  private static final int LONG_RUN = 4;

  /// How many neighbours are looked at to tell how long runs are.
  private static final int SAMPLE = 8;

  private final byte[] scratch;
  private final Compaction inRuns;

  StrideCompaction(int pageSize) {
    scratch = new byte[pageSize];
    inRuns = new SortFreeCompaction(pageSize);
  }

  @Override
  public void compact(HeapPage page, PageItems items) {
    if ((items.presorted() && isLong(items)) || isInLongRuns(items)) {
      inRuns.compact(page, items);
      return;
    }
    int first = SortFreeCompaction.inPlace(page, items);
    int end = first == 0 ? page.special() : items.offset(first - 1);
    int upper = page.special() - items.totalLength();
    gather(page, items, first, end);
    System.arraycopy(scratch, upper, page.bytes(), upper, end - upper);
    page.putUpper(upper);
  }

  private static boolean isLong(PageItems items) {
    return items.totalLength() > items.count() * Strides.LONGEST;
  }

  /// Looks at the last ones, because the first may lie in place already.
  private static boolean isInLongRuns(PageItems items) {
    int last = items.count() - 1;
    int from = Math.max(0, last - SAMPLE);
    int ends = 0;
    for (int i = from; i < last; i++) {
      ends += items.offset(i) == items.end(i + 1) ? 0 : 1;
    }
    return ends * LONG_RUN <= last - from;
  }

  private void gather(HeapPage page, PageItems items, int first, int end) {
    byte[] bytes = page.bytes();
    int count = items.count();
    int to = end;
    for (int i = first; i < count; i++) {
      int bits = items.lpBits(i);
      int offset = LinePointer.offset(bits);
      int length = LinePointer.alignedLength(bits);
      to -= length;
      page.shiftLp(items.place(i), bits, to - offset);
      Strides.copy(bytes, offset, scratch, to, length);
    }
  }
}
