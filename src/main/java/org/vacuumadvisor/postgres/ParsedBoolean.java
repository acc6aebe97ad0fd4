package org.vacuumadvisor.postgres;

import java.util.Locale;
import java.util.Optional;

/// A truth value in any of the spellings PostgreSQL takes (`parse_bool()` in `bool.c`): unique
/// prefixes of true, false, yes, no and off, `on`, `1`, `0`, in any case.
public final class ParsedBoolean {
  private ParsedBoolean() {}

  /// What `text` says; empty if PostgreSQL would not take it. White space around it is not taken.
  public static Optional<Boolean> of(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.isEmpty()) {
      return Optional.empty();
    }
    // A single "o" could be "on" or "off".
    if (lower.equals("on") || lower.equals("1") || begins("true", lower) || begins("yes", lower)) {
      return Optional.of(true);
    }
    if (lower.equals("0")
        || begins("false", lower)
        || begins("no", lower)
        || (begins("off", lower) && lower.length() > 1)) {
      return Optional.of(false);
    }
    return Optional.empty();
  }

  private static boolean begins(String word, String prefix) {
    return word.startsWith(prefix);
  }
}
