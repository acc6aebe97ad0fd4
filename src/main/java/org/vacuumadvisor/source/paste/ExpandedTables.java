package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// psql's expanded format (`\x`), in which each column has a line of its own: its name and its
/// value with a separator in between. Records begin with a head, in every border, aligned or not;
/// in copies without heads with an empty line, or with the name of their first column.
final class ExpandedTables {
  private static final Pattern HEAD = Pattern.compile("\\s*.{0,3}\\[ RECORD .*].*");

  /// Without heads: a name, what stands between it and its value, and the value.
  private static final Pattern PAIR =
      Pattern.compile(
          "(?=[a-z_?]+[,\t;~^]|[ a-z_?]*\\|) *([a-z_?]{1,64}) *([|,\t;~^])\\s*(.*?)\\s*");

  private record Pair(String name, String mark, String value) {}

  private static final Pair NONE = new Pair("", "", "");

  private ExpandedTables() {}

  static Optional<Grid> at(List<Line> lines, int first) {
    if (!HEAD.matcher(lines.get(first).text()).matches()) {
      return Optional.empty();
    }
    var rows = new ArrayList<Grid.Named>();
    var column = "";
    int at = first;
    for (; at < lines.size(); at++) {
      var text = inside(lines.get(at).text());
      int bar = (int) text.chars().takeWhile(each -> !Drawing.isBar((char) each)).count();
      if (HEAD.matcher(lines.get(at).text()).matches()) {
        rows.add(new Grid.Named(lines.get(at).number()));
        column = "";
      } else if (bar == text.length() || isEnd(text)) {
        break;
      } else {
        var name = text.substring(0, bar).strip();
        column = name.isEmpty() ? column : name;
        var value = text.substring(bar + 1).strip().replaceFirst("\\s*(?<= )\\+$", "");
        // of two columns that are called alike the first counts, as in a table: a join shows such
        if (name.isEmpty()) {
          rows.getLast().cells().merge(column, value, (before, more) -> before + "\n" + more);
        } else {
          rows.getLast().cells().putIfAbsent(column, value);
        }
      }
    }
    while (at < lines.size() && isEnd(lines.get(at).text())) {
      at++;
    }
    return Grid.of(Grid.titleAbove(lines, first), rows, first, at);
  }

  private static String inside(String line) {
    var text = line.strip();
    boolean isFramed = !text.isEmpty() && Drawing.isBar(text.charAt(0)) && Drawing.bars(text) > 1;
    int end = text.length() - (isFramed && Drawing.isBar(text.charAt(text.length() - 1)) ? 1 : 0);
    return isFramed ? text.substring(1, end) : line;
  }

  private static boolean isEnd(String text) {
    return Grid.isRowCount(text) || Drawing.isOne(text);
  }

  /// Whether this line and the next are a name with its value each, and no header with a row: a
  /// table or a setting may be called as a column is, such as `state` or `autovacuum`. Then all
  /// names belong to one topic, and where the value might be headings, three lines say so.
  static boolean isBare(List<Line> lines, int first) {
    var lead = first(lines, first);
    boolean isHeading =
        !lead.mark().isEmpty()
            && DelimitedTables.split(lead.value(), lead.mark().charAt(0)).stream()
                .map(String::strip)
                .allMatch(Vocabulary::knows);
    var names =
        IntStream.range(first, first + (isHeading ? 3 : 2))
            .mapToObj(at -> pair(lines, at, lead.mark()).name())
            .toList();
    return !lead.name().isEmpty()
        && Vocabulary.topics()
            .anyMatch(topic ->
                names.stream().allMatch(name -> Vocabulary.column(topic, name).isPresent()));
  }

  /// The pair of a line that may begin a record: its name is one we know.
  private static Pair first(List<Line> lines, int at) {
    var pair = pair(lines, at, "");
    return Vocabulary.knows(pair.name()) ? pair : NONE;
  }

  /// The pair in a line; without a name if there is none, or another mark in it.
  private static Pair pair(List<Line> lines, int at, String mark) {
    var found = PAIR.matcher(at < lines.size() ? lines.get(at).text() : "");
    return found.matches() && (mark.isEmpty() || found.group(2).equals(mark))
        ? new Pair(
            found.group(1), found.group(2), DelimitedTables.split(found.group(3), '\0').getFirst())
        : NONE;
  }
}
