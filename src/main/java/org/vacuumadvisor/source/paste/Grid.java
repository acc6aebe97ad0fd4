package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A table of text as it stands in a paste, whatever drew it.
///
/// @param title what stood above it; empty if nothing
/// @param header the names of its columns as written
/// @param rows its rows; a cell is null where the table says NULL in its own way
/// @param first index of its first line in the paste, counted from 0
/// @param end index of the line after its last
record Grid(String title, List<String> header, List<Cells> rows, int first, int end) {
  Grid {
    header = List.copyOf(header);
    rows = List.copyOf(rows);
  }

  /// A row and the numbers of the lines of its cells; of one, where it begins.
  record Cells(List<Integer> lines, List<@Nullable String> values) {
    Cells(int line, List<@Nullable String> values) {
      this(List.of(line), values);
    }

    int line() {
      return lines.getFirst();
    }

    int line(int at) {
      return lines.get(Math.min(at, lines.size() - 1));
    }

    /// The cell of a column; empty where it has none, or says NULL.
    Optional<String> cell(int at) {
      return at < 0 || at >= values.size() ? Optional.empty() : Optional.ofNullable(values.get(at));
    }

    /// A row as it was written, or as Markdown writes it.
    static Cells written(int line, List<String> texts) {
      var values = new ArrayList<@Nullable String>();
      texts.forEach(each -> values.add(Figures.cell(each.replace("\\_", "_"))));
      return new Cells(line, values);
    }
  }

  /// A row whose cells come with the names of their columns.
  record Named(int line, Map<String, @Nullable String> cells) {
    Named(int line) {
      this(line, new LinkedHashMap<>());
    }
  }

  /// The table of such rows, if they have any cells.
  static Optional<Grid> of(String title, List<Named> rows, int first, int end) {
    var header = new LinkedHashSet<String>();
    rows.forEach(each -> header.addAll(each.cells().keySet()));
    header.remove("");
    var cells = new ArrayList<Cells>();
    for (var row : rows) {
      var values = new ArrayList<@Nullable String>();
      for (var name : header) {
        var value = row.cells().get(name);
        values.add(value == null ? null : Figures.cell(value));
      }
      cells.add(new Cells(row.line(), values));
    }
    return header.isEmpty()
        ? Optional.empty()
        : Optional.of(new Grid(title, List.copyOf(header), cells, first, end));
  }

  /// Whether a line says how many rows there are, `(3 rows)`; psql translates the word.
  static boolean isRowCount(String line) {
    var text = line.strip();
    return text.startsWith("(") && text.matches("\\([0-9]+ \\p{L}+\\)");
  }

  static String titleAbove(List<Line> lines, int first) {
    return first == 0 ? "" : lines.get(first - 1).text().strip();
  }

  /// The table with its columns called otherwise.
  Grid called(List<String> names) {
    return new Grid(title, names, rows, first, end);
  }

  /// The table with one of its rows alone.
  Grid with(Cells row) {
    return new Grid(title, header, List.of(row), first, end);
  }

  /// The cells of a column that say something.
  List<String> column(int at) {
    return rows.stream()
        .flatMap(row -> row.cell(at).stream())
        .filter(each -> !each.isEmpty())
        .toList();
  }
}
