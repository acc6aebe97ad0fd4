package org.vacuumadvisor.comparison;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// One small object of a document. Members that are null, truth values, or lists of lists are not
/// there.
record JsonObject(Map<String, Object> members) {

  /// The object that begins at the current token; an empty one if none does.
  static JsonObject read(JsonParser json) {
    var members = new LinkedHashMap<String, Object>();
    if (json.currentToken() != JsonToken.START_OBJECT) {
      json.skipChildren();
      return new JsonObject(members);
    }
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      var name = json.currentName();
      switch (json.nextToken()) {
        case START_OBJECT -> members.put(name, read(json));
        case START_ARRAY -> members.put(name, list(json));
        case VALUE_STRING -> members.put(name, json.getString());
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> members.put(name, json.getDoubleValue());
        default -> json.skipChildren();
      }
    }
    return new JsonObject(members);
  }

  private static List<Object> list(JsonParser json) {
    var list = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      switch (json.currentToken()) {
        case START_OBJECT -> list.add(read(json));
        case VALUE_STRING -> list.add(json.getString());
        default -> json.skipChildren();
      }
    }
    return list;
  }

  /// A text; empty if there is none.
  String text(String name) {
    return optionalText(name).orElse("");
  }

  Optional<String> optionalText(String name) {
    return members.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  OptionalDouble number(String name) {
    return members.get(name) instanceof Double number
        ? OptionalDouble.of(number)
        : OptionalDouble.empty();
  }

  Optional<JsonObject> object(String name) {
    return members.get(name) instanceof JsonObject object ? Optional.of(object) : Optional.empty();
  }

  /// The texts of a list.
  List<String> texts(String name) {
    return all(name, String.class);
  }

  /// The objects of a list.
  List<JsonObject> objects(String name) {
    return all(name, JsonObject.class);
  }

  private <T> List<T> all(String name, Class<T> kind) {
    return members.get(name) instanceof List<?> list
        ? list.stream().filter(kind::isInstance).map(kind::cast).toList()
        : List.of();
  }
}
