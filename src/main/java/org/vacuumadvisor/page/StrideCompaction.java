package org.vacuumadvisor.page;

/// Compaction of ours: leaves the page that [SortFreeCompaction] leaves, in less time.
///
/// Short tuples are copied one by one to where they belong, but on the scratch page, and come back
/// all at once: whatever order they were in, each is touched once in strides of four words, without
/// a call, and the processor has nothing to guess. Runs would have to be found first, and where
/// they end nobody can foresee.
///
/// Runs pay where they are long: tuples in order with few gaps between them, or tuples that are
/// long themselves, are moved as the server does it.
final class StrideCompaction implements Compaction {
  /// Measured: with at least so many tuples for every gap, finding runs is worth it.
  private static final int LONG_RUN = 4;

  private final byte[] scratch;
  private final Compaction inRuns;

  StrideCompaction(int pageSize) {
    scratch = new byte[pageSize];
    inRuns = new SortFreeCompaction(pageSize);
  }

  @Override
  public void compact(HeapPage page, PageItems items) {
    if (isInLongRuns(items)) {
      inRuns.compact(page, items);
      return;
    }
    int first = SortFreeCompaction.inPlace(page, items);
    int end = first == 0 ? page.special() : items.offset(first - 1);
    int upper = page.special() - items.totalLength();
    if (first < items.count()) {
      gather(page, items, first, end);
      System.arraycopy(scratch, upper, page.bytes(), upper, end - upper);
    }
    page.putUpper(upper);
  }

  private static boolean isInLongRuns(PageItems items) {
    int gaps = items.lastUsed() - items.count();
    return items.presorted()
        && (gaps * LONG_RUN < items.count()
            || items.totalLength() > items.count() * Strides.LONGEST);
  }

  private void gather(HeapPage page, PageItems items, int first, int end) {
    var bytes = page.bytes();
    int to = end;
    for (int i = first; i < items.count(); i++) {
      int bits = items.lpBits(i);
      int offset = LinePointer.offset(bits);
      int length = LinePointer.alignedLength(bits);
      to -= length;
      page.putLp(items.number(i), LinePointer.movedTo(bits, to));
      Strides.copy(bytes, offset, scratch, to, length);
    }
  }
}
