package org.vacuumadvisor.source.paste.table;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A table of text as it stands in a paste, whatever drew it.
///
/// @param title what stood above it; empty if nothing
/// @param header the names of its columns as written
/// @param rows its rows; a cell is null where the table says NULL in its own way
/// @param first index of its first line in the paste, counted from 0
/// @param end index of the line after its last
public record Grid(String title, List<String> header, List<Cells> rows, int first, int end) {
  public Grid {
    header = List.copyOf(header);
    rows = List.copyOf(rows);
  }

  /// A row and the number of the line where it begins.
  public record Cells(int line, List<@Nullable String> values) {}

  /// The one row of a table whose first column holds the names of columns and whose second their
  /// values, as clients show a single row; itself if it is no such table.
  public Grid upright() {
    if (header.size() != 2 || rows.size() < 3) {
      return this;
    }
    var names = column(0);
    var values = new ArrayList<@Nullable String>();
    rows.forEach(row -> values.add(row.values().size() > 1 ? row.values().get(1) : null));
    boolean isOne =
        Recognition.of(header).isEmpty()
            && names.size() == rows.size()
            && names.stream().distinct().count() == names.size()
            && Recognition.of(names).filter(Recognition::isMostlyKnown).isPresent();
    return isOne
        ? new Grid(title, names, List.of(new Cells(rows.getFirst().line(), values)), first, end)
        : this;
  }

  static Grid ofHeader(List<String> header) {
    return new Grid("", header, List.of(), 0, 0);
  }

  /// The cells of a column that say something.
  public List<String> column(int at) {
    var cells = new ArrayList<String>();
    for (var row : rows) {
      var cell = at < row.values().size() ? row.values().get(at) : null;
      if (cell != null && !cell.isEmpty()) {
        cells.add(cell);
      }
    }
    return cells;
  }
}
