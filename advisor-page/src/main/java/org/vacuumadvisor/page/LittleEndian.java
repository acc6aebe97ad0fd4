package org.vacuumadvisor.page;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Numbers in a page as a little-endian server writes them. Every access is checked against the
/// bounds of the array.
final class LittleEndian {
  private static final VarHandle SHORT = view(short[].class);
  private static final VarHandle INT = view(int[].class);
  private static final VarHandle LONG = view(long[].class);

  private LittleEndian() {}

  static int unsignedByte(byte[] bytes, int at) {
    return bytes[at] & 0xFF;
  }

  static int unsignedShort(byte[] bytes, int at) {
    return (short) SHORT.get(bytes, at) & 0xFFFF;
  }

  static int intAt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  static long longAt(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  static void putShort(byte[] bytes, int at, int value) {
    SHORT.set(bytes, at, (short) value);
  }

  static void putInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  static void putLong(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }

  private static VarHandle view(Class<?> arrayOfNumbers) {
    return MethodHandles.byteArrayViewVarHandle(arrayOfNumbers, ByteOrder.LITTLE_ENDIAN);
  }
}
