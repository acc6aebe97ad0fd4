package org.vacuumadvisor.page;

import static org.vacuumadvisor.page.LittleEndian.longAt;
import static org.vacuumadvisor.page.LittleEndian.putLong;

/// Copies tuples. Short ones are copied in line, by strides of four words: most of the time of a
/// short copy is the call, and the choice of how to copy.
final class Strides {
  /// What the platform copies as fast, once it is called.
  static final int LONGEST = 64;

  private static final int STRIDE = 4 * Long.BYTES;

  private Strides() {}

  /// As `System.arraycopy`; the places may overlap.
  static void copy(byte[] source, int from, byte[] target, int to, int length) {
    if (length == STRIDE) {
      long first = longAt(source, from);
      long second = longAt(source, from + Long.BYTES);
      long third = longAt(source, from + 2 * Long.BYTES);
      long fourth = longAt(source, from + 3 * Long.BYTES);
      putLong(target, to, first);
      putLong(target, to + Long.BYTES, second);
      putLong(target, to + 2 * Long.BYTES, third);
      putLong(target, to + 3 * Long.BYTES, fourth);
    } else {
      System.arraycopy(source, from, target, to, length);
    }
  }
}
