package org.vacuumadvisor.source.paste;

import java.util.OptionalLong;

/// The transaction IDs in a paste. The newest of them bounds from below how old the others are.
final class Xids {
  private static final int FIRST_NORMAL = 3;
  private boolean any;
  private int newest;

  /// IDs of 32 bits go round; of IDs with their epoch only the last 32 bits count here.
  void see(long xid) {
    int bits = (int) xid;
    if (Integer.compareUnsigned(bits, FIRST_NORMAL) >= 0 && (!any || bits - newest > 0)) {
      newest = bits;
      any = true;
    }
  }

  /// How many IDs at least were given out since this one; empty for the newest, which may be as old
  /// as any.
  OptionalLong age(long xid) {
    int bits = (int) xid;
    return !any || Integer.compareUnsigned(bits, FIRST_NORMAL) < 0 || newest - bits <= 0
        ? OptionalLong.empty()
        : OptionalLong.of(Integer.toUnsignedLong(newest - bits));
  }

  /// Puts the age of an ID into an entry that has none, at least.
  void age(Entry entry, String xid, String age) {
    if (entry.value(age).isEmpty()) {
      entry
          .value(xid)
          .map(Long::parseLong)
          .map(this::age)
          .ifPresent(known -> known.ifPresent(each -> entry.put(age, Long.toString(each))));
    }
  }
}
