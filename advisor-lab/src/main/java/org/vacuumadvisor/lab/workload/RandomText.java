package org.vacuumadvisor.lab.workload;

import java.util.random.RandomGenerator;

/// Text without meaning, of letters and digits.
final class RandomText {
  private static final String LETTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789__";
  private static final int BITS = 6;
  private static final int PER_DRAW = 10;

  private RandomText() {}

  /// Text of exactly this length.
  static String of(RandomGenerator random, int length) {
    var text = new char[length];
    long bits = 0;
    for (int at = 0; at < length; at++) {
      if (at % PER_DRAW == 0) {
        bits = random.nextLong();
      }
      text[at] = LETTERS.charAt((int) (bits & (LETTERS.length() - 1)));
      bits >>>= BITS;
    }
    return new String(text);
  }

  /// Text of a length within these bounds, both included.
  static String of(RandomGenerator random, int shortest, int longest) {
    return of(random, random.nextInt(shortest, longest + 1));
  }

  /// Digits, exactly this many.
  static String digits(RandomGenerator random, int length) {
    var text = new StringBuilder(length);
    for (int at = 0; at < length; at++) {
      text.append((char) ('0' + random.nextInt(10)));
    }
    return text.toString();
  }
}
