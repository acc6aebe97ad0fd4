package org.vacuumadvisor.source.log.line;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/// Reads a piece of JSON into maps, lists and strings. Numbers and words stay as they are printed.
public final class JsonText {
  private static final int DEEPEST = 32;
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .build();

  private JsonText() {}

  /// The value, or null if the text is not one whole piece of JSON.
  public static @Nullable Object read(String text) {
    return read(text, false);
  }

  /// The same of a text whose end may be missing: what is whole in it.
  static @Nullable Object readBegun(String text) {
    return read(text, true);
  }

  private static @Nullable Object read(String text, boolean mayBeCut) {
    try (var json = JSON.createParser(ObjectReadContext.empty(), text)) {
      json.nextToken();
      Object value = value(json, 0);
      boolean isCut = !json.streamReadContext().inRoot();
      return isCut ? mayBeCut ? value : null : json.nextToken() == null ? value : null;
    } catch (JacksonException notJson) {
      return null;
    }
  }

  private static @Nullable Object value(JsonParser json, int depth) {
    JsonToken token = json.currentToken();
    if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
      if (depth == DEEPEST) {
        json.skipChildren();
        return null;
      }
      return token == JsonToken.START_OBJECT ? object(json, depth) : array(json, depth);
    }
    return token == null || token == JsonToken.VALUE_NULL ? null : json.getString();
  }

  private static Map<String, @Nullable Object> object(JsonParser json, int depth) {
    var members = new LinkedHashMap<String, @Nullable Object>();
    try {
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String name = json.currentName();
        json.nextToken();
        members.put(name, value(json, depth + 1));
      }
    } catch (UnexpectedEndOfInputException _) {
      return members; // without the member that is cut
    }
    return members;
  }

  private static List<Object> array(JsonParser json, int depth) {
    var elements = new ArrayList<Object>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      Object value = value(json, depth + 1);
      if (value != null) {
        elements.add(value);
      }
    }
    return elements;
  }
}
