package org.vacuumadvisor.fleet.archive;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Readings;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.XidAge;

/// The figures of a table that the archive keeps, under PostgreSQL's names.
public final class TableColumns {
  private static final List<Key<?>> KEYS =
      TableKeys.all().stream().filter(Key::isArchived).toList();

  private TableColumns() {}

  static Stream<Field> fields() {
    return KEYS.stream().map(TableColumns::field);
  }

  /// The figures in the order of the columns, and what is missing as JSON: `{"n_dead_tup":
  /// "tracking-off"}`; null where nothing is.
  public static List<@Nullable Object> of(Relation relation) {
    var missing = new Missing();
    var values = new ArrayList<@Nullable Object>();
    for (var key : KEYS) {
      values.add(missing.of(key.pasted(), plain(relation.get(key))));
    }
    values.add(missing.json());
    return values;
  }

  /// No figures, of a table that is gone.
  public static List<@Nullable Object> none() {
    return Collections.nCopies(KEYS.size() + 1, null);
  }

  /// The figures of a row; what is null there is missing for the reason that its column `missing`
  /// tells.
  public static Readings readings(ArchiveRow row) {
    var missing = row.text("missing").orElse("");
    var readings = Readings.builder(Why.NOT_COLLECTED);
    KEYS.forEach(key -> put(readings, key, row, missing));
    return readings.build();
  }

  private static <T> void put(
      Readings.Builder readings, Key<T> key, ArchiveRow row, String missing) {
    var value = value(key, row);
    if (value.isPresent()) {
      readings.put(key, value.get());
    } else if (missing.contains("\"%s\": \"tracking-off\"".formatted(key.pasted()))) {
      readings.untracked(key);
    } else if (!missing.contains("\"%s\":".formatted(key.pasted()))) {
      readings.putNull(key);
    }
  }

  /// The value in the type of its key: the same that [#plain] takes apart.
  @SuppressWarnings("unchecked")
  private static <T> Optional<T> value(Key<T> key, ArchiveRow row) {
    var name = key.pasted();
    Optional<?> value =
        switch (key.unit()) {
          case ROWS -> key == TableKeys.RELTUPLES ? boxed(row.real(name)) : boxed(row.count(name));
          case PAGES -> boxed(row.count(name)).map(Pages::new);
          case BYTES -> boxed(row.count(name)).map(Bytes::new);
          case TRANSACTION_IDS, MULTIXACT_IDS -> boxed(row.count(name)).map(XidAge::new);
          case TIMES -> boxed(row.count(name));
          case TIME -> row.time(name);
          case DURATION, PERCENT -> boxed(row.real(name));
        };
    return (Optional<T>) value;
  }

  private static Optional<Long> boxed(OptionalLong count) {
    return count.isPresent() ? Optional.of(count.getAsLong()) : Optional.empty();
  }

  private static Optional<Double> boxed(OptionalDouble number) {
    return number.isPresent() ? Optional.of(number.getAsDouble()) : Optional.empty();
  }

  private static Field field(Key<?> key) {
    return new Field(
        key.pasted(),
        switch (key.unit()) {
          case ROWS -> key == TableKeys.RELTUPLES ? Field.Type.REAL : Field.Type.COUNT;
          case PAGES, BYTES, TRANSACTION_IDS, MULTIXACT_IDS, TIMES -> Field.Type.COUNT;
          case TIME -> Field.Type.TIME;
          case DURATION, PERCENT -> Field.Type.REAL;
        });
  }

  private static Reading<Object> plain(Reading<?> reading) {
    return switch (reading) {
      case Reading.Known<?>(var value, _) -> Reading.of(plain(value));
      case Reading.Missing<?>(var why) -> Reading.missing(why);
    };
  }

  private static Object plain(Object value) {
    return switch (value) {
      case Pages pages -> pages.count();
      case Bytes bytes -> bytes.count();
      case XidAge age -> age.count();
      case Long number -> number;
      case Double number -> number;
      case Instant time -> time;
      default -> throw new IllegalStateException("a figure of another kind: " + value);
    };
  }
}
