package org.vacuumadvisor.page;

import static org.vacuumadvisor.page.LittleEndian.intAt;
import static org.vacuumadvisor.page.LittleEndian.longAt;
import static org.vacuumadvisor.page.LittleEndian.putInt;
import static org.vacuumadvisor.page.LittleEndian.putShort;
import static org.vacuumadvisor.page.LittleEndian.unsignedShort;

/// A heap page: a view of an array that holds one block of a table, as `bufpage.h` lays it out.
///
/// ```
/// 0        24                 pd_lower        pd_upper              pd_special
/// | header | line pointers →  |  free space   |  ← tuples           | (size)
/// ```
///
/// Line pointers grow upwards and tuples downwards until they meet. A heap has nothing in its
/// special space, so `pd_special` is the page's size.
///
/// The fields are given as they are read: whoever does not know where a page comes from asks
/// [PageCheck] first. Whatever the bytes are, no access leaves the array.
public final class HeapPage {
  /// `SizeOfPageHeaderData`: where the line pointers begin.
  public static final int HEADER_SIZE = 24;

  /// The layout of the page and of line pointers, since PostgreSQL 8.3.
  public static final int LAYOUT_VERSION = 4;

  public static final int MIN_SIZE = 1 << 10;
  public static final int MAX_SIZE = 1 << 15;

  /// There may be unused line pointers.
  public static final int PD_HAS_FREE_LINES = 0x1;

  /// An update did not find room on the page.
  public static final int PD_PAGE_FULL = 0x2;

  /// Every tuple is visible to everyone.
  public static final int PD_ALL_VISIBLE = 0x4;

  static final int PD_CHECKSUM_AT = 8;
  static final int PD_FLAGS_AT = 10;
  static final int PD_LOWER_AT = 12;
  static final int PD_UPPER_AT = 14;
  static final int PD_SPECIAL_AT = 16;
  static final int PD_PAGESIZE_VERSION_AT = 18;
  static final int PD_PRUNE_XID_AT = 20;

  private static final int VERSION_MASK = 0xFF;

  private final byte[] bytes;

  private HeapPage(byte[] bytes) {
    this.bytes = bytes;
  }

  /// The page in these bytes: the array itself, not a copy. Its length is the size of the page.
  ///
  /// @throws IllegalArgumentException if no page has that size: 1, 2, 4, 8, 16 or 32 kB
  public static HeapPage of(byte[] bytes) {
    if (!isPageSize(bytes.length)) {
      throw new IllegalArgumentException(
          "A page has 1, 2, 4, 8, 16 or 32 kB, but this has " + bytes.length + " bytes");
    }
    return new HeapPage(bytes);
  }

  /// Whether PostgreSQL can be built with that block size, in bytes.
  public static boolean isPageSize(int size) {
    return size >= MIN_SIZE && size <= MAX_SIZE && Integer.bitCount(size) == 1;
  }

  /// The array behind the page.
  public byte[] bytes() {
    return bytes;
  }

  /// The size of the array, which is what a sound page says of itself, too.
  public int size() {
    return bytes.length;
  }

  /// `PageIsNew`: never initialized. Such a page is all zeros, and sound.
  public boolean isNew() {
    return upper() == 0;
  }

  /// `pd_lsn`: the end of the last WAL record that changed the page. Its two halves are stored the
  /// higher one first.
  public long lsn() {
    return Long.rotateLeft(longAt(bytes, 0), Integer.SIZE);
  }

  /// `pd_checksum`, 0 where none was set.
  public int checksum() {
    return unsignedShort(bytes, PD_CHECKSUM_AT);
  }

  /// `pd_flags`.
  public int flags() {
    return unsignedShort(bytes, PD_FLAGS_AT);
  }

  /// Whether one of the `PD_` flags is set.
  public boolean has(int flag) {
    return (flags() & flag) != 0;
  }

  /// `pd_lower`: the byte behind the last line pointer.
  public int lower() {
    return unsignedShort(bytes, PD_LOWER_AT);
  }

