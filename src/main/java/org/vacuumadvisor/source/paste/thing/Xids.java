package org.vacuumadvisor.source.paste.thing;

import java.util.OptionalLong;

/// The transaction IDs in a paste. The newest of them bounds from below how old the others are.
public final class Xids {
  private static final int FIRST_NORMAL = 3;
  private boolean any;
  private int newest;

  /// IDs of 32 bits go round; of IDs with their epoch only the last 32 bits count here.
  public void see(long xid) {
    int bits = (int) xid;
    if (Integer.compareUnsigned(bits, FIRST_NORMAL) < 0) {
      return;
    }
    if (!any || bits - newest > 0) {
      newest = bits;
      any = true;
    }
  }

  /// How many IDs at least were given out since this one; empty for the newest, which may be as old
  /// as any.
  public OptionalLong age(long xid) {
    int bits = (int) xid;
    return !any || Integer.compareUnsigned(bits, FIRST_NORMAL) < 0 || newest - bits <= 0
        ? OptionalLong.empty()
        : OptionalLong.of(Integer.toUnsignedLong(newest - bits));
  }
}
