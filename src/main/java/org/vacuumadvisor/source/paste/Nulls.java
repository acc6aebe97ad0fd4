package org.vacuumadvisor.source.paste;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How clients write that there is no value.
final class Nulls {
  private static final Set<String> SPELLINGS =
      Set.of("null", "[null]", "(null)", "<null>", "{null}", "\\n", "¤", "∅", "␀", "nan");

  private Nulls() {}

  /// The trimmed cell; null where it says so. An empty cell is psql's own NULL.
  static @Nullable String read(String cell) {
    var text = cell.strip();
    return text.isEmpty() || SPELLINGS.contains(text.toLowerCase(Locale.ROOT)) ? null : text;
  }
}
