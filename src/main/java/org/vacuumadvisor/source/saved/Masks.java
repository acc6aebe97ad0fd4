package org.vacuumadvisor.source.saved;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.vacuumadvisor.catalogue.Catalogue;
import org.vacuumadvisor.source.saved.Pseudonyms.Kind;

/// The masks that the catalogue names, by column.
final class Masks {
  /// Dates, times and numbers are made of these, and of the words of an interval.
  private static final Pattern FIGURE =
      Pattern.compile(
          "[-+]?[0-9][-+0-9:. ]*([eE][-+]?[0-9]+)?|[0-9A-F]+/[0-9A-F]+|t|f|true|false|NaN"
              + "|([-+0-9:.]+|years?|mons?|days?|BC| )+");

  static final Map<String, Mask> BY_COLUMN = byColumn();

  private Masks() {}

  private static Map<String, Mask> byColumn() {
    var masks = new HashMap<String, Mask>();
    for (var column : Catalogue.columns()) {
      if (!column.mask().isEmpty()) {
        masks.put(column.name(), mask(column.mask()));
      }
    }
    return Map.copyOf(masks);
  }

  /// What the catalogue calls so.
  private static Mask mask(String called) {
    return switch (called) {
      case "figure" -> (cell, _, _) -> FIGURE.matcher(cell).matches() ? cell : null;
      case "word" -> (cell, _, _) -> cell;
      case "database" -> (cell, _, names) -> names.database(cell);
      case "schema" -> (cell, _, names) -> names.schema(cell);
      case "relation" -> (cell, row, names) -> names.relation(cell, row);
      case "index" -> (cell, row, names) -> names.index(cell, row);
      case "column" -> (_, row, _) -> "column_" + row.count("attnum").or(0L);
      case "role" -> (cell, _, names) -> names.role(cell);
      case "wait" -> (cell, _, _) -> WellKnown.WAIT_EVENTS.contains(cell) ? cell : null;
      case "address" -> numbered(Kind.ADDRESS);
      case "cluster" -> numbered(Kind.CLUSTER);
      case "transaction" -> numbered(Kind.TRANSACTION);
      case "slot" -> numbered(Kind.SLOT);
      case "application" -> unless(WellKnown.APPLICATIONS, numbered(Kind.APPLICATION));
      case "plugin" -> unless(WellKnown.PLUGINS, numbered(Kind.PLUGIN));
      case "type" -> unless(WellKnown.TYPES, numbered(Kind.TYPE));
      case "access_method" -> unless(WellKnown.ACCESS_METHODS, numbered(Kind.ACCESS_METHOD));
      case "extension" -> unless(WellKnown.EXTENSIONS, numbered(Kind.EXTENSION));
      case "backend" -> unless(WellKnown.BACKENDS, (_, _, _) -> "background worker");
      case "options" -> (cell, _, _) -> TextDisguise.options(cell);
      case "task" -> (cell, row, _) -> TextDisguise.task(cell, row);
      case "number" -> (cell, _, _) -> TextDisguise.number(cell);
      case "version" -> (cell, _, _) -> TextDisguise.version(cell);
      case "setting" -> SettingDisguise::value;
      case "file" -> (cell, _, names) -> SettingDisguise.file(cell, names);
      default -> throw new IllegalStateException("no mask: " + called);
    };
  }

  private static Mask numbered(Kind kind) {
    return (cell, _, names) -> names.numbered(kind, cell);
  }

  private static Mask unless(Set<String> known, Mask mask) {
    return (cell, row, names) -> known.contains(cell) ? cell : mask.over(cell, row, names);
  }
}
