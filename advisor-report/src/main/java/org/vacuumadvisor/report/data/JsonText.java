package org.vacuumadvisor.report.data;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.report.About;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.SerializableString;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;

/// A document in JSON being written: members of objects, each with one call.
///
/// @param isSparse whether what is null or empty is left out, and constants are in camel case
public record JsonText(JsonGenerator generator, boolean isSparse) {
  /// 2^53: whole numbers below it are exact in a double.
  private static final double MOST_EXACT = 9_007_199_254_740_992.0;

  private static final double ROUNDING = 1e3;

  private static final Pattern UNDERSCORE = Pattern.compile("_(.)");

  static final JsonFactory JSON =
      JsonFactory.builder().characterEscapes(new HarmlessEscapes()).build();

  private static final DefaultIndenter LINES = new DefaultIndenter("  ", "\n");

  private static final Separators SEPARATORS =
      PrettyPrinter.DEFAULT_SEPARATORS
          .withObjectNameValueSpacing(Separators.Spacing.AFTER)
          .withObjectEmptySeparator("")
          .withArrayEmptySeparator("");

  private static final ObjectWriteContext INDENTED =
      new ObjectWriteContext.Base() {
        @Override
        public PrettyPrinter getPrettyPrinter() {
          return new DefaultPrettyPrinter(SEPARATORS)
              .withObjectIndenter(LINES)
              .withArrayIndenter(LINES);
        }
      };

  /// Writes a document, which is one object. The writer is flushed and stays open.
  public static void document(Writer to, Consumer<JsonText> members) throws IOException {
    document(to, ObjectWriteContext.empty(), members);
  }

  /// The same with a line for each member, for people to read as well.
  public static void indented(Writer to, Consumer<JsonText> members) throws IOException {
    document(to, INDENTED, members);
  }

  private static void document(Writer to, ObjectWriteContext context, Consumer<JsonText> members)
      throws IOException {
    var generator = JSON.createGenerator(context, to);
    try {
      new JsonText(generator, false).element(members);
      generator.writeRaw('\n');
      generator.flush();
    } catch (JacksonIOException failed) {
      throw Objects.requireNonNull(failed.getCause());
    }
  }

  /// A member that is an object; what is written until `members` returns is in it.
  public void object(String name, Runnable members) {
    generator.writeObjectPropertyStart(name);
    members.run();
    generator.writeEndObject();
  }

  /// A member that is an object; of nothing there is none, or null.
  public <T> void object(String name, Optional<T> value, BiConsumer<T, JsonText> members) {
    value.ifPresentOrElse(
        each -> object(name, () -> members.accept(each, this)), () -> put(name, null));
  }

  /// A member that is a list of objects.
  public <T> void list(String name, List<T> elements, BiConsumer<T, JsonText> members) {
    if (isSparse && elements.isEmpty()) {
      return;
    }
    generator.writeArrayPropertyStart(name);
    elements.forEach(each -> element(json -> members.accept(each, json)));
    generator.writeEndArray();
  }

  /// An object of a list.
  void element(Consumer<JsonText> members) {
    generator.writeStartObject();
    members.accept(this);
    generator.writeEndObject();
  }

  /// A member, written as its value is: moments by ISO 8601, spans of time in seconds, constants of
  /// ours in lower case, records as objects of their components, and what is not known as null.
  public void put(String name, @Nullable Object value) {
    var known = known(value);
    boolean isNothing = known == null || (known instanceof Collection<?> all && all.isEmpty());
    if (!isSparse || !isNothing) {
      generator.writeName(name);
      write(known);
    }
  }

  /// The components of a record as members of the object there is.
  public void members(Record of) {
    for (var member : RecordJson.members(of.getClass())) {
      put(member.getName(), RecordJson.valueOf(member, of));
    }
  }

  /// Some of them, under their own names.
  public void members(Record of, String... names) {
    for (var name : names) {
      put(name, MemberPath.of(name).valueOf(of));
    }
  }

  static @Nullable Object known(@Nullable Object value) {
    return switch (value) {
      case Optional<?> some -> some.orElse(null);
      case OptionalDouble some -> some.isPresent() ? some.getAsDouble() : null;
      case OptionalLong some -> some.isPresent() ? some.getAsLong() : null;
      case Reading<?> reading -> reading.known().orElse(null);
      case null, default -> value;
    };
  }

  private void write(@Nullable Object value) {
    switch (value) {
      case null -> generator.writeNull();
      case String text -> generator.writeString(wellFormed(text));
      case Enum<?> constant ->
          generator.writeString(isSparse ? camelCase(constant) : word(constant));
      case Boolean flag -> generator.writeBoolean(flag);
      case Double number -> write(number.doubleValue());
      case Number number -> generator.writeNumber(number.longValue());
      case Instant moment -> generator.writeString(moment.toString());
      case Duration time -> write((double) time.toMillis() / 1e3);
      case Collection<?> elements -> {
        generator.writeStartArray();
        elements.forEach(this::write);
        generator.writeEndArray();
      }
      case Subject subject -> write(About.of(subject));
      case About about -> new JsonText(generator, true).element(json -> json.members(about));
      case Record of -> element(json -> json.members(of));
      default -> throw new IllegalArgumentException("nothing for JSON: " + value.getClass());
    }
  }

  /// In a document where every member stands, a whole number is written without decimals.
  private void write(double number) {
    if (!isSparse && number == Math.rint(number) && Math.abs(number) < MOST_EXACT) {
      generator.writeNumber((long) number);
    } else {
      generator.writeNumber(number);
    }
  }

  /// A figure that was measured, to three digits after the point, which is finer than anything is
  /// measured here; null where it is not known (`NaN` and the infinite).
  public void measured(String name, double figure) {
    if (Double.isFinite(figure)) {
      generator.writeNumberProperty(name, Math.rint(figure * ROUNDING) / ROUNDING);
    } else {
      put(name, null);
    }
  }

  /// A constant of ours, with hyphens between its words.
  public void hyphened(String name, Enum<?> constant) {
    put(name, word(constant).replace('_', '-'));
  }

  /// JSON may hold any character but a few; a terminal that shows it may not. What would steer a
  /// terminal or turn text around is escaped, too.
  private static final class HarmlessEscapes extends CharacterEscapes {
    private static final long serialVersionUID = 1;
    private static final int DELETE = 0x7f;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] codes = standardAsciiEscapesForJSON();
      codes[DELETE] = ESCAPE_STANDARD;
      return codes;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int character) {
      return switch (Character.getType(character)) {
        case Character.CONTROL,
            Character.FORMAT,
            Character.LINE_SEPARATOR,
            Character.PARAGRAPH_SEPARATOR,
            Character.UNASSIGNED ->
            new SerializedString("\\u%04x".formatted(character));
        default -> null;
      };
    }
  }

  /// `BYPASSED_BY_FAILSAFE` is `bypassedByFailsafe`.
  public static String camelCase(Enum<?> constant) {
    return camelCase(word(constant));
  }

  /// `held_seconds` is `heldSeconds`.
  public static String camelCase(String words) {
    return UNDERSCORE.matcher(words).replaceAll(each -> each.group(1).toUpperCase(Locale.ROOT));
  }

  /// How a constant of ours is written for programs.
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /// The text with U+FFFD for each half of a surrogate pair that is alone: UTF-8 has no form for
  /// it.
  static String wellFormed(String text) {
    return text.chars().noneMatch(each -> Character.isSurrogate((char) each))
        ? text
        : new String(text.getBytes(StandardCharsets.UTF_16), StandardCharsets.UTF_16);
  }
}
