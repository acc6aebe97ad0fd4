package org.vacuumadvisor.source.paste;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The tables that a paste speaks of. Some places name the schema, some do not; a table of one name
/// is one table unless two schemas are named.
final class Tables {
  /// What figures without a name are put under.
  static final String UNNAMED = "";

  /// Enough for any paste: beyond, tables are not kept.
  private static final int MOST_TABLES = 200_000;

  /// What a vacuum changes.
  private static final Set<String> OF_BEFORE =
      Set.of(
          ("n_dead_tup dead_percent n_ins_since_vacuum last_vacuum never_vacuumed vacuum_count"
                  + " relallvisible relallfrozen relfrozenxid xid_age heap_fetches")
              .split(" ", -1));

  private final Map<String, Map<String, Entry>> byName = new LinkedHashMap<>();
  private int count;

  /// A table as it is called.
  record Named(String schema, String name, Entry entry) {}

  /// Takes figures of a table.
  ///
  /// @param schema empty if it is not told
  void add(String schema, String name, Entry entry) {
    var schemas = byName.computeIfAbsent(name, _ -> new LinkedHashMap<>());
    var known = schemas.size() == 1 ? schemas.keySet().iterator().next() : schema;
    if (known.isEmpty() && !schema.isEmpty() && schemas.size() == 1) {
      schemas.put(schema, schemas.getOrDefault("", entry));
      schemas.remove("");
    }
    var key = schema.isEmpty() ? known : schema;
    var same = schemas.get(key);
    if (same != null) {
      same.add(entry);
    } else if (count < MOST_TABLES) {
      count++;
      schemas.put(key, entry);
    }
  }

  /// Takes one figure of a table.
  void add(Relname name, Entry entry) {
    add(name.schema(), name.name(), entry);
  }

  /// A transcript shows a vacuum of the table: what it shows before is not the state after it.
  ///
  /// @param line where the run begins
  void vacuumed(String name, int line) {
    for (var each : byName.getOrDefault(name, Map.of()).values()) {
      each.figures()
          .entrySet()
          .removeIf(
              figure -> OF_BEFORE.contains(figure.getKey()) && figure.getValue().line() < line);
    }
  }

  /// Gives the figures without a name to the one table that the paste is about.
  void nameUnnamed(String name) {
    var unnamed = byName.remove(UNNAMED);
    if (unnamed != null) {
      unnamed.values().forEach(each -> add("", name, each));
    }
  }

  /// Whether the figures without a name are those that `pgstattuple()` measures.
  boolean isUnnamedMeasured() {
    return byName.getOrDefault(UNNAMED, Map.of()).values().stream()
        .anyMatch(each -> each.has("table_len"));
  }

  /// The only table there is, if there is just one with a name.
  Optional<String> only() {
    return Mentions.only(
        byName.keySet().stream().filter(each -> !each.equals(UNNAMED)).limit(2).toList());
  }

  List<Named> all() {
    return stream().toList();
  }

  private Stream<Named> stream() {
    return byName.entrySet().stream()
        .flatMap(each ->
            each.getValue().entrySet().stream()
                .map(one -> new Named(one.getKey(), each.getKey(), one.getValue())));
  }

  /// The table with an oid.
  Optional<Named> ofOid(String oid) {
    return stream().filter(each -> each.entry().is("oid", oid)).findFirst();
  }

  /// The table called so, in whatever schema.
  Optional<Named> named(String name) {
    return byName.getOrDefault(name, Map.of()).entrySet().stream()
        .map(each -> new Named(each.getKey(), name, each.getValue()))
        .findFirst();
  }
}
