package org.vacuumadvisor.forecast.cluster;

import java.util.List;
import java.util.OptionalDouble;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Relation;

/// What an entry of a B-tree takes by the widths of its columns, as ANALYZE knows them:
/// `IndexTupleData`, the key, aligned, and the line pointer. Deduplication makes it less.
final class IndexEntry {
  /// What stands for a computed column.
  private static final Integer EXPRESSION = 0;

  private static final double TUPLE_HEADER = 8;
  private static final double LINE_POINTER = 4;
  private static final double ALIGNMENT = 8;

  private IndexEntry() {}

  /// Empty where a width is not known, or the index is no B-tree of plain columns.
  static OptionalDouble bytes(Index index, Relation table) {
    var columns = index.keyColumns().or(List.of());
    if (!index.method().equals("btree") || columns.isEmpty() || columns.contains(EXPRESSION)) {
      return OptionalDouble.empty();
    }
    double key = 0;
    for (int number : columns) {
      var width =
          table.columns().stream()
              .filter(each -> each.number() == number)
              .findFirst()
              .flatMap(each -> each.averageWidth().known());
      if (width.isEmpty()) {
        return OptionalDouble.empty();
      }
      key += (double) width.get();
    }
    double aligned = Math.ceil(key / ALIGNMENT) * ALIGNMENT;
    return OptionalDouble.of(TUPLE_HEADER + aligned + LINE_POINTER);
  }
}
