package org.vacuumadvisor.source.paste;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// psql's expanded format (`\x`), in which each column has a line of its own, with every border and
/// line style, aligned or not.
final class ExpandedTables {
  private static final Pattern HEAD =
      Pattern.compile("\\s*(?:.{0,3}\\[ RECORD .*].*|\\* Record [0-9].*)");

  private ExpandedTables() {}

  /// The table whose first record is at `first`.
  static Optional<Grid> at(List<Line> lines, int first) {
    if (!isRecordHead(lines.get(first).text())) {
      return Optional.empty();
    }
    var records = new Grid.Records();
    var column = "";
    int width = -1;
    int at = first;
    for (; at < lines.size(); at++) {
      var text = lines.get(at).text();
      if (isRecordHead(text)) {
        records.begin(lines.get(at).number());
        column = "";
        width = text.strip().startsWith("* Record") ? widthOfNames(lines, at) : -1;
        continue;
      }
      int cut = width > 0 ? Math.min(width, text.length()) : bar(text);
      if (cut < 0 || text.isBlank() || isEnd(text)) {
        break;
      }
      var name = text.substring(isFramed(text) ? text.indexOf(text.strip()) + 1 : 0, cut).strip();
      column = name.isEmpty() ? column : name;
      add(records.last(), name, column, value(text, width > 0 ? cut : cut + 1));
    }
    while (at < lines.size() && isEnd(lines.get(at).text())) {
      at++;
    }
    return records.names().isEmpty()
        ? Optional.empty()
        : Optional.of(records.grid(Grid.titleAbove(lines, first), first, at));
  }

  /// Of two columns that are called alike the first counts, as in a table: a join shows such.
  private static void add(
      Map<String, @Nullable String> row, String name, String column, String value) {
    boolean isBroken = value.endsWith(" +");
    var text = isBroken ? value.substring(0, value.length() - 1).strip() : value;
    if (name.isEmpty()) {
      row.merge(column, text, (before, more) -> before + "\n" + more);
    } else {
      row.putIfAbsent(column, text);
    }
  }

  private static String value(String text, int from) {
    var value = text.substring(from).strip();
    boolean isClosed =
        isFramed(text) && !value.isEmpty() && Drawing.isBar(value.charAt(value.length() - 1));
    return isClosed ? value.substring(0, value.length() - 1).strip() : value;
  }

  private static boolean isRecordHead(String line) {
    return HEAD.matcher(line).matches();
  }

  /// Without bars, names end where the longest of them does: two places before the first value.
  private static int widthOfNames(List<Line> lines, int head) {
    int width = Integer.MAX_VALUE;
    for (var line : lines.subList(head + 1, lines.size())) {
      var text = line.text();
      if (text.isBlank() || isRecordHead(text)) {
        break;
      }
      int space = text.indexOf(' ');
      if (space > 0) {
        width = Math.min(width, text.length() - text.substring(space).stripLeading().length());
      }
    }
    return width;
  }

  /// Whether a line begins with a bar, and has another.
  private static boolean isFramed(String text) {
    var stripped = text.strip();
    return !stripped.isEmpty() && Drawing.isBar(stripped.charAt(0)) && Drawing.bars(stripped) > 1;
  }

  /// The bar between a name and its value; -1 without one.
  private static int bar(String text) {
    int from = isFramed(text) ? text.indexOf(text.strip()) + 1 : 0;
    for (int at = from; at < text.length(); at++) {
      if (Drawing.isBar(text.charAt(at))) {
        return at;
      }
    }
    return -1;
  }

  private static boolean isEnd(String text) {
    return Grid.isRowCount(text) || Drawing.isOne(text);
  }
}
