package org.vacuumadvisor.source;

import java.util.HashMap;
import java.util.Map;

/// Keeps one copy of each name that comes with many rows: schemas, types, access methods.
final class Names {
  /// Enough for what repeats; names that do not repeat are not worth keeping.
  private static final int CAPACITY = 10_000;

  private final Map<String, String> known = new HashMap<>();

  String one(String name) {
    return known.size() < CAPACITY
        ? known.computeIfAbsent(name, same -> same)
        : known.getOrDefault(name, name);
  }
}
