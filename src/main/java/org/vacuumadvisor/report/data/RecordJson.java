package org.vacuumadvisor.report.data;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.report.WellFormed;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/// Records as JSON and back: of numbers, texts, flags, moments, constants, records, lists and sets
/// of these. What is null, and what is empty, is left out. Members that a record does not have are
/// passed over, so that what a later release wrote can be read. Records of one type stand
/// elsewhere, such as where something was read: they are not written, and are given anew where the
/// others are read.
public final class RecordJson<T extends Record> {
  /// The longest text a server shows us is 1 MB (`track_activity_query_size`).
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(64)
                  .maxNameLength(1000)
                  .maxStringLength(1 << 20)
                  .maxNumberLength(40)
                  .build())
          .build();

  private static final ClassValue<Shape> SHAPES =
      new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
          return Shape.of(type);
        }
      };

  /// The constants of an enumeration by the words that are written of them.
  private static final ClassValue<Map<String, Enum<?>>> CONSTANTS =
      new ClassValue<>() {
        @Override
        protected Map<String, Enum<?>> computeValue(Class<?> type) {
          return Arrays.stream(type.getEnumConstants())
              .map(each -> (Enum<?>) each)
              .collect(Collectors.toUnmodifiableMap(JsonText::word, each -> each));
        }
      };

  private final Class<T> type;
  private final Class<? extends Record> outside;

  /// @param outside the type of what stands elsewhere
  public RecordJson(Class<T> type, Class<? extends Record> outside) {
    this.type = type;
    this.outside = outside;
  }

  /// The members of a record, and what makes one of them.
  ///
  /// @param places of members by their names
  /// @param optional whether a member may be null
  /// @param types with what lists and sets hold, which the JDK works out anew each time
  private record Shape(
      List<RecordComponent> members,
      Map<String, Integer> places,
      List<Boolean> optional,
      List<Type> types,
      Constructor<?> constructor) {
    static Shape of(Class<?> type) {
      var members = List.of(type.getRecordComponents());
      var places = new HashMap<String, Integer>();
      members.forEach(each -> places.put(each.getName(), places.size()));
      try {
        return new Shape(
            members,
            places,
            members.stream()
                .map(each -> each.getAnnotatedType().isAnnotationPresent(Nullable.class))
                .toList(),
            members.stream().map(RecordComponent::getGenericType).toList(),
            type.getDeclaredConstructor(
                members.stream().map(RecordComponent::getType).toArray(Class<?>[]::new)));
      } catch (NoSuchMethodException impossible) {
        throw new IllegalStateException("every record has it: " + type, impossible);
      }
    }
  }

  /// The record as one line of text.
  public String write(T value) {
    var text = new StringWriter();
    try (var json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      write(json, value);
    }
    return text.toString();
  }

  /// Writes the record as a document with a line for each member. The writer is flushed and stays
  /// open.
  public void write(T value, Writer to) throws IOException {
    JsonText.indented(to, json -> members(json.generator(), value));
  }

  private void members(JsonGenerator json, Record of) {
    for (var member : SHAPES.get(of.getClass()).members()) {
      var each = valueOf(member, of);
      if (each != null && !outside.isInstance(each) && !isEmpty(each)) {
        json.writeName(member.getName());
        write(json, each);
      }
    }
  }

  private void write(JsonGenerator json, Object value) {
    switch (value) {
      case Record members -> {
        json.writeStartObject();
        members(json, members);
        json.writeEndObject();
      }
      case Set<?> elements -> {
        // In an order of its own, so that one record always gives one text.
        json.writeStartArray();
        elements.stream()
            .sorted(Comparator.comparing(Object::toString))
            .forEach(each -> write(json, each));
        json.writeEndArray();
      }
      case Iterable<?> elements -> {
        json.writeStartArray();
        elements.forEach(each -> write(json, each));
        json.writeEndArray();
      }
      case String text -> json.writeString(WellFormed.text(text));
      case Instant moment -> json.writeString(moment.toString());
      case Enum<?> constant -> json.writeString(JsonText.word(constant));
      case Boolean flag -> json.writeBoolean(flag);
      case Long number -> json.writeNumber(number);
      case Integer number -> json.writeNumber(number);
      case Double number -> json.writeNumber(number);
      default -> throw new IllegalArgumentException("no figure of a report: " + value.getClass());
    }
  }

  private static boolean isEmpty(Object value) {
    return value instanceof Iterable<?> elements && !elements.iterator().hasNext();
  }

  private static @Nullable Object valueOf(RecordComponent member, Record of) {
    try {
      return member.getAccessor().invoke(of);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("every record can be read: " + member, impossible);
    }
  }

  /// Reads what [#write] wrote.
  ///
  /// @param supplied in place of what stands elsewhere
  /// @throws IllegalArgumentException if the text is not of such a record
  public T read(String text, Record supplied) {
    try (var json = JSON.createParser(ObjectReadContext.empty(), text)) {
      json.nextToken();
      return type.cast(record(json, type, supplied));
    } catch (JacksonException
        | ClassCastException
        | NullPointerException
        | DateTimeException broken) {
      throw new IllegalArgumentException("not a stored " + type.getSimpleName(), broken);
    }
  }

  private Object record(JsonParser json, Class<?> of, Record supplied) {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw new IllegalArgumentException("an object of " + of + " is expected");
    }
    var shape = SHAPES.get(of);
    var arguments = new @Nullable Object[shape.members().size()];
    for (int at = 0; at < arguments.length; at++) {
      var member = shape.members().get(at).getType();
      arguments[at] = outside.isAssignableFrom(member) ? supplied : absent(member);
    }
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      var place = shape.places().get(json.currentName());
      json.nextToken();
      if (json.currentToken() == JsonToken.VALUE_NULL) {
        continue;
      }
      if (place != null && !outside.isAssignableFrom(shape.members().get(place).getType())) {
        arguments[place] = value(json, shape.types().get(place), supplied);
      } else {
        json.skipChildren();
      }
    }
    for (int at = 0; at < arguments.length; at++) {
      if (arguments[at] == null && !shape.optional().get(at)) {
        throw new IllegalArgumentException(
            "%s of %s is missing".formatted(shape.members().get(at).getName(), of));
      }
    }
    try {
      return shape.constructor().newInstance(arguments);
    } catch (ReflectiveOperationException | IllegalArgumentException incomplete) {
      throw new IllegalArgumentException("figures of " + of + " are missing", incomplete);
    }
  }

  private static @Nullable Object absent(Class<?> type) {
    return type == List.class ? List.of() : type == Set.class ? Set.of() : null;
  }

  private Object value(JsonParser json, Type type, Record supplied) {
    if (type instanceof ParameterizedType many) {
      var elements = new ArrayList<Object>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        elements.add(value(json, many.getActualTypeArguments()[0], supplied));
      }
      return many.getRawType() == Set.class ? Set.copyOf(elements) : elements;
    }
    var of = (Class<?>) type;
    if (of.isRecord()) {
      return record(json, of, supplied);
    }
    if (of == Instant.class) {
      return Instant.parse(json.getString());
    }
    if (of.isEnum()) {
      return constant(of, json.getString());
    }
    if (of == boolean.class || of == Boolean.class) {
      return json.getBooleanValue();
    }
    if (of == long.class || of == Long.class) {
      return json.getLongValue();
    }
    if (of == int.class || of == Integer.class) {
      return json.getIntValue();
    }
    return of == double.class || of == Double.class ? json.getDoubleValue() : json.getString();
  }

  private static Object constant(Class<?> of, String word) {
    var constant = CONSTANTS.get(of).get(word);
    if (constant == null) {
      throw new IllegalArgumentException("%s is no %s".formatted(word, of));
    }
    return constant;
  }
}
