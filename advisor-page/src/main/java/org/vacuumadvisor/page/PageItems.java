package org.vacuumadvisor.page;

import static org.vacuumadvisor.page.LittleEndian.intAt;
import static org.vacuumadvisor.page.LittleEndian.putInt;

/// The line pointers of a page that have storage, in the order of their numbers: the
/// `itemidcompactdata` of `bufpage.c`. Scratch space that is filled anew for every page and belongs
/// to one thread.
///
/// Whatever can be, is looked for in a loop of its own without branches: the compiler makes vector
/// instructions of such loops, and in the others the processor has nothing to guess.
public final class PageItems {
  /// In an item the byte where its line pointer begins is above the line pointer.
  private static final int PLACE_SHIFT = Integer.SIZE;

  /// While items are sorted, what they are sorted by is above that.
  private static final int KEY_SHIFT = 48;

  private static final long WITHOUT_KEY = (1L << KEY_SHIFT) - 1;

  /// The greatest line pointer without a length.
  private static final long NO_LENGTH = (1L << LinePointer.LP_LEN_SHIFT) - 1;

  private static final long LP_BITS = 0xFFFF_FFFFL;

  /// With fewer line pointers, vector instructions do not pay.
  private static final int VECTORS_PAY_FROM = 16;

  /// Measured: with fewer that have storage than this share of them, the others are skipped.
  private static final int SPARSE = 5;

  private final long[] items;
  private int count;
  private int totalLength;
  private int overBlock;
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

  /// Whether each of them takes up one block of words, as a row of one or two integers does.
  boolean areBlocks() {
    return overBlock >= 0 && totalLength == count * Words.BLOCK;
  }

  /// Whether each tuple lies below the one before it, so that they can be moved up one after the
  /// other without overwriting one that is still to be moved.
  public boolean presorted() {
    return presorted;
  }

  /// The items themselves: the first [#count] of the array, to be read with [#offset(long)] and its
  /// like.
  long[] packed() {
    return items;
  }

  static long item(int place, int lpBits) {
    return ((long) place << PLACE_SHIFT) | (lpBits & LP_BITS);
  }

  /// The byte on the page where the line pointer of an item begins.
  static int place(long item) {
    return (int) (item >>> PLACE_SHIFT);
  }

  /// The line pointer of an item as it was before compaction.
  static int lpBits(long item) {
    return (int) item;
  }

  static int offset(long item) {
    return LinePointer.offset(lpBits(item));
  }

  static int alignedLength(long item) {
    return LinePointer.alignedLength(lpBits(item));
  }

  /// The byte behind the tuple of an item and its padding.
  static int end(long item) {
    return offset(item) + alignedLength(item);
  }

  /// Lets the line pointer of an item say that its tuple lies at that offset.
  static void moveLp(byte[] bytes, long item, int offset) {
    putInt(bytes, place(item), LinePointer.movedTo(lpBits(item), offset));
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
    staleUnused = stale != 0;
    int stored = last >= VECTORS_PAY_FROM ? look(page.bytes(), last) : 0;
    if (last < VECTORS_PAY_FROM || staleUnused) {
      collectOneByOne(page, last);
    } else {
      if (stored < last / SPARSE) {
        count = StoredBits.gather(page.bytes(), last, items);
      } else {
        gather(page.bytes(), last);
      }
      check(page);
      presorted = isPresorted();
    }
  }

  /// Looks for unused line pointers, and counts those with a length.
  private int look(byte[] bytes, int linePointers) {
    int unused = 0;
    int stale = 0;
    int stored = 0;
    for (int i = 0; i < linePointers; i++) {
      int bits = intAt(bytes, HeapPage.HEADER_SIZE + i * LinePointer.SIZE);
      stored += -LinePointer.length(bits) >>> (Integer.SIZE - 1);
      int ifUnused = ((bits & LinePointer.LP_FLAGS) - 1) >> (Integer.SIZE - 1);
      unused |= ifUnused;
      stale |= bits & ifUnused;
    }
    hasUnused = unused != 0;
    staleUnused |= stale != 0;
    return stored;
  }

