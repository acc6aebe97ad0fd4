package org.vacuumadvisor.fleet.archive;

import java.util.List;
import java.util.Optional;
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
  private static final List<Key<?>> KEYS = TableKeys.ALL.stream().filter(Key::isArchived).toList();

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
  @SuppressWarnings("unchecked") // a key's unit tells its type
  private static <T> Optional<T> value(Key<T> key, ArchiveRow row) {
    return (Optional<T>)
        Optional.ofNullable(row.value(key.pasted()))
            .map(cell ->
                switch (key.unit()) {
                  case PAGES -> new Pages((Long) cell);
                  case BYTES -> new Bytes((Long) cell);
                  case TRANSACTION_IDS, MULTIXACT_IDS -> new XidAge((Long) cell);
                  case TIME -> row.time(key.pasted()).orElseThrow();
                  case ROWS, TIMES, DURATION, PERCENT -> cell;
                });
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
