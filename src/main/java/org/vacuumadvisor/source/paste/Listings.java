package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.source.paste.table.DecimalMark;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.table.Grid;
import org.vacuumadvisor.source.paste.table.HeadingUnit;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Gathered;

/// The lists of psql's `\dt+` and `\di+`: relations with their type and size.
final class Listings {
  /// What psql calls the kinds of relation, by `relkind`.
  private static final Map<String, String> KINDS =
      Map.of(
          "table", "r",
          "materialized view", "m",
          "TOAST table", "t",
          "partitioned table", "p");

  private Listings() {}

  /// Takes a list if it is one.
  static boolean take(Grid grid, Gathered to) {
    var names = grid.header().stream().map(HeadingUnit::normal).toList();
    int name = names.indexOf("name");
    int type = names.indexOf("type");
    int size = names.indexOf("size");
    if (name < 0 || type < 0 || !names.contains("schema") || !names.contains("owner")) {
      return false;
    }
    for (var row : grid.rows()) {
      if (row.values().size() >= names.size()) {
        take(row, names, type, size, to);
      }
    }
    return true;
  }

  private static void take(Grid.Cells row, List<String> names, int type, int size, Gathered to) {
    var cells = new ArrayList<String>();
    row.values().forEach(each -> cells.add(each == null ? "" : each));
    var kind = cells.get(type);
    var name = cells.get(names.indexOf("name"));
    var schema = cells.get(names.indexOf("schema"));
    var entry = Entry.at(row.line());
    var bytes =
        size < 0
            ? ""
            : Figures.bytes(cells.get(size), 1, DecimalMark.POINT)
                .map(each -> Long.toString(each))
                .orElse("");
    if (kind.endsWith("index")) {
      entry.put("indexrelname", name, row.line());
      entry.put("schemaname", schema, row.line());
      if (names.contains("table")) {
        entry.put("relname", cells.get(names.indexOf("table")), row.line());
      }
      entry.put("index_bytes", bytes, row.line());
      to.indexes().computeIfAbsent(name, _ -> entry).add(entry);
      to.shown().add(Excerpt.Kind.INDEXES);
    } else if (KINDS.containsKey(kind)) {
      entry.put("relname", name, row.line());
      entry.put("schemaname", schema, row.line());
      entry.put("relkind", KINDS.getOrDefault(kind, "r"), row.line());
      // psql shows pg_table_size(): TOAST and the maps are in it
      entry.put("table_bytes", bytes, row.line());
      to.tables().add(schema, name, entry);
      to.shown().add(Excerpt.Kind.TABLES);
    }
  }
}
