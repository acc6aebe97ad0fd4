package org.vacuumadvisor.source.paste.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Tables with a drawn line under the header: psql's aligned and wrapped formats with every border
/// and line style, Markdown, and the text copies of graphical clients.
public final class AlignedTables {
  private final List<Line> lines;

  public AlignedTables(List<Line> lines) {
    this.lines = lines;
  }

  /// The table whose first drawn line is at `at`.
  public Optional<Grid> drawnAt(int at) {
    var drawing = drawingAt(at);
    if (!drawing.isThere()) {
      return Optional.empty();
    }
    if (isFramedAbove(at, drawing)) {
      return Optional.of(table(at, at + 1, at + 2, drawingAt(at + 2)));
    }
    if (at == 0) {
      return Optional.empty();
    }
    var own = isDrawnAmiss(at, drawing) ? drawing.under(lines.get(at - 1).text()) : drawing;
    return isHeader(at - 1, own) ? Optional.of(table(at - 1, at - 1, at, own)) : Optional.empty();
  }

  /// Whether header and first row agree in their columns, and the line between them does not.
  private boolean isDrawnAmiss(int at, Drawing drawing) {
    int bars = Drawing.bars(lines.get(at - 1).text());
    return drawing.hasBars()
        && !drawing.isFramed()
        && !drawing.isClosed()
        && bars > 0
        && bars != drawing.columns() - 1
        && at + 1 < lines.size()
        && bars == Drawing.bars(lines.get(at + 1).text());
  }

  private Drawing drawingAt(int at) {
    return Drawing.of(lines.get(at).text());
  }

  private boolean isFramedAbove(int at, Drawing drawing) {
    return drawing.isFramed()
        && at + 2 < lines.size()
        && isHeader(at + 1, drawing)
        && drawingAt(at + 2).columns() == drawing.columns();
  }

  private boolean isHeader(int at, Drawing drawing) {
    var text = lines.get(at).text();
    return !text.isBlank()
        && !Drawing.of(text).isThere()
        && drawing.cells(text).stream().noneMatch(String::isBlank)
        && drawing.cells(text).size() == drawing.columns()
        && drawing.fits(text);
  }

  private Grid table(int first, int header, int rule, Drawing drawing) {
    var names = drawing.cells(lines.get(header).text()).stream().map(String::strip).toList();
    var rows = new ArrayList<Grid.Cells>();
    int at = rule + 1;
    while (at < lines.size() && isRow(at, drawing)) {
      if (!isRule(at)) {
        at = take(at, drawing, rows);
      } else {
        at++;
      }
    }
    while (at < lines.size() && (isRule(at) || RowCount.isOne(lines.get(at).text()))) {
      at++;
    }
    return new Grid(titleAbove(first), names, rows, first, at);
  }

  private boolean isRow(int at, Drawing drawing) {
    var text = lines.get(at).text();
    if (text.isBlank() || RowCount.isOne(text)) {
      return false;
    }
    if (isRule(at)) {
      return drawing.isFramed()
          && at + 1 < lines.size()
          && !isRule(at + 1)
          && isRow(at + 1, drawing);
    }
    return drawing.fits(text);
  }

  private boolean isRule(int at) {
    return drawingAt(at).isThere();
  }

  /// Takes a row with the lines that continue it; returns the index of the line after.
  private int take(int from, Drawing drawing, List<Grid.Cells> rows) {
    var row = new RowText(drawing, lines.get(from).text());
    int at = from + 1;
    while (at < lines.size()
        && row.isContinuedBy(lines.get(at).text())
        && !lines.get(at).isBlank()
        && !RowCount.isOne(lines.get(at).text())) {
      row.add(lines.get(at).text());
      at++;
    }
    var cells = values(row);
    int whole = at == from + 1 ? drawing.wholeCells(lines.get(from).text()) : cells.size();
    rows.add(
        new Grid.Cells(lines.get(from).number(), cells.subList(0, Math.min(whole, cells.size()))));
    return at;
  }

  private static List<@Nullable String> values(RowText row) {
    var values = new ArrayList<@Nullable String>();
    row.cells().forEach(cell -> values.add(CellText.read(cell)));
    return values;
  }

  private String titleAbove(int first) {
    return first == 0 ? "" : lines.get(first - 1).text().strip();
  }
}
