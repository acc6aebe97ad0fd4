package org.vacuumadvisor.report.data;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.report.WellFormed;
import tools.jackson.core.JsonGenerator;

/// Members of a JSON object of which those without a value are left out.
final class JsonFigures {
  private static final ClassValue<RecordComponent[]> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
          return type.getRecordComponents();
        }
      };

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
    group(name, value, this::components);
  }

  void records(String name, List<? extends Record> values) {
    list(name, values, this::components);
  }

  private void components(Record each) {
    for (var component : COMPONENTS.get(each.getClass())) {
      component(component.getName(), valueOf(component, each));
    }
  }

  private void component(String name, @Nullable Object value) {
    switch (value) {
      case null -> {}
      case Long whole -> number(name, whole);
      case Double real -> number(name, real);
      case String text -> text(name, text);
      case Record inner -> record(name, inner);
      case List<?> inner -> records(name, inner.stream().map(Record.class::cast).toList());
      default -> throw new IllegalArgumentException(name + " is no figure");
    }
  }

  private static @Nullable Object valueOf(RecordComponent component, Record each) {
    try {
      return component.getAccessor().invoke(each);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(each.getClass() + " is not public", e);
    }
  }

  /// `BYPASSED_BY_FAILSAFE` is `bypassedByFailsafe`.
  private static String camelCase(Enum<?> constant) {
    var name = constant.name();
    var result = new StringBuilder(name.length());
    for (int at = 0; at < name.length(); at++) {
      char each = name.charAt(at);
      if (each != '_') {
        boolean isInner = at == 0 || name.charAt(at - 1) != '_';
        result.append(isInner ? Character.toString(each).toLowerCase(Locale.ROOT) : each);
      }
    }
    return result.toString();
  }
}
