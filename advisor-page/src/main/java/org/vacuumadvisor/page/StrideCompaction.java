package org.vacuumadvisor.page;

/// Compaction of ours: leaves the page that [SortFreeCompaction] leaves, in less time where rows
/// are short or their neighbours gone.
///
/// - Where each tuple is one block of words, as a row of one or two integers is, all are put aside
///   and come back one by one. Every tuple goes to a place that is known beforehand, so nothing is
///   left to guess, and nothing to be called.
/// - Other tuples whose neighbours are gone or elsewhere are gathered on the scratch page in order,
///   and come back in one copy. Runs would have to be found first, and where they end nobody can
///   foresee.
/// - Where runs are long, or long tuples are in order already, the page is compacted as the server
///   does it.
final class StrideCompaction implements Compaction {
  /// Measured: with at least so many tuples in a run, finding runs is worth it.
  private static final int LONG_RUN = 4;

  /// The same for tuples of one block.
  private static final int LONG_RUN_OF_BLOCKS = 12;

  /// How many neighbours are looked at to tell how long runs are.
  private static final int SAMPLE = 8;

  private static final int SAMPLE_OF_BLOCKS = 32;

  /// If the tuples are fewer than this share of the line pointers, most of what would be put aside
  /// is not theirs.
  private static final int SPARSE = 4;

  private final byte[] scratch;
  private final SortFreeCompaction inRuns;

  StrideCompaction(int pageSize) {
    scratch = new byte[pageSize];
    inRuns = new SortFreeCompaction(pageSize);
  }

  @Override
  public void compact(HeapPage page, PageItems items) {
    if (items.areBlocks() && items.count() >= page.linePointers() / SPARSE) {
      if (SortFreeCompaction.isInRuns(items, SAMPLE_OF_BLOCKS, LONG_RUN_OF_BLOCKS)) {
        inRuns.compact(page, items);
      } else {
        placeBlocks(page, items);
      }
    } else if ((items.presorted() && isLong(items))
        || SortFreeCompaction.isInRuns(items, SAMPLE, LONG_RUN)) {
      inRuns.compact(page, items);
    } else {
      gather(page, items);
    }
  }

  private static boolean isLong(PageItems items) {
    return items.totalLength() > items.count() * Words.LONGEST;
  }

  private void placeBlocks(HeapPage page, PageItems items) {
    byte[] bytes = page.bytes();
    byte[] aside = scratch;
    long[] found = items.packed();
    int count = items.count();
    int first = SortFreeCompaction.inPlace(page, items);
    int special = page.special();
    int upper = page.upper();
    System.arraycopy(bytes, upper, aside, upper, special - first * Words.BLOCK - upper);
    for (int i = first; i < count; i++) {
      int to = special - Words.BLOCK - i * Words.BLOCK;
      PageItems.moveLp(bytes, found[i], to);
      Words.copyBlock(aside, PageItems.offset(found[i]), bytes, to);
    }
    page.putUpper(special - count * Words.BLOCK);
  }

  private void gather(HeapPage page, PageItems items) {
    byte[] bytes = page.bytes();
    long[] found = items.packed();
    int count = items.count();
    int first = SortFreeCompaction.inPlace(page, items);
    int end = first == 0 ? page.special() : PageItems.offset(found[first - 1]);
    int to = end;
    for (int i = first; i < count; i++) {
      int length = PageItems.alignedLength(found[i]);
      to -= length;
      PageItems.moveLp(bytes, found[i], to);
      Words.copy(bytes, PageItems.offset(found[i]), scratch, to, length);
    }
    System.arraycopy(scratch, to, bytes, to, end - to);
    page.putUpper(to);
  }
}
