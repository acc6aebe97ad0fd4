package org.vacuumadvisor.page;

import static org.vacuumadvisor.page.LittleEndian.intAt;
import static org.vacuumadvisor.page.LittleEndian.longAt;

/// Which line pointers have a length, as the bits of a word: there is nothing to guess for the
/// processor, however they are mixed, and those without one are skipped all at once.
final class StoredBits {
  /// Of two line pointers the bits of their lengths but the highest ones.
  private static final long LENGTHS = 0x7FFE_0000_7FFE_0000L;

  /// The highest bits of their lengths.
  private static final long HIGHEST = 0x8000_0000_8000_0000L;

  private StoredBits() {}

  /// Puts the items of line pointers with a length into an array. Unused ones have none.
  ///
  /// @return how many there are
  static int gather(byte[] bytes, int linePointers, long[] items) {
    int next = 0;
    for (int before = 0; before < linePointers; before += Long.SIZE) {
      int first = HeapPage.HEADER_SIZE + before * LinePointer.SIZE;
      long stored = of(bytes, first, Math.min(Long.SIZE, linePointers - before));
      while (stored != 0) {
        int place = first + Long.numberOfTrailingZeros(stored) * LinePointer.SIZE;
        stored &= stored - 1;
        items[next] = PageItems.item(place, intAt(bytes, place));
        next++;
      }
    }
    return next;
  }

  /// Of up to 64 line pointers, the first of which begins at that byte and is the lowest bit.
  ///
  /// Two are looked at together. If any of the lower bits of a length is set, adding all ones to
  /// them carries into the highest, and no further.
  static long of(byte[] bytes, int first, int linePointers) {
    long stored = 0;
    for (int i = 0; i < linePointers - 1; i += 2) {
      long two = longAt(bytes, first + i * LinePointer.SIZE);
      long ifAny = (((two & LENGTHS) + LENGTHS) | two) & HIGHEST;
      stored |= (((ifAny >>> (Integer.SIZE - 1)) & 1) | (ifAny >>> (Long.SIZE - 2))) << i;
    }
    if (linePointers % 2 != 0) {
      int last = linePointers - 1;
      int length = LinePointer.length(intAt(bytes, first + last * LinePointer.SIZE));
      stored |= (length == 0 ? 0L : 1L) << last;
    }
    return stored;
  }
}
