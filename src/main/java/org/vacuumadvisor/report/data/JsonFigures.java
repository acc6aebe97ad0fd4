package org.vacuumadvisor.report.data;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.report.WellFormed;
import tools.jackson.core.JsonGenerator;

/// Members of a JSON object of which those without a value are left out.
final class JsonFigures {
  private static final Pattern UNDERSCORE = Pattern.compile("_(.)");

  private final JsonGenerator json;

  JsonFigures(JsonGenerator json) {
    this.json = json;
  }

  void number(String name, @Nullable Long value) {
    if (value != null) {
      json.writeNumberProperty(name, value);
    }
  }

  void number(String name, @Nullable Double value) {
    if (value != null) {
      json.writeNumberProperty(name, value);
    }
  }

  void text(String name, @Nullable String value) {
    if (value != null) {
      json.writeStringProperty(name, WellFormed.text(value));
    }
  }

  void word(String name, @Nullable Enum<?> value) {
    if (value != null) {
      json.writeStringProperty(name, camelCase(value));
    }
  }

  void flag(String name, boolean value) {
    json.writeBooleanProperty(name, value);
  }

  /// An object of what is not null.
  <T> void group(String name, @Nullable T value, Consumer<T> members) {
    if (value != null) {
      json.writeObjectPropertyStart(name);
      members.accept(value);
      json.writeEndObject();
    }
  }

  <T> void list(String name, List<T> elements, Consumer<T> members) {
    if (elements.isEmpty()) {
      return;
    }
    json.writeArrayPropertyStart(name);
    for (T element : elements) {
      json.writeStartObject();
      members.accept(element);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  void texts(String name, List<String> values) {
    json.writeArrayPropertyStart(name);
    values.forEach(each -> json.writeString(WellFormed.text(each)));
    json.writeEndArray();
  }

  /// A record as an object: its components by their own names, without those that are null or
  /// empty.
  void record(String name, @Nullable Record value) {
    group(name, value, this::members);
  }

  void records(String name, List<? extends Record> values) {
    list(name, values, this::members);
  }

  /// The same within the object there is.
  void members(Record each) {
    for (var member : RecordJson.members(each.getClass())) {
      var name = member.getName();
      switch (RecordJson.valueOf(member, each)) {
        case null -> {}
        case Long whole -> number(name, whole);
        case Double real -> number(name, real);
        case String text -> text(name, text);
        case Enum<?> constant -> word(name, constant);
        case Record inner -> record(name, inner);
        case List<?> inner -> records(name, inner.stream().map(Record.class::cast).toList());
        default -> throw new IllegalArgumentException(name + " is no figure");
      }
    }
  }

  /// `BYPASSED_BY_FAILSAFE` is `bypassedByFailsafe`.
  private static String camelCase(Enum<?> constant) {
    return UNDERSCORE
        .matcher(JsonText.word(constant))
        .replaceAll(each -> each.group(1).toUpperCase(Locale.ROOT));
  }
}