  /// `pd_upper`: the first byte of the tuples.
  public int upper() {
    return unsignedShort(bytes, PD_UPPER_AT);
  }

  /// `pd_special`: the byte behind the tuples.
  public int special() {
    return unsignedShort(bytes, PD_SPECIAL_AT);
  }

  /// The size that the page says it has.
  public int statedSize() {
    return unsignedShort(bytes, PD_PAGESIZE_VERSION_AT) & ~VERSION_MASK;
  }

  public int layoutVersion() {
    return unsignedShort(bytes, PD_PAGESIZE_VERSION_AT) & VERSION_MASK;
  }

  /// `pd_prune_xid`: once no one needs what this transaction deleted, pruning is worth a try; 0 if
  /// it is not.
  public int pruneXid() {
    return intAt(bytes, PD_PRUNE_XID_AT);
  }

  /// `PageGetMaxOffsetNumber`: how many line pointers there are, of any state.
  public int linePointers() {
    return Math.max(0, (lower() - HEADER_SIZE) / LinePointer.SIZE);
  }

  /// The line pointer of that number; the first is 1.
  public LinePointer linePointer(int number) {
    return new LinePointer(lpBits(number));
  }

  /// The tuple of a line pointer in state [LpState#LP_NORMAL].
  ///
  /// @throws CorruptPageException if the page has no room for what the line pointer says
  public HeapTuple tuple(int number) {
    return HeapTuple.of(this, number);
  }

  /// `PageGetHeapFreeSpace`: the bytes that a new tuple may take, its line pointer already taken
  /// off. 0 if there are as many line pointers as a page can have, and none that is unused.
  public int freeSpace() {
    int room = exactFreeSpace() - LinePointer.SIZE;
    return room <= 0 || isOutOfLinePointers() ? 0 : room;
  }

  /// `PageGetExactFreeSpace`: the bytes between line pointers and tuples.
  public int exactFreeSpace() {
    return Math.max(0, upper() - lower());
  }

  private boolean isOutOfLinePointers() {
    return linePointers() >= maxTuples(size()) && !hasUnusedLinePointer();
  }

  private boolean hasUnusedLinePointer() {
    boolean unused = false;
    if (has(PD_HAS_FREE_LINES)) {
      for (int number = 1; number <= linePointers() && !unused; number++) {
        unused = LinePointer.flags(lpBits(number)) == LinePointer.UNUSED;
      }
    }
    return unused;
  }

  /// `MaxHeapTuplesPerPage`: how many line pointers a page of that size can have, each with the
  /// smallest tuple; 291 of 8 kB.
  public static int maxTuples(int pageSize) {
    return (pageSize - HEADER_SIZE) / (maxAlign(HeapTuple.HEADER_SIZE) + LinePointer.SIZE);
  }

  /// `MAXALIGN`: a length, padded to where the next tuple may begin.
  static int maxAlign(int length) {
    return (length + 7) & ~7;
  }

  public static int lpAt(int number) {
    return HEADER_SIZE + (number - 1) * LinePointer.SIZE;
  }

  /// The number of the line pointer that begins at that byte.
  static int numberOf(int place) {
    return (place - HEADER_SIZE) / LinePointer.SIZE + 1;
  }

  public int lpBits(int number) {
    return intAt(bytes, lpAt(number));
  }

  public void putLp(int number, int bits) {
    putInt(bytes, lpAt(number), bits);
  }

  public void putLower(int value) {
    putShort(bytes, PD_LOWER_AT, value);
  }

  void putUpper(int value) {
    putShort(bytes, PD_UPPER_AT, value);
  }

  public void putPruneXid(int value) {
    putInt(bytes, PD_PRUNE_XID_AT, value);
  }

  public void set(int flag) {
    putShort(bytes, PD_FLAGS_AT, flags() | flag);
  }

  public void clear(int flag) {
    putShort(bytes, PD_FLAGS_AT, flags() & ~flag);
  }
}
