package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.vacuumadvisor.source.log.line.JsonText;

/// Rows as JSON: an array of objects, or an object a line, as `json_agg(t)` and `row_to_json(t)`
/// give them, or as the shells of Ruby and Python print them. Only objects whose members are
/// columns we know count.
final class JsonTables {
  private static final int MOST_LINES = 20_000;

  /// `=> [{"relname"=>"orders", "last_vacuum"=>nil}]`, `{'relname': 'orders', 'last_vacuum':
  /// None}`.
  private static final Pattern OF_SHELL =
      Pattern.compile("(?:=> )?\\[?\\{(?:\"\\w{1,63}\" ?=>|'\\w{1,63}' ?:).*");

  private JsonTables() {}

  static Optional<Grid> at(List<Line> lines, int first) {
    var start = asJson(lines.get(first).text().strip());
    boolean isOpening = start.startsWith("[") || start.startsWith("{");
    if (!isOpening || (!start.contains("\"") && first + 1 >= lines.size())) {
      return Optional.empty();
    }
    var text = new StringBuilder();
    int end = first;
    int depth = 0;
    do {
      var line = end == first ? start : lines.get(end).text();
      depth += depth(line);
      text.append(line).append('\n');
      end++;
    } while (depth > 0 && end < lines.size() && end - first < MOST_LINES && depth < 8);
    // the plan of a query is no list of rows
    boolean isPlan = text.indexOf("\"Node Type\"") >= 0;
    return depth == 0 && !isPlan
        ? rows(text.toString(), lines.get(first).number(), first, end)
        : Optional.empty();
  }

  private static String asJson(String line) {
    return OF_SHELL.matcher(line).matches()
        ? line.replaceFirst("^=> ", "")
            .replaceAll("([\"'] ?)=>", "$1:")
            .replaceAll(": ?(?:nil|None)\\b", ":null")
            .replace('\'', '"')
        : line;
  }

  private static int depth(String line) {
    int depth = 0;
    boolean quoted = false;
    for (int at = 0; at < line.length(); at++) {
      char character = line.charAt(at);
      if (character == '\\') {
        at++;
      } else if (character == '"') {
        quoted = !quoted;
      } else if (!quoted) {
        depth += "[{".indexOf(character) >= 0 ? 1 : "]}".indexOf(character) >= 0 ? -1 : 0;
      }
    }
    return depth;
  }

  private static Optional<Grid> rows(String text, int line, int first, int end) {
    var rows = new ArrayList<Grid.Named>();
    var value = JsonText.read(text);
    elements(value instanceof List<?> list ? list : Arrays.asList(value), line, rows);
    rows.removeIf(each -> each.cells().keySet().stream().noneMatch(Vocabulary::knows));
    return Grid.of("", rows, first, end).filter(each -> Recognition.of(each.header()).isPresent());
  }

  /// Objects are rows, with the members of objects in them; those in arrays are rows themselves.
  private static void elements(List<?> list, int line, List<Grid.Named> rows) {
    for (var each : list) {
      if (each instanceof Map<?, ?> object) {
        var row = new Grid.Named(line);
        int before = rows.size();
        members(object, row, rows);
        // around rows of a table stands what tells of them: how many there are
        if (rows.size() == before
            || Recognition.of(List.copyOf(row.cells().keySet())).isPresent()) {
          rows.add(row);
        }
      }
    }
  }

  private static void members(Map<?, ?> object, Grid.Named row, List<Grid.Named> rows) {
    object.forEach((name, value) -> {
      if (value instanceof Map<?, ?> inner) {
        members(inner, row, rows);
      } else if (value instanceof List<?> list) {
        elements(list, row.line(), rows);
      } else {
        row.cells().putIfAbsent((String) name, (String) value);
      }
    });
  }
}
