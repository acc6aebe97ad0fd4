package org.vacuumadvisor.source.paste.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Rows as JSON: an array of objects, or an object a line, as `json_agg(t)` and `row_to_json(t)`
/// give them. Only objects whose members are columns we know count.
final class JsonTables {
  private static final JsonFactory JSON = new JsonFactory();
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
    var objects = new ArrayList<Map<String, @Nullable String>>();
    try (var parser = JSON.createParser(ObjectReadContext.empty(), text)) {
      for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.START_OBJECT) {
          objects.add(members(parser, objects));
        }
      }
    } catch (JacksonException _) {
      return Optional.empty();
    }
    var records = new Grid.Records();
    for (var each : objects) {
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
      JsonParser parser, List<Map<String, @Nullable String>> rows) {
    var members = new LinkedHashMap<String, @Nullable String>();
    for (var token = parser.nextToken();
        token != null && token != JsonToken.END_OBJECT;
        token = parser.nextToken()) {
      var name = parser.currentName();
      if (token == JsonToken.START_OBJECT) {
        members(parser, rows).forEach(members::putIfAbsent);
      } else if (token == JsonToken.START_ARRAY) {
        var values = elements(parser, rows);
        if (!values.isEmpty()) {
          members.put(name, "[\"" + String.join("\",\"", values) + "\"]");
        }
      } else if (token != JsonToken.PROPERTY_NAME) {
        members.put(name, token == JsonToken.VALUE_NULL ? null : parser.getString());
      }
    }
    return members;
  }

  private static List<String> elements(
      JsonParser parser, List<Map<String, @Nullable String>> rows) {
    var values = new ArrayList<String>();
    for (var token = parser.nextToken();
        token != null && token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      if (token == JsonToken.START_OBJECT) {
        rows.add(members(parser, rows));
      } else if (token == JsonToken.START_ARRAY) {
        parser.skipChildren();
      } else if (token != JsonToken.VALUE_NULL) {
        values.add(parser.getString());
      }
    }
    return values;
  }
}
