package org.vacuumadvisor.page;

import java.util.Arrays;

/// Which bytes of a page belong to a tuple, a bit for every eight of them (tuples are
/// `MAXALIGN`ed), to find tuples that share bytes. Scratch space that is filled anew for every
/// page.
public final class Occupancy {
  private static final int UNIT_SHIFT = 3;

  private final long[] taken;

  public Occupancy(int pageSize) {
    taken = new long[(pageSize >> UNIT_SHIFT >> 6) + 1];
  }

  void clear() {
    Arrays.fill(taken, 0);
  }

  /// Takes the bytes of one tuple, which must lie on the page. False if one was taken already, or
  /// if the tuple does not begin at a multiple of eight.
  boolean take(int offset, int alignedLength) {
    if (offset != HeapPage.maxAlign(offset)) {
      return false;
    }
    int from = offset >> UNIT_SHIFT;
    int to = (offset + alignedLength) >> UNIT_SHIFT;
    boolean free = true;
    while (from < to) {
      int bits = Math.min(to - from, Long.SIZE - from % Long.SIZE);
      long mask = (-1L >>> (Long.SIZE - bits)) << from;
      int word = from / Long.SIZE;
      free &= (taken[word] & mask) == 0;
      taken[word] |= mask;
      from += bits;
    }
    return free;
  }

  /// Checks that no two tuples of a page share bytes. That they lie on it was checked.
  ///
  /// @throws CorruptPageException if two do
  public void check(HeapPage page) {
    clear();
    int linePointers = page.linePointers();
    for (int number = 1; number <= linePointers; number++) {
      int bits = page.lpBits(number);
      if (LinePointer.length(bits) != 0
          && LinePointer.flags(bits) != LinePointer.UNUSED
          && !take(LinePointer.offset(bits), LinePointer.alignedLength(bits))) {
        throw new CorruptPageException(shared(number, bits));
      }
    }
  }

  static PageDefect shared(int number, int bits) {
    int offset = LinePointer.offset(bits);
    var what =
        offset == HeapPage.maxAlign(offset)
            ? "shares bytes with the tuple of an earlier line pointer"
            : "begins at a byte that is no multiple of 8";
    return new PageDefect(
        PageDefect.Kind.OVERLAP, number, offset, offset + LinePointer.length(bits), what);
  }
}
