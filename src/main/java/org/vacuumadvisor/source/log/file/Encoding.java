package org.vacuumadvisor.source.log.file;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// How the text of an input is encoded, told by its byte order mark or, in UTF-16 without one, by
/// every second byte being zero.
public enum Encoding {
  /// UTF-8, or another superset of ASCII: names in it stay as they are.
  UTF_8(0, null),
  UTF_8_MARKED(3, null),
  UTF_16LE(2, StandardCharsets.UTF_16LE),
  UTF_16BE(2, StandardCharsets.UTF_16BE),
  UTF_16LE_UNMARKED(0, StandardCharsets.UTF_16LE),
  UTF_16BE_UNMARKED(0, StandardCharsets.UTF_16BE);

  private final int mark;
  private final @Nullable Charset charset;

  Encoding(int mark, @Nullable Charset charset) {
    this.mark = mark;
    this.charset = charset;
  }

  /// @param first the first bytes of the text
  static Encoding of(byte[] first, int length) {
    if (length >= 3
        && first[0] == (byte) 0xEF
        && first[1] == (byte) 0xBB
        && first[2] == (byte) 0xBF) {
      return UTF_8_MARKED;
    }
    if (length >= 2 && first[0] == (byte) 0xFF && first[1] == (byte) 0xFE) {
      return UTF_16LE;
    }
    if (length >= 2 && first[0] == (byte) 0xFE && first[1] == (byte) 0xFF) {
      return UTF_16BE;
    }
    return unmarked(first, length);
  }

  /// How many bytes the mark has.
  public int mark() {
    return mark;
  }

  /// What the text must be converted from; null if it can be read as it is.
  @Nullable Charset charset() {
    return charset;
  }

  private static Encoding unmarked(byte[] first, int length) {
    int even = 0;
    int odd = 0;
    int pairs = Math.min(length, 512) / 2;
    for (int at = 0; at < pairs; at++) {
      even += first[2 * at] == 0 ? 1 : 0;
      odd += first[2 * at + 1] == 0 ? 1 : 0;
    }
    if (pairs >= 8 && odd > pairs * 3 / 4 && even == 0) {
      return UTF_16LE_UNMARKED;
    }
    return pairs >= 8 && even > pairs * 3 / 4 && odd == 0 ? UTF_16BE_UNMARKED : UTF_8;
  }
}
