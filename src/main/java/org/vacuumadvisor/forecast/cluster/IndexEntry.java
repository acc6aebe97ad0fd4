package org.vacuumadvisor.forecast.cluster;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.forecast.cluster.IndexStart.Splits;
import org.vacuumadvisor.model.Column;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;

/// What an entry of a B-tree takes by the widths of its columns, as ANALYZE knows them:
/// `IndexTupleData`, the key, aligned, and the line pointer. Deduplication makes it less.
final class IndexEntry {
  /// What stands for a computed column.
  private static final Integer EXPRESSION = 0;

  private static final double TUPLE_HEADER = 8;
  private static final double LINE_POINTER = 4;
  private static final double ALIGNMENT = 8;

  /// What pages are filled to from which on nobody has split many of them: a convention of ours.
  private static final double JUST_BUILT = 0.82;

  private IndexEntry() {}

  /// Empty where a width is not known, or the index is no B-tree of plain columns.
  static Optional<Double> bytes(Index index, Relation table) {
    var columns = index.keyColumns().or(List.of());
    if (!index.method().equals("btree") || columns.isEmpty() || columns.contains(EXPRESSION)) {
      return Optional.empty();
    }
    double key = 0;
    for (int number : columns) {
      var width =
          table.columns().stream()
              .filter(each -> each.number() == number)
              .findFirst()
              .flatMap(each -> each.averageWidth().known());
      if (width.isEmpty()) {
        return Optional.empty();
      }
      key += (double) width.get();
    }
    double aligned = Math.ceil(key / ALIGNMENT) * ALIGNMENT;
    return Optional.of(TUPLE_HEADER + aligned + LINE_POINTER);
  }

  /// Where new entries split pages of an index of which they take such a part. Whether they fall
  /// anywhere or at the end is a guess by the first column: keys of one number or time grow.
  static Splits splits(Index index, Relation table, double filled) {
    var columns = index.keyColumns().or(List.of());
    var first =
        table.columns().stream()
            .filter(each -> !columns.isEmpty() && each.number() == columns.getFirst())
            .findFirst();
    var values = first.flatMap(each -> values(each, table));
    if (filled < JUST_BUILT || filled > 1 || values.isEmpty()) {
      return Splits.HERE_AND_THERE;
    }
    if (values.get() < (double) index.pages().count() / 2) {
      return columns.size() > 1 ? Splits.IN_GROUPS : Splits.HERE_AND_THERE;
    }
    int length = first.get().length();
    boolean numbered = index.unique().or(false) && length > 0 && length <= 8;
    return numbered || first.get().type().startsWith("timestamp")
        ? Splits.HERE_AND_THERE
        : Splits.IN_A_WAVE;
  }

  /// How many values a column has; empty where it is not known, as where `n_distinct` is 0.
  private static Optional<Double> values(Column column, Relation table) {
    return column
        .distinct()
        .known()
        .filter(distinct -> distinct != 0)
        .flatMap(distinct ->
            distinct > 0
                ? Optional.of(distinct)
                : table.get(TableKeys.RELTUPLES).known().map(rows -> -distinct * rows));
  }
}