  /// Where there are few line pointers, or an unused one may have a length: each by itself, as the
  /// server does it.
  private void collectOneByOne(HeapPage page, int linePointers) {
    byte[] bytes = page.bytes();
    long[] found = items;
    int upper = page.upper();
    int special = page.special();
    int next = 0;
    int total = 0;
    int outside = 0;
    int rising = 0;
    int before = LinePointer.LP_OFF_MASK + 1;
    int unused = 0;
    int stale = 0;
    for (int i = 0; i < linePointers; i++) {
      int place = HeapPage.HEADER_SIZE + i * LinePointer.SIZE;
      int bits = intAt(bytes, place);
      if ((bits & LinePointer.LP_FLAGS) == LinePointer.UNUSED) {
        unused = 1;
        stale |= bits;
      } else if (LinePointer.length(bits) != 0) {
        int offset = LinePointer.offset(bits);
        int length = LinePointer.alignedLength(bits);
        found[next] = item(place, bits);
        next++;
        outside |= (offset - upper) | (special - length - offset);
        total += length;
        rising |= before - 1 - offset;
        before = offset;
      }
    }
    count = next;
    hasUnused = unused != 0;
    staleUnused |= stale != 0;
    presorted = rising >= 0;
    overBlock = -1;
    check(page, outside < 0, total);
  }

  /// Where unused line pointers are all zeros. Which ones have storage nobody can foresee: so each
  /// is put behind the items so far, and is one of them if the count then grows.
  private void gather(byte[] bytes, int linePointers) {
    long[] found = items;
    int next = 0;
    for (int i = 0; i < linePointers; i++) {
      int place = HeapPage.HEADER_SIZE + i * LinePointer.SIZE;
      long bits = intAt(bytes, place) & LP_BITS;
      found[next] = ((long) place << PLACE_SHIFT) | bits;
      next += (int) ((NO_LENGTH - bits) >>> (Long.SIZE - 1));
    }
    count = next;
  }

  private void check(HeapPage page) {
    long[] found = items;
    int last = count;
    int upper = page.upper();
    int special = page.special();
    int total = 0;
    int outside = 0;
    int larger = 0;
    for (int i = 0; i < last; i++) {
      int offset = offset(found[i]);
      int length = alignedLength(found[i]);
      outside |= (offset - upper) | (special - length - offset);
      larger |= Words.BLOCK - length;
      total += length;
    }
    overBlock = larger;
    check(page, outside < 0, total);
  }

  private void check(HeapPage page, boolean isAnyOutside, int total) {
    if (isAnyOutside) {
      throw new CorruptPageException(firstOutside(page));
    }
    if (total > page.special() - page.lower()) {
      throw new CorruptPageException(tooLong(total, page));
    }
    totalLength = total;
  }

  private boolean isPresorted() {
    long[] found = items;
    int last = count;
    int before = LinePointer.LP_OFF_MASK + 1;
    for (int i = 0; i < last; i++) {
      int offset = offset(found[i]);
      if (offset >= before) {
        return false;
      }
      before = offset;
    }
    return true;
  }

  private PageDefect firstOutside(HeapPage page) {
    int i = 0;
    while (isInside(lpBits(items[i]), page.upper(), page.special())) {
      i++;
    }
    return outside(
        HeapPage.numberOf(place(items[i])), lpBits(items[i]), page.upper(), page.special());
  }

  /// Puts the tuples that lie last on the page first.
  void sortByOffset() {
    for (int i = 0; i < count; i++) {
      items[i] |= (long) (LinePointer.LP_OFF_MASK - offset(items[i])) << KEY_SHIFT;
    }
    OffsetSort.sort(items, 0, count - 1);
    for (int i = 0; i < count; i++) {
      items[i] &= WITHOUT_KEY;
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
