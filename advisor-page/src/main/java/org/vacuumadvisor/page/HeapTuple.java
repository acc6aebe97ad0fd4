package org.vacuumadvisor.page;

import static org.vacuumadvisor.page.LittleEndian.intAt;
import static org.vacuumadvisor.page.LittleEndian.unsignedByte;
import static org.vacuumadvisor.page.LittleEndian.unsignedShort;

/// A tuple where it lies on its page, as `htup_details.h` describes its header: who wrote it, who
/// deleted it, and where the next version of the row is.
///
/// | byte | field |
/// |---|---|
/// | 0 | `t_xmin` |
/// | 4 | `t_xmax` |
/// | 8 | `t_cid`, or `t_xvac` of old |
/// | 12 | `t_ctid`: block (higher half first), then line pointer |
/// | 18 | `t_infomask2`: number of attributes, HOT flags |
/// | 20 | `t_infomask` |
/// | 22 | `t_hoff`: where the data begins; between lies the null bitmap |
///
/// @param page the page it lies on
/// @param number of its line pointer
/// @param offset its first byte, in bytes from the start of the page
/// @param length its bytes, without padding
public record HeapTuple(HeapPage page, int number, int offset, int length) {
  /// `SizeofHeapTupleHeader`.
  public static final int HEADER_SIZE = 23;

  public static final int HEAP_HASNULL = 0x0001;
  public static final int HEAP_XMAX_KEYSHR_LOCK = 0x0010;
  public static final int HEAP_XMAX_EXCL_LOCK = 0x0040;
  public static final int HEAP_XMAX_LOCK_ONLY = 0x0080;
  public static final int HEAP_XMIN_COMMITTED = 0x0100;
  public static final int HEAP_XMIN_INVALID = 0x0200;
  public static final int HEAP_XMAX_COMMITTED = 0x0400;
  public static final int HEAP_XMAX_INVALID = 0x0800;
  public static final int HEAP_XMAX_IS_MULTI = 0x1000;
  public static final int HEAP_MOVED_OFF = 0x4000;
  public static final int HEAP_MOVED_IN = 0x8000;

  /// Both hints about `xmin` at once mean that it is frozen: visible to everyone, for good.
  public static final int HEAP_XMIN_FROZEN = HEAP_XMIN_COMMITTED | HEAP_XMIN_INVALID;

  public static final int HEAP_NATTS_MASK = 0x07FF;
  public static final int HEAP_HOT_UPDATED = 0x4000;
  public static final int HEAP_ONLY_TUPLE = 0x8000;

  /// `HEAP_LOCK_MASK`: the strength of a lock that `xmax` took.
  private static final int HEAP_LOCK_MASK = HEAP_XMAX_EXCL_LOCK | HEAP_XMAX_KEYSHR_LOCK;

  private static final int XMAX_AT = 4;
  private static final int CID_AT = 8;
  private static final int CTID_BLOCK_AT = 12;
  private static final int CTID_NUMBER_AT = 16;
  private static final int INFOMASK2_AT = 18;
  private static final int INFOMASK_AT = 20;
  private static final int HOFF_AT = 22;

  static HeapTuple of(HeapPage page, int number) {
    var pointer = page.linePointer(number);
    int end = pointer.offset() + pointer.length();
    if (pointer.length() < HEADER_SIZE || end > page.size()) {
      int at = HeapPage.lpAt(number);
      throw new CorruptPageException(
          new PageDefect(
              PageDefect.Kind.LINE_POINTER,
              number,
              at,
              at + LinePointer.SIZE,
              pointer + " is no place for a tuple on a page of " + page.size() + " bytes"));
    }
    return new HeapTuple(page, number, pointer.offset(), pointer.length());
  }

  /// The transaction that inserted it, as stored: it may be frozen.
  public int xmin() {
    return intAt(page.bytes(), offset);
  }

  /// The transaction that deleted or locked it, or a multixact of several; 0 if none ever did.
  public int xmax() {
    return intAt(page.bytes(), offset + XMAX_AT);
  }

  /// `t_cid`: the command within the transaction.
  public int commandId() {
    return intAt(page.bytes(), offset + CID_AT);
  }

  /// The block of the next version of the row; its own if there is none.
  public long ctidBlock() {
    int at = offset + CTID_BLOCK_AT;
    int high = unsignedShort(page.bytes(), at);
    return Integer.toUnsignedLong((high << Short.SIZE) | unsignedShort(page.bytes(), at + 2));
  }

  /// The line pointer of the next version of the row; its own if there is none.
  public int ctidNumber() {
    return unsignedShort(page.bytes(), offset + CTID_NUMBER_AT);
  }

  public int infomask2() {
    return unsignedShort(page.bytes(), offset + INFOMASK2_AT);
  }

  public int infomask() {
    return unsignedShort(page.bytes(), offset + INFOMASK_AT);
  }

  /// `t_hoff`: where its data begins, in bytes from the start of the tuple.
  public int hoff() {
    return unsignedByte(page.bytes(), offset + HOFF_AT);
  }

  /// How many attributes are stored; columns added later are not.
  public int attributes() {
    return infomask2() & HEAP_NATTS_MASK;
  }

  /// Whether one of the bits of `t_infomask` is set.
  public boolean has(int infomaskBit) {
    return (infomask() & infomaskBit) != 0;
  }

  /// No index entry names it: it is reached from an older version on the same page.
  public boolean isHeapOnly() {
    return (infomask2() & HEAP_ONLY_TUPLE) != 0;
  }

  /// `HeapTupleHeaderIsHotUpdated`: the next version is a heap-only tuple on this page. An update
  /// that is known to have failed does not count.
  public boolean isHotUpdated() {
    return (infomask2() & HEAP_HOT_UPDATED) != 0 && !has(HEAP_XMAX_INVALID) && !hasInvalidXmin();
  }

  /// Whether `xmin` is known to have failed.
  public boolean hasInvalidXmin() {
    return (infomask() & HEAP_XMIN_FROZEN) == HEAP_XMIN_INVALID;
  }

  public boolean hasFrozenXmin() {
    return (infomask() & HEAP_XMIN_FROZEN) == HEAP_XMIN_FROZEN;
  }

  /// `HEAP_XMAX_IS_LOCKED_ONLY`: `xmax` locked the row and did not change it.
  public boolean isOnlyLocked() {
    return has(HEAP_XMAX_LOCK_ONLY)
        || (infomask() & (HEAP_XMAX_IS_MULTI | HEAP_LOCK_MASK)) == HEAP_XMAX_EXCL_LOCK;
  }
}
