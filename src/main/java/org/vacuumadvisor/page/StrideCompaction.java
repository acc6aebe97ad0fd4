package org.vacuumadvisor.page;

import static org.vacuumadvisor.page.LittleEndian.longAt;
import static org.vacuumadvisor.page.LittleEndian.putLong;

/// Compaction of ours: leaves the page that [SortFreeCompaction] leaves, in less time. A tuple is
/// short, so most of the time of a copy is the call; here short runs are copied in line, in strides
/// of four words.
///
/// Where tuples have to go through the scratch page, the lowest is put back first. A stride may
/// then reach beyond its tuple without harm, because the next tuple overwrites that; so copying
/// needs no rest, and no branch that depends on the length of a tuple.
final class StrideCompaction implements Compaction {
  private static final int STRIDE = 4 * Long.BYTES;

  /// Longer runs are left to the platform, which copies wider once it is called.
  private static final int SHORT_RUN = 256;

  private final byte[] scratch;

  StrideCompaction(int pageSize) {
    scratch = new byte[pageSize + STRIDE];
  }

  @Override
  public void compact(HeapPage page, PageItems items) {
    int first = inPlace(page, items);
    if (first < items.count()) {
      int end = first == 0 ? page.special() : items.offset(first - 1);
      if (items.presorted()) {
        moveUp(page, items, first, end);
      } else {
        int from = page.upper();
        System.arraycopy(page.bytes(), from, scratch, from, end - from);
        putBack(page, items, first, end);
      }
    }
    page.putUpper(page.special() - items.totalLength());
  }

  /// How many tuples lie where they should already.
  private static int inPlace(HeapPage page, PageItems items) {
    int end = page.special();
    int i = 0;
    while (i < items.count() && items.end(i) == end) {
      end = items.offset(i);
      i++;
    }
    return i;
  }

  /// From the highest tuple down, within the page.
  private static void moveUp(HeapPage page, PageItems items, int first, int end) {
    var bytes = page.bytes();
    int upper = end;
    int runStart = 0;
    int runEnd = 0;
    for (int i = first; i < items.count(); i++) {
      int bits = items.lpBits(i);
      int offset = LinePointer.offset(bits);
      int length = LinePointer.alignedLength(bits);
      if (offset + length != runStart) {
        moveRunUp(bytes, runStart, upper, runEnd - runStart);
        runEnd = offset + length;
      }
      runStart = offset;
      upper -= length;
      page.putLp(items.number(i), LinePointer.movedTo(bits, upper));
    }
    moveRunUp(bytes, runStart, upper, runEnd - runStart);
  }

  /// Moves bytes to a higher place, from the last one down, since the places may overlap. Bytes
  /// below the new place still belong to other tuples, so that here the length is kept to exactly.
  private static void moveRunUp(byte[] bytes, int from, int to, int length) {
    if (length > SHORT_RUN) {
      System.arraycopy(bytes, from, bytes, to, length);
      return;
    }
    int left = length;
    for (; left >= STRIDE; left -= STRIDE) {
      copyStride(bytes, from + left - STRIDE, bytes, to + left - STRIDE);
    }
    for (; left > 0; left -= Long.BYTES) {
      putLong(bytes, to + left - Long.BYTES, longAt(bytes, from + left - Long.BYTES));
    }
  }

  /// From the lowest tuple up, out of the scratch page.
  private void putBack(HeapPage page, PageItems items, int first, int end) {
    var bytes = page.bytes();
    int last = items.count() - 1;
    int upper = page.special() - items.totalLength();
    int runFrom = items.offset(last);
    int runEnd = runFrom;
    int runTo = upper;
    for (int i = last; i >= first; i--) {
      int bits = items.lpBits(i);
      int offset = LinePointer.offset(bits);
      int length = LinePointer.alignedLength(bits);
      if (offset != runEnd) {
        putRunBack(bytes, runFrom, runTo, runEnd - runFrom, end);
        runFrom = offset;
        runTo = upper;
      }
      runEnd = offset + length;
      page.putLp(items.number(i), LinePointer.movedTo(bits, upper));
      upper += length;
    }
    putRunBack(bytes, runFrom, runTo, runEnd - runFrom, end);
  }

  /// What a stride copies beyond the run must lie below `end`, where tuples begin that stay.
  private void putRunBack(byte[] bytes, int from, int to, int length, int end) {
    if (length > SHORT_RUN || to + length + STRIDE > end) {
      System.arraycopy(scratch, from, bytes, to, length);
      return;
    }
    for (int done = 0; done < length; done += STRIDE) {
      copyStride(scratch, from + done, bytes, to + done);
    }
  }

  /// All is read before anything is written: the two may overlap.
  private static void copyStride(byte[] source, int from, byte[] target, int to) {
    long first = longAt(source, from);
    long second = longAt(source, from + Long.BYTES);
    long third = longAt(source, from + 2 * Long.BYTES);
    long fourth = longAt(source, from + 3 * Long.BYTES);
    putLong(target, to, first);
    putLong(target, to + Long.BYTES, second);
    putLong(target, to + 2 * Long.BYTES, third);
    putLong(target, to + 3 * Long.BYTES, fourth);
  }
}
