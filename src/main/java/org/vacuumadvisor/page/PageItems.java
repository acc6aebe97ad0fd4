package org.vacuumadvisor.page;

import static org.vacuumadvisor.page.LittleEndian.intAt;

/// The line pointers of a page that have storage, in the order of their numbers: the
/// `itemidcompactdata` of `bufpage.c`. Scratch space that is filled anew for every page and belongs
/// to one thread.
///
/// Whatever can be, is looked for in a loop of its own without branches: the compiler makes vector
/// instructions of such loops, and in the others the processor has nothing to guess.
public final class PageItems {
  /// A key to sort by has the offset above the place, and the place above the line pointer.
  private static final int KEY_SHIFT = 48;

  private static final int PLACE_MASK = 0xFFFF;

  /// With fewer line pointers, vector instructions do not pay.
  private static final int FEW = 16;

  private final int[] places;
  private final int[] pointers;
  private final long[] keys;
  private int count;
  private int totalLength;
  private boolean presorted;
  private boolean hasUnused;
  private int lastUsed;
  private boolean staleUnused;

  /// Room for the items of any page of that size.
  PageItems(int pageSize) {
    int most = pageSize / LinePointer.SIZE;
    places = new int[most];
    pointers = new int[most];
    keys = new long[most];
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
    return HeapPage.numberOf(places[index]);
  }

  /// The byte on the page where the line pointer begins.
  int place(int index) {
    return places[index];
  }

  /// The line pointer as it was before compaction.
  int lpBits(int index) {
    return pointers[index];
  }

  int offset(int index) {
    return LinePointer.offset(pointers[index]);
  }

  int alignedLength(int index) {
    return LinePointer.alignedLength(pointers[index]);
  }

  /// The byte behind the tuple and its padding.
  int end(int index) {
    int bits = pointers[index];
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
  /// @throws CorruptPageException if one does not; nothing was changed
  void collect(HeapPage page) {
    int last = page.linePointers();
    int stale = 0;
    while (last > 0 && LinePointer.flags(page.lpBits(last)) == LinePointer.UNUSED) {
      stale |= page.lpBits(last);
      last--;
    }
    lastUsed = last;
    hasUnused = false;
    staleUnused = stale != 0;
    if (last >= FEW) {
      look(page.bytes(), last);
    }
    if (last < FEW || staleUnused) {
      gatherUsed(page, last);
    } else {
      gather(page.bytes(), last);
    }
    check(page);
    presorted = isPresorted();
  }

  /// Looks for unused line pointers.
  private void look(byte[] bytes, int linePointers) {
    int unused = 0;
    int stale = 0;
    for (int i = 0; i < linePointers; i++) {
      int bits = intAt(bytes, HeapPage.HEADER_SIZE + i * LinePointer.SIZE);
      int ifUnused = ((bits & LinePointer.LP_FLAGS) - 1) >> (Integer.SIZE - 1);
      unused |= ifUnused;
      stale |= bits & ifUnused;
    }
    hasUnused = unused != 0;
    staleUnused |= stale != 0;
  }

  /// Where unused line pointers are all zeros. Which ones have storage nobody can foresee: so each
  /// is put behind the items so far, and is one of them if the count then grows.
  private void gather(byte[] bytes, int linePointers) {
    int[] at = places;
    int[] found = pointers;
    int next = 0;
    for (int i = 0; i < linePointers; i++) {
      int place = HeapPage.HEADER_SIZE + i * LinePointer.SIZE;
      int bits = intAt(bytes, place);
      at[next] = place;
      found[next] = bits;
      next += -LinePointer.length(bits) >>> (Integer.SIZE - 1);
    }
    count = next;
  }

  /// Where there are few, or an unused line pointer may have a length.
  private void gatherUsed(HeapPage page, int linePointers) {
    int next = 0;
    for (int number = 1; number <= linePointers; number++) {
      int bits = page.lpBits(number);
      if (LinePointer.flags(bits) == LinePointer.UNUSED) {
        hasUnused = true;
        staleUnused |= bits != 0;
      } else if (LinePointer.length(bits) != 0) {
        places[next] = HeapPage.lpAt(number);
        pointers[next] = bits;
        next++;
      }
    }
    count = next;
  }

  private void check(HeapPage page) {
    int[] found = pointers;
    int items = count;
    int special = page.special();
    int total = 0;
    int lowest = special;
    int highest = 0;
    for (int i = 0; i < items; i++) {
      int offset = LinePointer.offset(found[i]);
      int length = LinePointer.alignedLength(found[i]);
      lowest = Math.min(lowest, offset);
      highest = Math.max(highest, offset + length);
      total += length;
    }
    if (lowest < page.upper() || highest > special) {
      throw new CorruptPageException(firstOutside(page));
    }
    if (total > special - page.lower()) {
      throw new CorruptPageException(tooLong(total, page));
    }
    totalLength = total;
  }

  private boolean isPresorted() {
    int[] found = pointers;
    int pairs = count - 1;
    int rising = 0;
    for (int i = 0; i < pairs; i++) {
      rising |= LinePointer.offset(found[i]) - 1 - LinePointer.offset(found[i + 1]);
    }
    return rising >= 0;
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
      keys[i] =
          ((long) (LinePointer.LP_OFF_MASK - offset(i)) << KEY_SHIFT)
              | ((long) places[i] << Integer.SIZE)
              | Integer.toUnsignedLong(pointers[i]);
    }
    OffsetSort.sort(keys, 0, count - 1);
    for (int i = 0; i < count; i++) {
      places[i] = (int) (keys[i] >>> Integer.SIZE) & PLACE_MASK;
      pointers[i] = (int) keys[i];
    }
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
