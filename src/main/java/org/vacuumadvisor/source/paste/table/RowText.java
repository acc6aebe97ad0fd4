package org.vacuumadvisor.source.paste.table;

import java.util.ArrayList;
import java.util.List;

/// A row of an aligned table that may take several lines: a value with line breaks, or one wrapped
/// to the width of the terminal. psql marks such cells at their right border: `+` or `↵` before a
/// line break, `.` or `…` where it wrapped; in the old style at the left border of the next line.
final class RowText {
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

  boolean isContinuedBy(String line) {
    for (int column = 0; column < last.size(); column++) {
      if (mark(column) != 0) {
        return true;
      }
    }
    return isOldStyle(line);
  }

  void add(String line) {
    var before = last;
    boolean oldStyle = isOldStyle(line);
    var next = drawing.cells(line);
    for (int column = 0; column < Math.min(next.size(), cells.size()); column++) {
      last = before;
      char mark = oldStyle ? left(line, column) : mark(column);
      last = next;
      var text = withoutMarks(column);
      if (mark == '+' || mark == '↵' || mark == ':') {
        cells.get(column).append('\n').append(text);
      } else if (mark != 0) {
        cells.get(column).append(text);
      }
    }
    last = next;
  }

  List<String> cells() {
    return cells.stream().map(StringBuilder::toString).toList();
  }

  private char mark(int column) {
    if (column >= last.size()) {
      return 0;
    }
    var cell = last.get(column);
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
    if (column >= last.size()) {
      return "";
    }
    var cell = last.get(column);
    var text = mark(column) == 0 ? cell : cell.substring(0, cell.length() - 1);
    boolean isWrapped = !text.isEmpty() && ".…".indexOf(text.charAt(0)) >= 0 && hasMarks();
    return (isWrapped ? text.substring(1) : text).strip();
  }

  /// Whether a line that goes on has marks in place of bars, and at all of them a mark, a bar or
  /// nothing: in a table that was typed a colon of a time may stand where a bar should.
  private boolean isOldStyle(String line) {
    boolean any = false;
    for (int column = 1; drawing.hasBars() && column < drawing.columns(); column++) {
      any |= left(line, column) != 0;
      if (" |:;".indexOf(atBar(line, column)) < 0) {
        return false;
      }
    }
    return any;
  }

  /// The mark in place of the bar at the left of a column.
  private char left(String line, int column) {
    char there = atBar(line, column);
    return ":;".indexOf(there) >= 0 ? there : 0;
  }

  private char atBar(String line, int column) {
    int at = drawing.starts().get(column) - 1;
    return at >= 0 && at < line.length() ? line.charAt(at) : ' ';
  }
}
