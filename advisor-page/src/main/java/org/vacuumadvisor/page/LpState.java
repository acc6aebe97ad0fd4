package org.vacuumadvisor.page;

/// What a line pointer is good for: `lp_flags` of `itemid.h`, in the order of their values.
public enum LpState {
  /// Free for a new tuple. `lp_off` and `lp_len` are 0.
  LP_UNUSED(LinePointer.UNUSED),
  /// Points to a tuple: `lp_off` is its first byte, `lp_len` its length without padding.
  LP_NORMAL(LinePointer.NORMAL),
  /// Leads index entries to the tuple that is left of a HOT chain: `lp_off` is the number of
  /// another line pointer, `lp_len` is 0.
  LP_REDIRECT(LinePointer.REDIRECT),
  /// The tuple is gone, but index entries may still name this line pointer. In a heap `lp_len` is 0
  /// once the page was pruned.
  LP_DEAD(LinePointer.DEAD);

  private static final LpState[] BY_VALUE = values();

  private final int lpFlags;

  LpState(int lpFlags) {
    this.lpFlags = lpFlags;
  }

  /// The value of `lp_flags`.
  int lpFlags() {
    return lpFlags;
  }

  static LpState of(int lpFlags) {
    return BY_VALUE[lpFlags];
  }
}
