package org.vacuumadvisor.page;

/// The line pointers of a page that have storage, in the order of their numbers: the
/// `itemidcompactdata` of `bufpage.c`. Scratch space that is filled anew for every page and belongs
/// to one thread.
///
/// An item is a `long`: the 32 bits of the line pointer below, its number above them.
public final class PageItems {
  /// Above number and line pointer there is room for a key to sort by.
  private static final int KEY_SHIFT = 48;

  private final long[] items;
  private int count;
  private int totalLength;
  private boolean presorted;
  private boolean hasUnused;
  private int lastUsed;
  private boolean staleUnused;

  /// Room for the items of any page of that size.
  PageItems(int pageSize) {
    items = new long[pageSize / LinePointer.SIZE];
  }

  /// How many there are.
  public int count() {
    return count;
  }

  /// The bytes they take up together, padding included.
  public int totalLength() {
    return totalLength;
  }

  /// Whether each tuple lies below the one before it, so that they can be moved up one after the
  /// other without overwriting one that is still to be moved.
  public boolean presorted() {
    return presorted;
  }

  int number(int index) {
    return (int) (items[index] >>> Integer.SIZE) & 0xFFFF;
  }

  /// The line pointer as it was before compaction.
  int lpBits(int index) {
    return (int) items[index];
  }

  int offset(int index) {
    return LinePointer.offset((int) items[index]);
  }

  int alignedLength(int index) {
    return LinePointer.alignedLength((int) items[index]);
  }

  /// The byte behind the tuple and its padding.
  int end(int index) {
    int bits = (int) items[index];
    return LinePointer.offset(bits) + LinePointer.alignedLength(bits);
  }

  /// Whether a line pointer before [#lastUsed] is unused.
  boolean hasUnused() {
    return hasUnused;
  }

  /// The last line pointer that is not unused; 0 if all are.
  int lastUsed() {
    return lastUsed;
  }

  /// Whether an unused line pointer is not all zeros.
  boolean staleUnused() {
    return staleUnused;
  }

  /// Takes the items of a page whose header was checked, and checks that each lies between
  /// `pd_upper` and `pd_special` with its padding, and that together they fit.
  ///
  /// Which line pointers have storage nobody can foresee, so gathering them has no branch that a
  /// processor would have to guess: that halves the time of a page of which half the rows are gone.
  ///
  /// @throws CorruptPageException if one does not; nothing was changed
  void collect(HeapPage page) {
    int linePointers = page.linePointers();
    int last = linePointers;
    int stale = 0;
    while (last > 0 && LinePointer.flags(page.lpBits(last)) == LinePointer.UNUSED) {
      stale |= page.lpBits(last);
      last--;
    }
    lastUsed = last;
    staleUnused = stale != 0;
    gather(page.bytes(), last);
    check(page);
  }

  /// Every line pointer is put behind the items so far; it is one of them if the count then grows.
  private void gather(byte[] bytes, int linePointers) {
    long[] found = items;
    int next = 0;
    int unused = 0;
    int stale = 0;
    for (int number = 1; number <= linePointers; number++) {
      int bits = LittleEndian.intAt(bytes, HeapPage.lpAt(number));
      int ifUnused = (LinePointer.flags(bits) - 1) >> (Integer.SIZE - 1);
      found[next] = ((long) number << Integer.SIZE) | Integer.toUnsignedLong(bits);
      next += -(LinePointer.length(bits) & ~ifUnused) >>> (Integer.SIZE - 1);
      unused |= ifUnused;
      stale |= bits & ifUnused;
    }
    count = next;
    hasUnused = unused != 0;
    staleUnused |= stale != 0;
  }

  private void check(HeapPage page) {
    long[] found = items;
    int special = page.special();
    int total = 0;
    int lowest = special;
    int highest = 0;
    int lastOffset = special;
    int rising = 0;
    for (int i = 0; i < count; i++) {
      int bits = (int) found[i];
      int offset = LinePointer.offset(bits);
      int length = LinePointer.alignedLength(bits);
      lowest = Math.min(lowest, offset);
      highest = Math.max(highest, offset + length);
      rising |= lastOffset - 1 - offset;
      lastOffset = offset;
      total += length;
    }
    if (lowest < page.upper() || highest > special) {
      throw new CorruptPageException(firstOutside(page));
    }
    if (total > special - page.lower()) {
      throw new CorruptPageException(tooLong(total, page));
    }
    totalLength = total;
    presorted = rising >= 0;
  }

  private PageDefect firstOutside(HeapPage page) {
    int i = 0;
    while (isInside(lpBits(i), page.upper(), page.special())) {
      i++;
    }
    return outside(number(i), lpBits(i), page.upper(), page.special());
  }

  /// Puts the tuples that lie last on the page first.
  void sortByOffset() {
    for (int i = 0; i < count; i++) {
      items[i] |= (long) (LinePointer.LP_OFF_MASK - offset(i)) << KEY_SHIFT;
    }
    OffsetSort.sort(items, 0, count - 1);
  }

  /// Whether a tuple with its padding lies where tuples lie.
  static boolean isInside(int bits, int upper, int special) {
    int offset = LinePointer.offset(bits);
    return offset >= upper && offset + LinePointer.alignedLength(bits) <= special;
  }

  static PageDefect outside(int number, int bits, int upper, int special) {
    int at = HeapPage.lpAt(number);
    var what =
        "%s, but tuples lie between pd_upper=%d and pd_special=%d"
            .formatted(new LinePointer(bits), upper, special);
    return new PageDefect(PageDefect.Kind.LINE_POINTER, number, at, at + LinePointer.SIZE, what);
  }

  static PageDefect tooLong(int total, HeapPage page) {
    var what =
        "the tuples together have %d bytes, but there are %d between pd_lower=%d and pd_special=%d"
            .formatted(total, page.special() - page.lower(), page.lower(), page.special());
    return new PageDefect(
        PageDefect.Kind.ITEM_LENGTHS, 0, HeapPage.HEADER_SIZE, page.lower(), what);
  }
}
