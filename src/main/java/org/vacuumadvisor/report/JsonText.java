package org.vacuumadvisor.report;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.comparison.About;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Reading;
import tools.jackson.core.JsonGenerator;

/// A document in JSON being written: members of objects, each with one call.
record JsonText(JsonGenerator generator) {
  /// 2^53: whole numbers below it are exact in a double.
  private static final double MOST_EXACT = 9_007_199_254_740_992.0;

  /// A member that is an object; what is written until `members` returns is in it.
  void object(String name, Runnable members) {
    generator.writeObjectPropertyStart(name);
    members.run();
    generator.writeEndObject();
  }

  /// A member that is an object, or null.
  <T> void object(String name, Optional<T> value, BiConsumer<T, JsonText> members) {
    value.ifPresentOrElse(
        each -> object(name, () -> members.accept(each, this)),
        () -> generator.writeNullProperty(name));
  }

  /// A member that is a list of objects.
  <T> void list(String name, List<T> elements, BiConsumer<T, JsonText> members) {
    generator.writeArrayPropertyStart(name);
    for (T element : elements) {
      generator.writeStartObject();
      members.accept(element, this);
      generator.writeEndObject();
    }
    generator.writeEndArray();
  }

  void texts(String name, List<String> texts) {
    generator.writeArrayPropertyStart(name);
    texts.forEach(each -> generator.writeString(WellFormed.text(each)));
    generator.writeEndArray();
  }

  void text(String name, @Nullable String text) {
    generator.writeName(name);
    if (text == null) {
      generator.writeNull();
    } else {
      generator.writeString(WellFormed.text(text));
    }
  }

  void text(String name, Optional<String> text) {
    text(name, text.orElse(null));
  }

  void moment(String name, Reading<Instant> moment) {
    text(name, moment.known().map(Instant::toString));
  }

  void moment(String name, Instant moment) {
    text(name, moment.toString());
  }

  void number(String name, long number) {
    generator.writeNumberProperty(name, number);
  }

  void number(String name, Optional<Long> number) {
    number.ifPresentOrElse(each -> number(name, each), () -> generator.writeNullProperty(name));
  }

  /// A number that may have decimals; a whole one is written without.
  void number(String name, double number) {
    if (number == Math.rint(number) && Math.abs(number) < MOST_EXACT) {
      number(name, (long) number);
    } else {
      generator.writeNumberProperty(name, number);
    }
  }

  void decimal(String name, OptionalDouble number) {
    if (number.isPresent()) {
      number(name, number.getAsDouble());
    } else {
      generator.writeNullProperty(name);
    }
  }

  void flag(String name, boolean flag) {
    generator.writeBooleanProperty(name, flag);
  }

  /// A constant of ours.
  void word(String name, @Nullable Enum<?> constant) {
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
  void hyphened(String name, Enum<?> constant) {
    text(name, word(constant).replace('_', '-'));
  }

  private void unlessAbsent(String name, @Nullable String text) {
    if (text != null) {
      text(name, text);
    }
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
