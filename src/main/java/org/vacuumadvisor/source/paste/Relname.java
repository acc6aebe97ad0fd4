package org.vacuumadvisor.source.paste;

import java.util.List;

/// The name of a relation as people and `regclass` write it: `orders`, `sales."Order Lines"`,
/// `shop.sales.orders`.
///
/// @param database empty if it is not told
/// @param schema empty if it is not told
record Relname(String database, String schema, String name) {

  static Relname of(String text) {
    var parts = DelimitedTables.split(text.strip(), '.');
    return new Relname(fromEnd(parts, 3), fromEnd(parts, 2), parts.getLast());
  }

  private static String fromEnd(List<String> parts, int count) {
    return parts.size() < count ? "" : parts.get(parts.size() - count);
  }

  /// With the database and the schema that are known besides; empty where they are not.
  Relname in(String database, String schema) {
    return new Relname(
        this.database.isEmpty() ? database : this.database,
        this.schema.isEmpty() ? schema : this.schema,
        name);
  }

  boolean mayBe(Relname other) {
    return name.equals(other.name)
        && mayBe(schema, other.schema)
        && mayBe(database, other.database);
  }

  private static boolean mayBe(String one, String other) {
    return one.isEmpty() || other.isEmpty() || one.equals(other);
  }
}
