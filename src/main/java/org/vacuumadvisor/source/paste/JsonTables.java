package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.log.line.JsonText;

/// Rows as JSON: an array of objects, or an object a line, as `json_agg(t)` and `row_to_json(t)`
/// give them. Only objects whose members are columns we know count.
final class JsonTables {
  private static final int MOST_LINES = 20_000;

  private JsonTables() {}

  static Optional<Grid> at(List<Line> lines, int first) {
    var start = lines.get(first).text().strip();
    boolean isOpening = start.startsWith("[") || start.startsWith("{");
    if (!isOpening || (!start.contains("\"") && first + 1 >= lines.size())) {
      return Optional.empty();
    }
    var text = new StringBuilder();
    int end = first;
    int depth = 0;
    do {
      var line = lines.get(end).text();
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
    var rows = new ArrayList<Map<String, @Nullable String>>();
    var value = JsonText.read(text);
    elements(value instanceof List<?> list ? list : Arrays.asList(value), rows);
    var records = new Grid.Records();
    for (var each : rows) {
      if (!each.isEmpty()) {
        records.begin(line);
        records.last().putAll(each);
      }
    }
    var names = records.names();
    return names.isEmpty() || Recognition.of(names).isEmpty()
        ? Optional.empty()
        : Optional.of(records.grid("", first, end));
  }

  /// The members of an object and of objects inside of it; objects in arrays are rows of their own.
  private static Map<String, @Nullable String> members(
      Map<?, ?> object, List<Map<String, @Nullable String>> rows) {
    var members = new LinkedHashMap<String, @Nullable String>();
    object.forEach((name, value) -> {
      if (value instanceof Map<?, ?> inner) {
        members(inner, rows).forEach(members::putIfAbsent);
      } else if (value instanceof List<?> list) {
        var values = elements(list, rows);
        if (!values.isEmpty()) {
          members.put((String) name, "[\"" + String.join("\",\"", values) + "\"]");
        }
      } else {
        members.put((String) name, (String) value);
      }
    });
    return members;
  }

  /// The texts of an array, whose objects are rows.
  private static List<String> elements(List<?> list, List<Map<String, @Nullable String>> rows) {
    list.forEach(each -> {
      if (each instanceof Map<?, ?> object) {
        rows.add(members(object, rows));
      }
    });
    return list.stream().filter(String.class::isInstance).map(String.class::cast).toList();
  }
}
