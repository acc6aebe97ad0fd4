package org.vacuumadvisor.source.mapping;

import java.util.Arrays;
import java.util.List;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.reading.Reading;
import org.vacuumadvisor.model.reading.Reading.Why;
import org.vacuumadvisor.source.Row;
import org.vacuumadvisor.source.Topic;

/// A row of [Topic#INDEXES].
final class IndexMapping {
  private IndexMapping() {}

  static Index index(Row row, TableColumns figures, Names names) {
    return new Index(
        row.count("indexrelid").or(0L),
        row.text("index_name").or(""),
        names.one(row.text("amname").or("")),
        row.flag("indisunique"),
        row.flag("indisprimary"),
        row.flag("indisvalid"),
        row.flag("is_partial"),
        row.text("indkey").flatMap(IndexMapping::columns),
        OptionsText.parameters(row.text("reloptions")),
        figures.read(row));
  }

  /// An `int2vector`: `1 3 0`.
  private static Reading<List<Integer>> columns(String indkey) {
    try {
      return Reading.of(
          Arrays.stream(indkey.split(" "))
              .filter(number -> !number.isEmpty())
              .map(Integer::valueOf)
              .toList());
    } catch (NumberFormatException _) {
      return Reading.missing(Why.NOT_COLLECTED);
    }
  }
}
