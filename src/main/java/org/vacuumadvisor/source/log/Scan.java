package org.vacuumadvisor.source.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Looks for bytes in ranges of arrays.
public final class Scan {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long NEWLINES = LOW_BITS * '\n';

  private Scan() {}

  /// The next line feed at or after `from`, or `to`. Eight bytes at a time: a byte that equals the
  /// line feed becomes zero, and the lowest zero byte borrows.
  public static int newline(byte[] in, int from, int to) {
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      long differs = (long) LONGS.get(in, at) ^ NEWLINES;
      long equal = (differs - LOW_BITS) & ~differs & HIGH_BITS;
      if (equal != 0) {
        return at + (Long.numberOfTrailingZeros(equal) >>> 3);
      }
    }
    return find(in, at, to, '\n');
  }

  /// The next such byte at or after `from`, or `to`.
  public static int find(byte[] in, int from, int to, char what) {
    int at = from;
    while (at < to && in[at] != what) {
      at++;
    }
    return at;
  }

  /// The end of the run of digits that begins at `from`.
  public static int digits(byte[] in, int from, int to) {
    int at = from;
    while (at < to && isDigit(in[at])) {
      at++;
    }
    return at;
  }

  /// The end of the run of lower-case hexadecimal digits that begins at `from`.
  public static int hex(byte[] in, int from, int to) {
    int at = from;
    while (at < to && (isDigit(in[at]) || (in[at] >= 'a' && in[at] <= 'f'))) {
      at++;
    }
    return at;
  }

  /// The end of the run of bytes that are neither space nor tab.
  public static int word(byte[] in, int from, int to) {
    int at = from;
    while (at < to && in[at] != ' ' && in[at] != '\t') {
      at++;
    }
    return at;
  }

  /// The first byte at or after `from` that is not a space.
  public static int spaces(byte[] in, int from, int to) {
    int at = from;
    while (at < to && in[at] == ' ') {
      at++;
    }
    return at;
  }

  /// The number that a run of digits is; -1 if it is empty or too long to be a process or a count.
  public static long number(byte[] in, int from, int to, int radix) {
    if (from >= to || to - from > 15) {
      return -1;
    }
    long value = 0;
    for (int at = from; at < to; at++) {
      value = value * radix + Character.digit(in[at], radix);
    }
    return value;
  }

  /// A number that differs where the bytes differ, all but surely; never 0.
  public static long hash(byte[] in, int from, int to) {
    long hash = 1;
    for (int at = from; at < to; at++) {
      hash = hash * 31 + in[at];
    }
    return hash == 0 ? 1 : hash;
  }

  /// Whether it is an ASCII digit.
  public static boolean isDigit(byte each) {
    return each >= '0' && each <= '9';
  }

  /// Whether it is an ASCII capital.
  public static boolean isUpper(byte each) {
    return each >= 'A' && each <= 'Z';
  }

  /// Whether it is an ASCII letter.
  public static boolean isLetter(byte each) {
    int lower = each | 0x20;
    return lower >= 'a' && lower <= 'z';
  }

  /// What grep prints between lines that do not follow one another.
  public static boolean isGap(byte[] in, int from, int to) {
    return to - from == 2 && in[from] == '-' && in[from + 1] == '-';
  }

  /// A text as UTF-8.
  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
