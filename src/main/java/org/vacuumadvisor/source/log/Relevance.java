package org.vacuumadvisor.source.log;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// Tells at first sight whether a message may matter, for containers that skip the rest.
public final class Relevance {
  /// How messages at LOG begin that matter, translated ones among them.
  private static final List<String> LOGGED =
      List.of(
          "automatic ",
          "skipping ",
          "process ",
          "autovacuum: ",
          "Found a",
          "using stale ",
          "pgstat wait ",
          "could not fork autovacuum ",
          "automatis",
          "automaty",
          "VACUUM ",
          "ANALYZE ",
          "vacuum ",
          "analyze ",
          "limpeza ",
          "pulizia ",
          "analisi ",
          "an\u00e1l",
          "vakum ",
          "otomatis ",
          "omitiendo ",
          "ignor",
          "pulando ",
          "pomini",
          "hoppar ",
          "mele",
          "melompati ");

  private static final byte[][][] BY_FIRST_BYTE = byFirstByte();

  private Relevance() {}

  /// Whether a message that begins here may matter. Errors and warnings always may, as it is their
  /// context that tells; of messages at LOG the first word decides. Text that is not ASCII may be a
  /// translation.
  public static boolean isPossible(Level level, byte[] bytes, int from, int to) {
    return switch (level) {
      case DEBUG, NOTICE -> false;
      case LOG -> isPossible(bytes, from, to);
      case NONE, INFO, WARNING, ERROR, FATAL, PANIC -> true;
    };
  }

  private static boolean isPossible(byte[] bytes, int from, int to) {
    if (from == to) {
      return false;
    }
    if (bytes[from] < 0 || bytes[from] == '"') {
      return true;
    }
    for (byte[] beginning : BY_FIRST_BYTE[bytes[from]]) {
      if (begins(beginning, bytes, from, to)) {
        return true;
      }
    }
    return false;
  }

  private static boolean begins(byte[] beginning, byte[] bytes, int from, int to) {
    if (to - from < beginning.length) {
      return false;
    }
    for (int at = 1; at < beginning.length; at++) {
      if (bytes[from + at] != beginning[at]) {
        return false;
      }
    }
    return true;
  }

  private static byte[][][] byFirstByte() {
    var byFirstByte = new byte[Byte.MAX_VALUE + 1][][];
    for (int first = 0; first <= Byte.MAX_VALUE; first++) {
      int wanted = first;
      byFirstByte[first] =
          LOGGED.stream()
              .map(beginning -> beginning.getBytes(StandardCharsets.UTF_8))
              .filter(beginning -> beginning[0] == wanted)
              .toArray(byte[][]::new);
    }
    return byFirstByte;
  }
}
