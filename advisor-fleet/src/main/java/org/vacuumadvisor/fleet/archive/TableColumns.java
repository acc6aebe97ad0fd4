package org.vacuumadvisor.fleet.archive;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.vacuumadvisor.fleet.archive.Dataset.Field;
import org.vacuumadvisor.model.Key;
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

  /// Puts the figures of a table into its row.
  public static Cells put(Relation relation, Cells cells) {
    KEYS.forEach(key -> cells.put(key.pasted(), relation.get(key)));
    return cells;
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

  /// The value in the type of its key.
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
}
