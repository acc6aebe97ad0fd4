package org.vacuumadvisor.source.log.template;

import java.nio.charset.StandardCharsets;

/// Numbers too long for the quick way.
final class Numbers {
  private Numbers() {}

  /// The number that these digits, with or without a point, stand for.
  static double parse(byte[] bytes, int from, int to) {
    return Double.parseDouble(new String(bytes, from, to - from, StandardCharsets.US_ASCII));
  }
}
