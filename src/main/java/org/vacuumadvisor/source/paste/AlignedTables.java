package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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

  private static Optional<Grid> drawn(List<Line> lines, int at) {
    var drawing = drawing(lines, at);
    if (drawing.columns() == 0) {
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

  /// Whether header and first row agree in columns, and the line between them, typed, does not.
  private static boolean isDrawnAmiss(List<Line> lines, int at, Drawing drawing) {
    int bars = Drawing.bars(lines.get(at - 1).text());
    return !drawing.isFramed()
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
        && cells.size() == drawing.columns()
        && hasNames(cells)
        && drawing.fits(text);
  }

  /// Whether the columns have names; people cut the last one, of a query that nobody is to see.
  private static boolean hasNames(List<String> cells) {
    int named = cells.size() - (cells.size() > 2 && cells.getLast().isBlank() ? 1 : 0);
    return cells.stream().limit(named).noneMatch(String::isBlank);
  }

  private static Grid table(List<Line> lines, int first, int header, Drawing drawing) {
    var names = drawing.cells(lines.get(header).text()).stream().map(String::strip).toList();
    var rows = new ArrayList<Grid.Cells>();
    int at = header + 2;
    while (at < lines.size() && (isRow(lines, at, drawing) || isBetweenRows(lines, at, drawing))) {
      boolean isPassed = isRule(lines, at) || !isRow(lines, at, drawing);
      at = isPassed ? at + 1 : take(lines, at, drawing, rows);
    }
    // the only cell of a row may say nothing
    if (rows.isEmpty()
        && at + 1 < lines.size()
        && lines.get(at).isBlank()
        && Grid.isRowCount(lines.get(at + 1).text())) {
      rows.add(new Grid.Cells(lines.get(at).number(), Collections.singletonList(null)));
      at++;
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

  /// Whether it stands for rows that somebody left out, `[...]`: it has no cells, and the line
  /// below has as many as the header.
  private static boolean isBetweenRows(List<Line> lines, int at, Drawing drawing) {
    return drawing.hasBars()
        && Drawing.bars(lines.get(at).text()) == 0
        && !lines.get(at).isBlank()
        && !Grid.isRowCount(lines.get(at).text())
        && at + 1 < lines.size()
        && isRow(lines, at + 1, drawing)
        && drawing.wholeCells(lines.get(at + 1).text()) == drawing.columns();
  }

  /// Whether another table begins directly below: its header stands over a line of other columns.
  /// Below a row with bars an unbroken line is the end of a frame.
  private static boolean isNextHeader(List<Line> lines, int at, Drawing drawing) {
    var next = at + 1 < lines.size() ? drawing(lines, at + 1) : drawing;
    return next.columns() > (Drawing.bars(lines.get(at).text()) > 0 ? 1 : 0)
        && next.columns() != drawing.columns()
        && isHeader(lines.get(at).text(), next);
  }

  private static boolean isRule(List<Line> lines, int at) {
    return drawing(lines, at).columns() > 0;
  }

  /// Takes a row, which may go on in the lines below: a value with line breaks, or one wrapped to
  /// the width of the terminal. psql marks such cells at their right border: `+` or `↵` before a
  /// line break, `.` or `…` where it wrapped.
  ///
  /// @return the index of the line after it
  private static int take(List<Line> lines, int from, Drawing drawing, List<Grid.Cells> rows) {
    var cells = Stream.generate(StringBuilder::new).limit(drawing.columns()).toList();
    var marks = ".".repeat(drawing.columns());
    int at = from;
    do {
      var parts = drawing.cells(lines.get(at).text());
      var next = new StringBuilder();
      for (int column = 0; column < drawing.columns(); column++) {
        var part = column < parts.size() ? parts.get(column) : "";
        char before = marks.charAt(column);
        char mark = mark(drawing, column, part);
        if (before != ' ' && column < parts.size()) {
          var text = mark == ' ' ? part : part.substring(0, part.length() - 1);
          boolean isWrapped = hasMarks(drawing) && text.matches("(?s)[.…].*");
          cells.get(column).append("+↵".indexOf(before) >= 0 ? "\n" : "");
          cells.get(column).append((isWrapped ? text.substring(1) : text).strip());
        }
        next.append(mark);
      }
      marks = next.toString();
      at++;
    } while (!marks.isBlank()
        && at < lines.size()
        && !lines.get(at).isBlank()
        && !Grid.isRowCount(lines.get(at).text()));
    var line = lines.get(from);
    int whole = at == from + 1 ? drawing.wholeCells(line.text()) : cells.size();
    var texts = cells.stream().limit(whole).map(StringBuilder::toString).toList();
    rows.add(Grid.Cells.written(line.number(), texts));
    return at;
  }

  /// The mark at the end of a cell that goes on; a blank where it does not.
  private static char mark(Drawing drawing, int column, String cell) {
    boolean isFull = !cell.isEmpty() && hasMarks(drawing) && drawing.isFull(column, cell);
    char end = isFull ? cell.charAt(cell.length() - 1) : ' ';
    return "+↵.…".indexOf(end) >= 0 ? end : ' ';
  }

  /// A table of one column has no bars, and marks all the same: plans in JSON come like that.
  private static boolean hasMarks(Drawing drawing) {
    return drawing.hasBars() || drawing.columns() == 1;
  }
}
