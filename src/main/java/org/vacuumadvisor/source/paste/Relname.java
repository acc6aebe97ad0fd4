package org.vacuumadvisor.source.paste;

import java.util.regex.Pattern;
import org.vacuumadvisor.source.paste.table.DelimitedTables;

/// The name of a relation as people and `regclass` write it: `orders`, `sales."Order Lines"`,
/// `shop.sales.orders`.
///
/// @param schema empty if it is not told
record Relname(String schema, String name) {
  private static final Pattern PLAIN =
      Pattern.compile("[a-zA-Z_][\\w$]{0,63}(?:\\.[a-zA-Z_][\\w$]{0,63})?");

  static Relname of(String text) {
    var parts = DelimitedTables.split(text.strip(), '.');
    return new Relname(parts.size() < 2 ? "" : parts.get(parts.size() - 2), parts.getLast());
  }

  /// Whether both may be called by the other's name.
  boolean mayBe(Relname other) {
    return name.equals(other.name)
        && (schema.isEmpty() || other.schema.isEmpty() || schema.equals(other.schema));
  }

  /// Whether a text is nothing but a name that needs no quotes, with or without its schema.
  static boolean isOne(String text) {
    return PLAIN.matcher(text).matches();
  }
}
