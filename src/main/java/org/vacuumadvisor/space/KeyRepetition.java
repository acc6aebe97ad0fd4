package org.vacuumadvisor.space;

import java.util.List;
import java.util.Set;
import org.vacuumadvisor.model.Column;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Release;

/// How many different keys an index holds, where that changes its size: since 13 a key that repeats
/// is stored once, if equal values of its type always look the same.
final class KeyRepetition {
  /// Types whose equal values may look different (no `equalimage` support function that says
  /// otherwise): the manual, "Deduplication". An array's name begins with `_`.
  private static final Set<String> NEVER_MERGED =
      Set.of("numeric", "float4", "float8", "jsonb", "interval", "tsvector", "tsquery", "record");

  private final double fewest;
  private final double most;

  KeyRepetition(Index index, List<Column> columns, double rows, Release release) {
    if (!mayMerge(index, columns, release)) {
      this.fewest = rows;
      this.most = rows;
      return;
    }
    double product = 1;
    double largest = 1;
    for (var column : columns) {
      double distinct = Math.max(1, distinct(column, rows));
      product *= distinct;
      largest = Math.max(largest, distinct);
    }
    this.fewest = Math.min(rows, largest);
    this.most = Math.min(rows, product);
  }

  /// The number of keys if the columns depend on each other as much as they can.
  double fewest() {
    return fewest;
  }

  /// The number of keys if they do not depend on each other.
  double most() {
    return most;
  }

  /// Whether there is nothing to guess.
  boolean isKnown() {
    return fewest == most;
  }

  private static boolean mayMerge(Index index, List<Column> columns, Release release) {
    return Feature.BTREE_DEDUPLICATION.isIn(release)
        && !index.unique().or(false)
        && index.parameters().bool("deduplicate_items").orElse(true)
        && columns.stream().noneMatch(KeyRepetition::isNeverMerged);
  }

  private static boolean isNeverMerged(Column column) {
    return NEVER_MERGED.contains(column.type())
        || column.type().startsWith("_")
        || column.type().endsWith("range");
  }

  /// `n_distinct`, and one more key for NULL, which an index holds as well.
  private static double distinct(Column column, double rows) {
    double distinct = column.distinct().or(-1.0);
    double nulls = column.nullShare().or(0.0);
    double values = distinct >= 0 ? distinct : -distinct * rows;
    return values + (nulls > 0 ? 1 : 0);
  }
}
