package org.vacuumadvisor.source.saved;

import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.Row;

/// What is done to the cells of a column so that they give no names away. Columns of one name are
/// treated the same in all rows.
@FunctionalInterface
interface Mask {
  /// What stands in the cell's place; null for nothing.
  @Nullable String over(String cell, Row row, Pseudonyms names);

  /// The mask for a column; one that lets nothing pass for a column we do not know.
  static Mask of(String column) {
    return Masks.BY_COLUMN.getOrDefault(column, (_, _, _) -> null);
  }
}
