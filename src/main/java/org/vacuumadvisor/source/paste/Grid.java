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

  /// A row and the number of the line where it begins.
  record Cells(int line, List<@Nullable String> values) {
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

  /// Rows whose cells come with the names of their columns.
  static final class Records {
    private final List<Map<String, @Nullable String>> rows = new ArrayList<>();
    private final List<Integer> lines = new ArrayList<>();

    void begin(int line) {
      rows.add(new LinkedHashMap<>());
      lines.add(line);
    }

    /// The cells of the row that was begun last.
    Map<String, @Nullable String> last() {
      return rows.getLast();
    }

    int size() {
      return rows.size();
    }

    /// Whether the first row has a column.
    boolean isColumn(String name) {
      return rows.getFirst().containsKey(name);
    }

    List<String> names() {
      var names = new LinkedHashSet<String>();
      rows.forEach(each -> names.addAll(each.keySet()));
      names.remove("");
      return List.copyOf(names);
    }

    Grid grid(String title, int first, int end) {
      var header = names();
      var cells = new ArrayList<Cells>();
      for (int at = 0; at < rows.size(); at++) {
        var values = new ArrayList<@Nullable String>();
        for (var name : header) {
          var value = rows.get(at).get(name);
          values.add(value == null ? null : Figures.cell(value));
        }
        cells.add(new Cells(lines.get(at), values));
      }
      return new Grid(title, header, cells, first, end);
    }
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

  /// The cells of a column that say something.
  List<String> column(int at) {
    return rows.stream()
        .flatMap(row -> row.cell(at).stream())
        .filter(each -> !each.isEmpty())
        .toList();
  }
}
