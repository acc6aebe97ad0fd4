package org.vacuumadvisor.report;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Reading;
import tools.jackson.core.JsonGenerator;

/// A document in JSON being written: members of objects, each with one call.
record JsonText(JsonGenerator generator) {
  /// A member that is an object; what is written until `members` returns is in it.
  void object(String name, Runnable members) {
    generator.writeObjectPropertyStart(name);
    members.run();
    generator.writeEndObject();
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

  void flag(String name, boolean flag) {
    generator.writeBooleanProperty(name, flag);
  }

  /// A constant of ours.
  void word(String name, @Nullable Enum<?> constant) {
    text(name, constant == null ? null : word(constant));
  }

  /// What something is about. Names are as in the catalogs, without quotes.
  void subject(String name, Subject subject) {
    object(
        name,
        () -> {
          switch (subject) {
            case Subject.Cluster() -> text("kind", "cluster");
            case Subject.OfDatabase(var database) -> {
              text("kind", "database");
              text("database", database);
            }
            case Subject.OfRelation(var relation) -> {
              text("kind", word(relation.kind()));
              text("database", relation.name().database());
              text("schema", relation.name().schema());
              text("name", relation.name().name());
            }
            case Subject.OfIndex(var table, var index) -> {
              text("kind", "index");
              text("database", table.name().database());
              text("schema", table.name().schema());
              text("name", index.name());
              text("table", table.name().name());
            }
          }
        });
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
