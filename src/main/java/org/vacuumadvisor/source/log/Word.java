package org.vacuumadvisor.source.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Text as it stands in a log: UTF-8.
@SuppressWarnings("ArrayRecordComponent") // nobody may change it, and it is never compared
public record Word(byte[] bytes) {
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  public Word(String text) {
    this(Scan.bytes(text));
  }

  public int length() {
    return bytes.length;
  }

  /// The first of its bytes.
  public byte first() {
    return bytes[0];
  }

  /// Whether it stands at this place of a line.
  public boolean standsAt(byte[] line, int at, int to) {
    if (to - at < bytes.length) {
      return false;
    }
    return bytes.length < Long.BYTES ? hasBytes(line, at) : hasLongs(line, at);
  }

  private boolean hasBytes(byte[] line, int at) {
    for (int each = 0; each < bytes.length; each++) {
      if (line[at + each] != bytes[each]) {
        return false;
      }
    }
    return true;
  }

  /// Eight bytes at a time; the last eight may overlap the eight before.
  private boolean hasLongs(byte[] line, int at) {
    int last = bytes.length - Long.BYTES;
    for (int each = 0; each < last; each += Long.BYTES) {
      if ((long) EIGHT.get(line, at + each) != (long) EIGHT.get(bytes, each)) {
        return false;
      }
    }
    return (long) EIGHT.get(line, at + last) == (long) EIGHT.get(bytes, last);
  }

  /// Where it stands first in the line; -1 if it does not.
  public int find(byte[] line, int from, int to) {
    for (int at = from; at + bytes.length <= to; at++) {
      if (line[at] == bytes[0] && standsAt(line, at, to)) {
        return at;
      }
    }
    return -1;
  }

  /// Whether it is the whole line.
  public boolean is(byte[] line, int from, int to) {
    return to - from == bytes.length && standsAt(line, from, to);
  }
}
