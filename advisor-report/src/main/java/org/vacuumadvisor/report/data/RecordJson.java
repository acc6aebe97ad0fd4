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
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
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

  /// The path of what is in lists, which is nowhere else.
  private static final String LISTED = "*";

  private static final ClassValue<Form> FORMS =
      new ClassValue<>() {
        @Override
        protected Form computeValue(Class<?> type) {
          return Form.of(type);
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
  private final Set<String> elsewhere;

  /// Of documents of which nothing stands elsewhere.
  public RecordJson(Class<T> type) {
    this(type, Nothing.class, Set.of());
  }

  private record Nothing() {}

  /// @param outside the type of what stands elsewhere
  /// @param elsewhere other members that stand elsewhere, by their paths: `outcome.pages.removed`
  public RecordJson(Class<T> type, Class<? extends Record> outside, Set<String> elsewhere) {
    this.type = type;
    this.outside = outside;
    this.elsewhere = Set.copyOf(elsewhere);
  }

  /// The members of a record, and what makes one of them.
  ///
  /// @param places of members by their names
  /// @param optional whether a member may be null
  /// @param types with what lists and sets hold, which the JDK works out anew each time
  private record Form(
      List<RecordComponent> members,
      Map<String, Integer> places,
      List<Boolean> optional,
      List<Type> types,
      Constructor<?> constructor) {
    static Form of(Class<?> type) {
      var members = List.of(type.getRecordComponents());
      var places = new HashMap<String, Integer>();
      members.forEach(each -> places.put(each.getName(), places.size()));
      try {
        return new Form(
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
      write(json, value, "");
    }
    return text.toString();
  }

  /// Writes the record as a document with a line for each member. The writer is flushed and stays
  /// open.
  public void write(T value, Writer to) throws IOException {
    JsonText.indented(to, json -> members(json.generator(), value, ""));
  }

  private void members(JsonGenerator json, Record of, String path) {
    for (var member : members(of.getClass())) {
      var each = valueOf(member, of);
      boolean isHere = !elsewhere.contains(path + member.getName());
      boolean isEmpty = each instanceof Collection<?> all && all.isEmpty();
      if (each != null && isHere && !outside.isInstance(each) && !isEmpty) {
        json.writeName(member.getName());
        write(json, each, path + member.getName() + ".");
      }
    }
  }

  private void write(JsonGenerator json, Object value, String path) {
    switch (value) {
      case Record members -> {
        json.writeStartObject();
        members(json, members, path);
        json.writeEndObject();
      }
      case Set<?> elements -> {
        // In an order of its own, so that one record always gives one text.
        json.writeStartArray();
        elements.stream()
            .sorted(Comparator.comparing(Object::toString))
            .forEach(each -> write(json, each, LISTED));
        json.writeEndArray();
      }
      case Iterable<?> elements -> {
        json.writeStartArray();
        elements.forEach(each -> write(json, each, LISTED));
        json.writeEndArray();
      }
      case String text -> json.writeString(JsonText.wellFormed(text));
      case Instant moment -> json.writeString(moment.toString());
      case Enum<?> constant -> json.writeString(JsonText.word(constant));
      case Boolean flag -> json.writeBoolean(flag);
      case Long number -> json.writeNumber(number);
      case Integer number -> json.writeNumber(number);
      case Double number -> json.writeNumber(number);
      default -> throw new IllegalArgumentException("no figure of a report: " + value.getClass());
    }
  }

  /// The members of a record, in their order.
  static List<RecordComponent> members(Class<?> of) {
    return FORMS.get(of).members();
  }

  static @Nullable Object valueOf(RecordComponent member, Object of) {
    try {
      return member.getAccessor().invoke(of);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("every record can be read: " + member, impossible);
    }
  }

  /// The same as [#read], where nothing stands elsewhere.
  public T read(String text) {
    return read(text, new Nothing(), _ -> null);
  }

  /// Reads what [#write] wrote.
  ///
  /// @param supplied in place of what stands elsewhere
  /// @param elsewhere what was not written, by its path; null where nothing is known of it
  /// @throws IllegalArgumentException if the text is not of such a record
  public T read(String text, Record supplied, Function<String, @Nullable Object> elsewhere) {
    try (var json = JSON.createParser(ObjectReadContext.empty(), text)) {
      json.nextToken();
      return type.cast(new Reading(json, outside, supplied, elsewhere).record(type, ""));
    } catch (JacksonException
        | ClassCastException
        | NullPointerException
        | DateTimeException broken) {
      throw new IllegalArgumentException("not a stored " + type.getSimpleName(), broken);
    }
  }

  private record Reading(
      JsonParser json,
      Class<? extends Record> outside,
      Record supplied,
      Function<String, @Nullable Object> elsewhere) {

    private Object record(Class<?> of, String path) {
      if (json.currentToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("an object of " + of + " is expected");
      }
      var form = FORMS.get(of);
      var arguments = new @Nullable Object[form.members().size()];
      for (int at = 0; at < arguments.length; at++) {
        var member = form.members().get(at).getType();
        arguments[at] = outside.isAssignableFrom(member) ? supplied : absent(member);
      }
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        var member = path + json.currentName() + ".";
        var place = form.places().get(json.currentName());
        json.nextToken();
        if (json.currentToken() == JsonToken.VALUE_NULL) {
          continue;
        }
        if (place != null && !outside.isAssignableFrom(form.members().get(place).getType())) {
          arguments[place] = value(form.types().get(place), member);
        } else {
          json.skipChildren();
        }
      }
      for (int at = 0; at < arguments.length; at++) {
        var member = form.members().get(at);
        var known = arguments[at] == null ? elsewhere.apply(path + member.getName()) : null;
        if (known != null) {
          arguments[at] = converted(known, member.getType());
        }
        if (arguments[at] == null && !form.optional().get(at)) {
          throw new IllegalArgumentException("%s of %s is missing".formatted(member.getName(), of));
        }
      }
      try {
        return form.constructor().newInstance(arguments);
      } catch (ReflectiveOperationException | IllegalArgumentException incomplete) {
        throw new IllegalArgumentException("figures of " + of + " are missing", incomplete);
      }
    }

    private static @Nullable Object absent(Class<?> type) {
      return type == List.class ? List.of() : type == Set.class ? Set.of() : null;
    }

    private Object value(Type type, String path) {
      if (type instanceof ParameterizedType many) {
        var elements = new ArrayList<Object>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          elements.add(value(many.getActualTypeArguments()[0], LISTED));
        }
        return many.getRawType() == Set.class ? Set.copyOf(elements) : elements;
      }
      var of = (Class<?>) type;
      if (of.isRecord()) {
        return record(of, path);
      }
      return switch (json.currentToken()) {
        case VALUE_TRUE, VALUE_FALSE -> json.getBooleanValue();
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> converted(json.getNumberValue(), of);
        default -> converted(json.getString(), of);
      };
    }
  }

  private static Object converted(Object value, Class<?> to) {
    return switch (value) {
      case String word when to.isEnum() ->
          Objects.requireNonNull(CONSTANTS.get(to).get(word), word);
      case String moment when to == Instant.class -> Instant.parse(moment);
      case Number number when to == double.class || to == Double.class -> number.doubleValue();
      case Number number when to == int.class || to == Integer.class -> number.intValue();
      case Number number -> (Object) number.longValue();
      default -> value;
    };
  }
}
