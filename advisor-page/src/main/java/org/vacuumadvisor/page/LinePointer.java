package org.vacuumadvisor.page;

/// A line pointer, `ItemIdData`: 32 bits between a row's address, the ctid, and its bytes. From the
/// lowest bit: `lp_off` (15 bits), `lp_flags` (2 bits), `lp_len` (15 bits).
///
/// Index entries name the number of a line pointer, which PostgreSQL calls an `OffsetNumber`, and
/// never a place in bytes; that is why compaction may move tuples.
public record LinePointer(int bits) {
  /// The bytes it takes.
  public static final int SIZE = 4;

  public static final int UNUSED = 0;
  public static final int NORMAL = 1;
  public static final int REDIRECT = 2;
  public static final int DEAD = 3;

  static final int LP_OFF_MASK = 0x7FFF;
  static final int LP_FLAGS_MASK = 3;
  static final int LP_FLAGS_SHIFT = 15;
  static final int LP_LEN_SHIFT = 17;

  /// The bits of the flags in their place.
  static final int LP_FLAGS = LP_FLAGS_MASK << LP_FLAGS_SHIFT;

  /// With these fields: `lpOff` and `lpLen` below 32768.
  public static LinePointer of(LpState state, int lpOff, int lpLen) {
    return new LinePointer(bits(state, lpOff, lpLen));
  }

  public static int bits(LpState state, int lpOff, int lpLen) {
    return (lpLen << LP_LEN_SHIFT) | (state.lpFlags() << LP_FLAGS_SHIFT) | lpOff;
  }

  public static int offset(int bits) {
    return bits & LP_OFF_MASK;
  }

  public static int flags(int bits) {
    return (bits >>> LP_FLAGS_SHIFT) & LP_FLAGS_MASK;
  }

  static int length(int bits) {
    return bits >>> LP_LEN_SHIFT;
  }

  /// The bytes that a tuple of this line pointer takes up: `MAXALIGN(lp_len)`.
  static int alignedLength(int bits) {
    return HeapPage.maxAlign(length(bits));
  }

  /// The same line pointer after its tuple moved.
  static int movedTo(int bits, int offset) {
    return (bits & ~LP_OFF_MASK) | offset;
  }

  public LpState state() {
    return LpState.of(flags(bits));
  }

  /// `lp_off`: where the tuple begins, in bytes from the start of the page; of a redirected one the
  /// number of the line pointer it leads to.
  public int offset() {
    return offset(bits);
  }

  /// `lp_len`: the length of the tuple in bytes, without padding.
  public int length() {
    return length(bits);
  }

  @Override
  public String toString() {
    return state() + " lp_off=" + offset() + " lp_len=" + length();
  }
}
