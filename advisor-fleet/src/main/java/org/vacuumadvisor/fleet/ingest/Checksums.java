package org.vacuumadvisor.fleet.ingest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Checksums by which logs and their entries are known again.
final class Checksums {
  private static final int BYTES = 8;

  private Checksums() {}

  /// The first 64 bits of SHA-256, in hexadecimal.
  static String of(byte[] content, int length) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(content, 0, length);
      return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }

  static String of(String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    return of(bytes, bytes.length);
  }
}
