package org.vacuumadvisor.source.paste.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// psql's expanded format (`\x`), in which each column has a line of its own, with every border and
/// line style, aligned or not.
public final class ExpandedTables {
  private static final String BARS = "|│║";

  private final List<Line> lines;

  public ExpandedTables(List<Line> lines) {
    this.lines = lines;
  }

  /// One row while its lines are read.
  private static final class OneRecord {
    private final int line;
    private final Map<String, String> values = new LinkedHashMap<>();
    private String current = "";

    OneRecord(int line) {
      this.line = line;
    }

    void take(String name, String value) {
      if (name.isEmpty()) {
        values.merge(current, continued(value), (before, more) -> before + "\n" + more);
      } else {
        current = name;
        values.put(name, continued(value));
      }
    }

    private static String continued(String value) {
      return value.endsWith("+") && value.length() > 1 && value.charAt(value.length() - 2) == ' '
          ? value.substring(0, value.length() - 1).strip()
          : value;
    }
  }

  /// The table whose first record is at `first`.
  public Optional<Grid> recordAt(int first) {
    if (!isRecordHead(lines.get(first).text())) {
      return Optional.empty();
    }
    var records = new ArrayList<OneRecord>();
    int width = -1;
    int at = first;
    for (; at < lines.size(); at++) {
      var text = lines.get(at).text();
      if (isRecordHead(text)) {
        records.add(new OneRecord(lines.get(at).number()));
        width = widthOfNames(at);
      } else if (!takeLine(text, width, records.getLast())) {
        break;
      }
    }
    while (at < lines.size() && isEnd(lines.get(at).text())) {
      at++;
    }
    return records.stream().allMatch(each -> each.values.isEmpty())
        ? Optional.empty()
        : Optional.of(grid(records, first, at));
  }

  static boolean isRecordHead(String line) {
    var text = line.strip();
    int bracket = text.indexOf("[ RECORD ");
    if (bracket >= 0) {
      return bracket <= 3 && text.indexOf(']', bracket) > 0;
    }
    return text.startsWith("* Record ") && text.length() > 9 && Character.isDigit(text.charAt(9));
  }

  /// Without bars, names end where the longest of them does: two places before the first value.
  private int widthOfNames(int head) {
    int width = Integer.MAX_VALUE;
    if (!lines.get(head).text().strip().startsWith("* Record")) {
      return -1;
    }
    for (int at = head + 1; at < lines.size() && !lines.get(at).isBlank(); at++) {
      var text = lines.get(at).text();
      int space = text.indexOf(' ');
      if (isRecordHead(text)) {
        break;
      }
      if (space > 0) {
        int value = space;
        while (value < text.length() && text.charAt(value) == ' ') {
          value++;
        }
        width = Math.min(width, value);
      }
    }
    return width;
  }

  private static boolean takeLine(String text, int width, OneRecord to) {
    if (text.isBlank() || RowCount.isOne(text) || Drawing.of(text).isThere()) {
      return false;
    }
    if (width > 0) {
      int cut = Math.min(width, text.length());
      to.take(text.substring(0, cut).strip(), text.substring(cut).strip());
      return true;
    }
    var body = framed(text) ? text.strip().substring(1) : text;
    int bar = firstBar(body);
    if (bar < 0) {
      return false;
    }
    var value = body.substring(bar + 1).strip();
    boolean closed = framed(text) && !value.isEmpty() && isBar(value.charAt(value.length() - 1));
    to.take(
        body.substring(0, bar).strip(),
        closed ? value.substring(0, value.length() - 1).strip() : value);
    return true;
  }

  private static boolean framed(String text) {
    var stripped = text.strip();
    return !stripped.isEmpty() && isBar(stripped.charAt(0)) && firstBar(stripped.substring(1)) >= 0;
  }

  private static int firstBar(String text) {
    for (int at = 0; at < text.length(); at++) {
      if (isBar(text.charAt(at))) {
        return at;
      }
    }
    return -1;
  }

  private static boolean isBar(char character) {
    return BARS.indexOf(character) >= 0;
  }

  private static boolean isEnd(String text) {
    return RowCount.isOne(text) || Drawing.of(text).isThere();
  }

  private Grid grid(List<OneRecord> records, int first, int end) {
    var names = new LinkedHashSet<String>();
    records.forEach(each -> names.addAll(each.values.keySet()));
    names.remove("");
    var header = List.copyOf(names);
    var rows =
        records.stream().map(each -> new Grid.Cells(each.line, cells(each, header))).toList();
    var title = first == 0 ? "" : lines.get(first - 1).text().strip();
    return new Grid(title, header, rows, first, end);
  }

  private static List<@Nullable String> cells(OneRecord row, List<String> header) {
    var cells = new ArrayList<@Nullable String>();
    for (var name : header) {
      cells.add(CellText.read(row.values.getOrDefault(name, "")));
    }
    return cells;
  }
}
