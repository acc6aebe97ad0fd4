package org.vacuumadvisor.source.log;

import java.nio.charset.StandardCharsets;

/// Tells at first sight whether a message may matter, for containers that skip the rest.
public final class Relevance {
  /// How messages at LOG begin that matter, translated ones among them.
  private static final byte[][] LOGGED = {
    ascii("automatic "),
    ascii("skipping "),
    ascii("process "),
    ascii("autovacuum: "),
    ascii("automatis"),
    ascii("automaty"),
    ascii("VACUUM auto"),
    ascii("ANALYZE auto"),
    ascii("vacuum auto"),
    ascii("analyze auto"),
    ascii("limpeza auto"),
    ascii("pulizia auto"),
    ascii("analisi auto"),
    ascii("vakum "),
    "an\u00e1l".getBytes(StandardCharsets.UTF_8),
  };

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
    for (byte[] beginning : LOGGED) {
      if (begins(beginning, bytes, from, to)) {
        return true;
      }
    }
    return from < to && (bytes[from] < 0 || bytes[from] == '"');
  }

  private static boolean begins(byte[] beginning, byte[] bytes, int from, int to) {
    if (to - from < beginning.length || bytes[from] != beginning[0]) {
      return false;
    }
    for (int at = 1; at < beginning.length; at++) {
      if (bytes[from + at] != beginning[at]) {
        return false;
      }
    }
    return true;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
