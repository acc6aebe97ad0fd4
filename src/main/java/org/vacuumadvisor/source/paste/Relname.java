package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The name of a relation as people and `regclass` write it: `orders`, `sales."Order Lines"`,
/// `shop.sales.orders`.
///
/// @param schema empty if it is not told
record Relname(String schema, String name) {
  private static final Pattern PLAIN =
      Pattern.compile("[a-zA-Z_][\\w$]{0,63}(?:\\.[a-zA-Z_][\\w$]{0,63})?");

  static Relname of(String text) {
    var parts = parts(text.strip());
    return new Relname(parts.size() < 2 ? "" : parts.get(parts.size() - 2), parts.getLast());
  }

  /// Whether a text is nothing but a name that needs no quotes, with or without its schema.
  static boolean isOne(String text) {
    return PLAIN.matcher(text).matches();
  }

  private static List<String> parts(String text) {
    var parts = new ArrayList<String>();
    var part = new StringBuilder();
    boolean quoted = false;
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      if (character == '"') {
        quoted = !quoted;
      } else if (character == '.' && !quoted && !part.isEmpty()) {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(character);
      }
    }
    parts.add(part.toString());
    return parts;
  }
}
