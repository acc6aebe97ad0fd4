package org.vacuumadvisor.page;

import static org.vacuumadvisor.page.LittleEndian.longAt;
import static org.vacuumadvisor.page.LittleEndian.putLong;

/// Copies tuples. Short ones are copied in line, four words at a time: most of the time of a short
/// copy is the call, and the choice of how to copy.
final class Words {
  /// What the platform copies as fast, once it is called.
  static final int LONGEST = 64;

  static final int BLOCK = 4 * Long.BYTES;

  private Words() {}

  /// As `System.arraycopy`; the places may overlap.
  static void copy(byte[] source, int from, byte[] target, int to, int length) {
    if (length == BLOCK) {
      copyBlock(source, from, target, to);
    } else {
      System.arraycopy(source, from, target, to, length);
    }
  }

  static void copyBlock(byte[] source, int from, byte[] target, int to) {
    long first = longAt(source, from);
    long second = longAt(source, from + Long.BYTES);
    long third = longAt(source, from + 2 * Long.BYTES);
    long fourth = longAt(source, from + 3 * Long.BYTES);
    putLong(target, to, first);
    putLong(target, to + Long.BYTES, second);
    putLong(target, to + 2 * Long.BYTES, third);
    putLong(target, to + 3 * Long.BYTES, fourth);
  }
}
