package org.vacuumadvisor.source;

import java.util.Arrays;
import java.util.List;
import org.vacuumadvisor.model.Index;

/// A row of [Topic#INDEXES].
final class IndexMapping {
  private IndexMapping() {}

  static Index index(Row row, TableColumns figures, Names names) {
    return new Index(
        row.count("indexrelid").or(0L),
        row.text("index_name").or(""),
        names.one(row.text("amname").or("")),
        row.flag("indisunique").or(false),
        row.flag("indisprimary").or(false),
        row.flag("indisvalid").or(true),
        row.flag("is_partial").or(false),
        columns(row.text("indkey").or("")),
        OptionsText.parameters(row.text("reloptions")),
        figures.read(row));
  }

  /// An `int2vector`: `1 3 0`.
  private static List<Integer> columns(String indkey) {
    try {
      return Arrays.stream(indkey.split(" "))
          .filter(number -> !number.isEmpty())
          .map(Integer::valueOf)
          .toList();
    } catch (NumberFormatException _) {
      return List.of();
    }
  }
}
