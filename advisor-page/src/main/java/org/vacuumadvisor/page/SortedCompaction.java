package org.vacuumadvisor.page;

/// Compaction as PostgreSQL did it until 13: the tuples are sorted by where they lie, and moved one
/// by one, the last on the page first. None can overwrite one that is still to be moved, and they
/// keep their order.
///
/// Replaying WAL, a server compacted a page each time it was full, and spent most of its time in
/// this sort.
final class SortedCompaction implements Compaction {
  @Override
  public void compact(HeapPage page, PageItems items) {
    var bytes = page.bytes();
    items.sortByOffset();
    long[] sorted = items.packed();
    int count = items.count();
    int upper = page.special();
    for (int i = 0; i < count; i++) {
      long item = sorted[i];
      int length = PageItems.alignedLength(item);
      upper -= length;
      System.arraycopy(bytes, PageItems.offset(item), bytes, upper, length);
      PageItems.moveLp(bytes, item, upper);
    }
    page.putUpper(upper);
  }
}
