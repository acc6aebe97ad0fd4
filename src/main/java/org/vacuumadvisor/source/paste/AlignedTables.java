package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Tables with a drawn line under the header: psql's aligned and wrapped formats with every border
/// and line style, Markdown, and the text copies of graphical clients.
final class AlignedTables {
  private AlignedTables() {}

  /// The table that begins at `at`, be it with a frame or with its header.
  static Optional<Grid> at(List<Line> lines, int at) {
    return drawn(lines, at)
        .or(() -> at + 1 < lines.size() ? drawn(lines, at + 1) : Optional.empty())
        .filter(each -> each.first() == at);
  }

  /// The table whose first drawn line is at `at`.
  private static Optional<Grid> drawn(List<Line> lines, int at) {
    var drawing = drawing(lines, at);
    if (!drawing.isThere()) {
      return Optional.empty();
    }
    boolean isFramedAbove =
        drawing.isFramed()
            && at + 2 < lines.size()
            && isHeader(lines.get(at + 1).text(), drawing)
            && drawing(lines, at + 2).columns() == drawing.columns();
    if (isFramedAbove) {
      return Optional.of(table(lines, at, at + 1, drawing(lines, at + 2)));
    }
    if (at == 0) {
      return Optional.empty();
    }
    var header = lines.get(at - 1).text();
    var own = isDrawnAmiss(lines, at, drawing) ? Drawing.under(header) : drawing;
    return isHeader(header, own)
        ? Optional.of(table(lines, at - 1, at - 1, own))
        : Optional.empty();
  }

  /// Whether header and first row agree in their columns, and the line between them does not.
  private static boolean isDrawnAmiss(List<Line> lines, int at, Drawing drawing) {
    int bars = Drawing.bars(lines.get(at - 1).text());
    return !drawing.isFramed()
        && (drawing.hasBars() || drawing.columns() == 1)
        && bars > 0
        && bars != drawing.columns() - (drawing.isClosed() ? 0 : 1)
        && at + 1 < lines.size()
        && bars == Drawing.bars(lines.get(at + 1).text());
  }

  private static Drawing drawing(List<Line> lines, int at) {
    return Drawing.of(lines.get(at).text());
  }

  private static boolean isHeader(String text, Drawing drawing) {
    if (drawing.isNarrowerThan(text)) {
      return false;
    }
    var cells = drawing.cells(text);
    return !text.isBlank()
        && !Drawing.isOne(text)
        && cells.stream().noneMatch(String::isBlank)
        && cells.size() == drawing.columns()
        && drawing.fits(text);
  }

  private static Grid table(List<Line> lines, int first, int header, Drawing drawing) {
    var names = drawing.cells(lines.get(header).text()).stream().map(String::strip).toList();
    var rows = new ArrayList<Grid.Cells>();
    int at = header + 2;
    while (at < lines.size() && isRow(lines, at, drawing)) {
      at = isRule(lines, at) ? at + 1 : take(lines, at, drawing, rows);
    }
    while (at < lines.size() && (isRule(lines, at) || Grid.isRowCount(lines.get(at).text()))) {
      at++;
    }
    return new Grid(Grid.titleAbove(lines, first), names, rows, first, at);
  }

  private static boolean isRow(List<Line> lines, int at, Drawing drawing) {
    var text = lines.get(at).text();
    if (text.isBlank() || Grid.isRowCount(text) || isNextHeader(lines, at, drawing)) {
      return false;
    }
    return isRule(lines, at)
        ? drawing.isFramed()
            && at + 1 < lines.size()
            && !isRule(lines, at + 1)
            && isRow(lines, at + 1, drawing)
        : drawing.fits(text);
  }

  /// Whether another table begins directly below: its header stands over a line of other columns.
  private static boolean isNextHeader(List<Line> lines, int at, Drawing drawing) {
    var next = at + 1 < lines.size() ? drawing(lines, at + 1) : drawing;
    return next.isThere()
        && next.columns() != drawing.columns()
        && isHeader(lines.get(at).text(), next);
  }

  private static boolean isRule(List<Line> lines, int at) {
    return drawing(lines, at).isThere();
  }

  /// Takes a row with the lines that continue it; returns the index of the line after.
  private static int take(List<Line> lines, int from, Drawing drawing, List<Grid.Cells> rows) {
    var line = lines.get(from);
    var row = new RowText(drawing, line.text());
    int at = from + 1;
    while (at < lines.size()
        && row.isContinued()
        && !lines.get(at).isBlank()
        && !Grid.isRowCount(lines.get(at).text())) {
      row.add(lines.get(at).text());
      at++;
    }
    var cells = row.cells.stream().map(StringBuilder::toString).toList();
    int whole = at == from + 1 ? drawing.wholeCells(line.text()) : cells.size();
    rows.add(Grid.Cells.written(line.number(), cells.subList(0, Math.min(whole, cells.size()))));
    return at;
  }

  /// A row that may take several lines: a value with line breaks, or one wrapped to the width of
  /// the terminal. psql marks such cells at their right border: `+` or `↵` before a line break, `.`
  /// or `…` where it wrapped.
  private static final class RowText {
    private final Drawing drawing;
    private final List<StringBuilder> cells = new ArrayList<>();
    private List<String> last;

    RowText(Drawing drawing, String line) {
      this.drawing = drawing;
      this.last = drawing.cells(line);
      for (int column = 0; column < drawing.columns(); column++) {
        cells.add(new StringBuilder(withoutMarks(column)));
      }
    }

    boolean isContinued() {
      return IntStream.range(0, last.size()).anyMatch(column -> mark(column) != 0);
    }

    void add(String line) {
      var before = last;
      var next = drawing.cells(line);
      for (int column = 0; column < Math.min(next.size(), cells.size()); column++) {
        last = before;
        char mark = mark(column);
        last = next;
        if (mark != 0) {
          cells.get(column).append("+↵".indexOf(mark) >= 0 ? "\n" : "");
          cells.get(column).append(withoutMarks(column));
        }
      }
    }

    private char mark(int column) {
      var cell = column < last.size() ? last.get(column) : "";
      if (cell.isEmpty() || !hasMarks() || !drawing.isFull(column, cell)) {
        return 0;
      }
      char end = cell.charAt(cell.length() - 1);
      return "+↵.…".indexOf(end) >= 0 ? end : 0;
    }

    /// A table of one column has no bars, and marks all the same: plans in JSON come like that.
    private boolean hasMarks() {
      return drawing.hasBars() || drawing.columns() == 1;
    }

    private String withoutMarks(int column) {
      var cell = column < last.size() ? last.get(column) : "";
      var text = mark(column) == 0 ? cell : cell.substring(0, cell.length() - 1);
      boolean isWrapped = !text.isEmpty() && ".…".indexOf(text.charAt(0)) >= 0 && hasMarks();
      return (isWrapped ? text.substring(1) : text).strip();
    }
  }
}
