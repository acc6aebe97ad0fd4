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
    int upper = page.special();
    for (int i = 0; i < items.count(); i++) {
      int length = items.alignedLength(i);
      upper -= length;
      int offset = items.offset(i);
      System.arraycopy(bytes, offset, bytes, upper, length);
      page.shiftLp(items.place(i), items.lpBits(i), upper - offset);
    }
    page.putUpper(upper);
  }
}
