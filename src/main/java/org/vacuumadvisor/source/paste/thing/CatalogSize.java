package org.vacuumadvisor.source.paste.thing;

import java.util.Optional;
import java.util.Set;

/// The name of a figure that is the size of a system catalog: `pg_attribute_size`.
public final class CatalogSize {
  private static final Set<String> CATALOGS =
      Set.of("pg_attribute", "pg_class", "pg_type", "pg_depend", "pg_index", "pg_statistic");

  private CatalogSize() {}

  /// The catalog whose size is called so.
  public static Optional<String> of(String name) {
    int end = name.lastIndexOf('_');
    var unit = end < 0 ? "" : name.substring(end + 1);
    return unit.equals("size") || unit.equals("bytes")
        ? Optional.of(name.substring(0, end)).filter(CATALOGS::contains)
        : Optional.empty();
  }
}
