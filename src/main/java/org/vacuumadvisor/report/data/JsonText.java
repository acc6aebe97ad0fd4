package org.vacuumadvisor.report.data;

import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.report.About;
import org.vacuumadvisor.report.WellFormed;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.SerializableString;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/// A document in JSON being written: members of objects, each with one call.
public record JsonText(JsonGenerator generator) {
  /// 2^53: whole numbers below it are exact in a double.
  private static final double MOST_EXACT = 9_007_199_254_740_992.0;

  private static final double ROUNDING = 1e3;

  static final JsonFactory JSON =
      JsonFactory.builder().characterEscapes(new HarmlessEscapes()).build();

  private static final ObjectWriteContext INDENTED =
      new ObjectWriteContext.Base() {
        @Override
        public PrettyPrinter getPrettyPrinter() {
          return new DefaultPrettyPrinter();
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

  static void document(Writer to, ObjectWriteContext context, Consumer<JsonText> members)
      throws IOException {
    var generator = JSON.createGenerator(context, to);
    try {
      generator.writeStartObject();
      members.accept(new JsonText(generator));
      generator.writeEndObject();
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

  /// A member that is an object, or null.
  public <T> void object(String name, Optional<T> value, BiConsumer<T, JsonText> members) {
    value.ifPresentOrElse(
        each -> object(name, () -> members.accept(each, this)),
        () -> generator.writeNullProperty(name));
  }

  /// A member that is a list of objects.
  public <T> void list(String name, List<T> elements, BiConsumer<T, JsonText> members) {
    generator.writeArrayPropertyStart(name);
    for (T element : elements) {
      generator.writeStartObject();
      members.accept(element, this);
      generator.writeEndObject();
    }
    generator.writeEndArray();
  }

  /// A member that is a list of texts.
  public void texts(String name, List<String> texts) {
    generator.writeArrayPropertyStart(name);
    texts.forEach(each -> generator.writeString(WellFormed.text(each)));
    generator.writeEndArray();
  }

  void numbers(String name, List<Integer> numbers) {
    generator.writeArrayPropertyStart(name);
    numbers.forEach(generator::writeNumber);
    generator.writeEndArray();
  }

  /// A text, or null. Half of a pair of surrogates is shown as a question mark.
  public void text(String name, @Nullable String text) {
    generator.writeName(name);
    if (text == null) {
      generator.writeNull();
    } else {
      generator.writeString(WellFormed.text(text));
    }
  }

  /// A text; null where it is empty.
  public void text(String name, Optional<String> text) {
    text(name, text.orElse(null));
  }

  void moment(String name, Reading<Instant> moment) {
    text(name, moment.known().map(Instant::toString));
  }

  /// A moment in UTC, ISO 8601.
  public void moment(String name, Instant moment) {
    text(name, moment.toString());
  }

  /// A whole number.
  public void number(String name, long number) {
    generator.writeNumberProperty(name, number);
  }

  public void number(String name, Optional<Long> number) {
    number.ifPresentOrElse(each -> number(name, each), () -> generator.writeNullProperty(name));
  }

  /// A number that may have decimals; a whole one is written without.
  public void number(String name, double number) {
    if (number == Math.rint(number) && Math.abs(number) < MOST_EXACT) {
      number(name, (long) number);
    } else {
      generator.writeNumberProperty(name, number);
    }
  }

  /// A number, or null.
  public void decimal(String name, OptionalDouble number) {
    if (number.isPresent()) {
      number(name, number.getAsDouble());
    } else {
      generator.writeNullProperty(name);
    }
  }

  /// A whole number, or null.
  public void number(String name, OptionalLong number) {
    if (number.isPresent()) {
      number(name, number.getAsLong());
    } else {
      generator.writeNullProperty(name);
    }
  }

  /// A figure that was measured, to three digits after the point, which is finer than anything is
  /// measured here; null where it is not known (`NaN` and the infinite).
  public void measured(String name, double figure) {
    if (Double.isFinite(figure)) {
      generator.writeNumberProperty(name, Math.rint(figure * ROUNDING) / ROUNDING);
    } else {
      generator.writeNullProperty(name);
    }
  }

  /// A time in seconds.
  public void seconds(String name, Duration time) {
    number(name, (double) time.toMillis() / 1e3);
  }

  /// True, false or null.
  public void flag(String name, Optional<Boolean> flag) {
    flag.ifPresentOrElse(each -> flag(name, each), () -> generator.writeNullProperty(name));
  }

  /// True or false.
  public void flag(String name, boolean flag) {
    generator.writeBooleanProperty(name, flag);
  }

  /// A constant of ours.
  public void word(String name, @Nullable Enum<?> constant) {
    text(name, constant == null ? null : word(constant));
  }

  /// What something is about. Names are as in the catalogs, without quotes.
  void subject(String name, Subject subject) {
    about(name, About.of(subject));
  }

  /// See [#subject].
  void about(String name, About about) {
    object(
        name,
        () -> {
          text("kind", about.kind());
          unlessAbsent("database", about.database());
          unlessAbsent("schema", about.schema());
          unlessAbsent("name", about.name());
          unlessAbsent("table", about.table());
        });
  }

  /// A constant of ours, with hyphens between its words.
  public void hyphened(String name, Enum<?> constant) {
    text(name, word(constant).replace('_', '-'));
  }

  private void unlessAbsent(String name, @Nullable String text) {
    if (text != null) {
      text(name, text);
    }
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

  /// How a constant of ours is written for programs.
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
