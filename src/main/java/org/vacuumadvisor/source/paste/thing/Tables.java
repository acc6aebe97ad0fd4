package org.vacuumadvisor.source.paste.thing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The tables that a paste speaks of. Some places name the schema, some do not; a table of one name
/// is one table unless two schemas are named.
public final class Tables {
  /// What figures without a name are put under.
  public static final String UNNAMED = "";

  /// Enough for any paste: beyond, tables are not kept.
  private static final int MOST = 200_000;

  /// What a vacuum changes.
  private static final Set<String> OF_BEFORE =
      Set.of(
          "n_dead_tup",
          "dead_percent",
          "n_ins_since_vacuum",
          "last_vacuum",
          "never_vacuumed",
          "vacuum_count",
          "relallvisible",
          "relallfrozen",
          "relfrozenxid",
          "xid_age",
          "heap_fetches");

  private final Map<String, Map<String, Entry>> byName = new LinkedHashMap<>();
  private int count;

  /// A table as it is called.
  public record Named(String schema, String name, Entry entry) {}

  /// Takes figures of a table.
  ///
  /// @param schema empty if it is not told
  public void add(String schema, String name, Entry entry) {
    var schemas = byName.computeIfAbsent(name, _ -> new LinkedHashMap<>());
    var key = schema.isEmpty() && schemas.size() == 1 ? schemas.keySet().iterator().next() : schema;
    if (!schema.isEmpty() && schemas.size() == 1 && schemas.containsKey("")) {
      schemas.put(schema, schemas.getOrDefault("", entry));
      schemas.remove("");
    }
    var known = schemas.get(key);
    if (known == null && count < MOST) {
      count++;
      schemas.put(key, entry);
    } else if (known != null) {
      known.add(entry);
    }
  }

  /// A transcript shows a vacuum of the table: what it shows before is not the state after it.
  ///
  /// @param line where the run begins
  public void vacuumed(String name, int line) {
    byName
        .getOrDefault(name, Map.of())
        .values()
        .forEach(each ->
            each.figures()
                .entrySet()
                .removeIf(figure ->
                    OF_BEFORE.contains(figure.getKey()) && figure.getValue().line() < line));
  }

  /// Gives the figures without a name to the one table that the paste is about.
  public void nameUnnamed(String name) {
    var unnamed = byName.remove(UNNAMED);
    if (unnamed != null) {
      unnamed.values().forEach(each -> add("", name, each));
    }
  }

  /// Whether the figures without a name are those that `pgstattuple()` measures.
  public boolean isUnnamedMeasured() {
    return byName.getOrDefault(UNNAMED, Map.of()).values().stream()
        .anyMatch(each -> each.has("table_len"));
  }

  /// The only table there is, if there is just one with a name.
  public Optional<String> only() {
    var names = byName.keySet().stream().filter(each -> !each.equals(UNNAMED)).limit(2).toList();
    return names.size() == 1 ? Optional.of(names.getFirst()) : Optional.empty();
  }

  public List<Named> all() {
    var all = new ArrayList<Named>();
    byName.forEach((name, schemas) ->
        schemas.forEach((schema, entry) -> all.add(new Named(schema, name, entry))));
    return all;
  }

  /// The table with an oid.
  public Optional<Named> ofOid(String oid) {
    return all().stream()
        .filter(each -> oid.equals(each.entry().value("oid").orElse("")))
        .findFirst();
  }

  /// The table called so, in whatever schema.
  public Optional<Named> named(String name) {
    return all().stream().filter(each -> each.name().equals(name)).findFirst();
  }
}
