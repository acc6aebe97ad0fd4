package org.vacuumadvisor.source.paste.thing;

import java.util.ArrayList;
import java.util.List;

/// The name of a relation as people and `regclass` write it: `orders`, `sales."Order Lines"`,
/// `shop.sales.orders`.
///
/// @param schema empty if it is not told
public record Relname(String schema, String name) {
  public static Relname of(String text) {
    var parts = parts(text.strip());
    return parts.size() < 2
        ? new Relname("", parts.getFirst())
        : new Relname(parts.get(parts.size() - 2), parts.getLast());
  }

  /// Whether a text is nothing but a name that needs no quotes, with or without its schema.
  public static boolean isOne(String text) {
    return text.length() < 128 && text.matches("[a-zA-Z_][\\w$]*(?:\\.[a-zA-Z_][\\w$]*)?");
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
