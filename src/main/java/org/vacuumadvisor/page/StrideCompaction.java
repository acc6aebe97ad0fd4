package org.vacuumadvisor.page;

import static org.vacuumadvisor.page.LittleEndian.longAt;
import static org.vacuumadvisor.page.LittleEndian.putLong;

/// Compaction of ours: leaves the page that [SortFreeCompaction] leaves, in less time where tuples
/// are short and shuffled. There each tuple is a run of its own, and most of the time of a short
/// copy is the call and the choice of how to copy; so tuples of up to two strides of four words are
/// copied in line, one by one, and nobody looks for neighbours.
///
/// They are gathered in order on a scratch page, from the lowest place up, and come back with one
/// copy. A stride may reach beyond its tuple without harm, because the next tuple overwrites that;
/// so a copy needs no rest.
///
/// Elsewhere there are few and long runs, and nothing is faster than what the server does.
final class StrideCompaction implements Compaction {
  private static final int STRIDE = 4 * Long.BYTES;

  /// Neighbours looked at to tell whether a page is shuffled.
  private static final int PROBES = 8;

  private final byte[] scratch;

  StrideCompaction(int pageSize) {
    scratch = new byte[pageSize + 2 * STRIDE];
  }

  @Override
  public void compact(HeapPage page, PageItems items) {
    int first = SortFreeCompaction.inPlace(page, items);
    if (items.presorted()) {
      SortFreeCompaction.moveUp(page, items, first, page.bytes());
    } else if (isShuffled(items)) {
      gather(page, items, first);
    } else {
      SortFreeCompaction.keepApart(page, items, first, scratch);
      SortFreeCompaction.moveUp(page, items, first, scratch);
    }
  }

  /// Whether most of some neighbours, spread over the page, do not lie side by side.
  private static boolean isShuffled(PageItems items) {
    int apart = 0;
    int step = items.count() / PROBES;
    for (int i = step; i < items.count() && step > 0; i += step) {
      apart += items.end(i) == items.offset(i - 1) ? 0 : 1;
    }
    return apart > PROBES / 2;
  }

  /// Gathers the tuples from `first` on. A stride must not be read beyond the page, so that a tuple
  /// at its end is copied to its exact length.
  private void gather(HeapPage page, PageItems items, int first) {
    var bytes = page.bytes();
    var target = scratch;
    int limit = bytes.length - 2 * STRIDE;
    int end = first == 0 ? page.special() : items.offset(first - 1);
    int begin = page.special() - items.totalLength();
    int upper = begin;
    for (int i = items.count() - 1; i >= first; i--) {
      int bits = items.lpBits(i);
      int from = LinePointer.offset(bits);
      int length = LinePointer.alignedLength(bits);
      page.putLp(items.number(i), LinePointer.movedTo(bits, upper));
      if (length > 2 * STRIDE || from > limit) {
        System.arraycopy(bytes, from, target, upper, length);
      } else {
        copyStride(bytes, from, target, upper);
        if (length > STRIDE) {
          copyStride(bytes, from + STRIDE, target, upper + STRIDE);
        }
      }
      upper += length;
    }
    System.arraycopy(target, begin, bytes, begin, end - begin);
    page.putUpper(begin);
  }

  private static void copyStride(byte[] source, int from, byte[] target, int to) {
    putLong(target, to, longAt(source, from));
    putLong(target, to + Long.BYTES, longAt(source, from + Long.BYTES));
    putLong(target, to + 2 * Long.BYTES, longAt(source, from + 2 * Long.BYTES));
    putLong(target, to + 3 * Long.BYTES, longAt(source, from + 3 * Long.BYTES));
  }
}
