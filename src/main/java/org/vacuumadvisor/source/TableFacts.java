package org.vacuumadvisor.source;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Column;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Persistence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Known;
import org.vacuumadvisor.model.Reading.Missing;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Readings;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.TupleSpace;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.XidAge;

/// What a row of [Topic#TABLES] says; the rows of other topics complete it to a [Relation].
///
/// @param shared whether all databases share it
record TableFacts(
    long oid,
    String schema,
    String name,
    RelationKind kind,
    Reading<Persistence> persistence,
    boolean shared,
    Reading<StorageParameters> storage,
    Readings readings,
    OptionalLong parent) {
  private static final Reading<StorageParameters> NO_PARAMETERS =
      Reading.of(StorageParameters.NONE);

  /// What the server counts only with `track_counts`.
  private static final List<Key<Long>> COUNTED =
      List.of(
          TableKeys.N_LIVE_TUP,
          TableKeys.N_DEAD_TUP,
          TableKeys.N_MOD_SINCE_ANALYZE,
          TableKeys.N_INS_SINCE_VACUUM);

  /// Where relations are, and what holds for all of them.
  ///
  /// @param countersKept whether `track_counts` is on
  record Place(long databaseOid, String database, int blockSize, boolean countersKept) {}

  /// Empty for relations that vacuum passes by.
  static Optional<TableFacts> of(Row row, TableColumns columns, Names names) {
    return row.text("relkind")
        .known()
        .flatMap(RelationKind::ofCode)
        .flatMap(kind -> row.count("oid").known().map(oid -> of(row, columns, names, oid, kind)));
  }

  private static TableFacts of(
      Row row, TableColumns columns, Names names, long oid, RelationKind kind) {
    return new TableFacts(
        oid,
        names.one(row.text("nspname").or("")),
        row.text("relname").or(""),
        kind,
        row.text("relpersistence")
            .known()
            .flatMap(Persistence::ofCode)
            .orElseGet(() -> Persistence.ofSchema(row.text("nspname").or(""))),
        row.flag("relisshared").or(false),
        storage(row),
        columns.read(row),
        parent(row));
  }

  /// Whether it is a TOAST table into which nothing was ever written, as half of all tables are of
  /// a server with many: it says nothing that its own table, whose age is no less, does not say.
  ///
  /// @param onDisk its size, where it was asked for
  boolean isEmptyToast(@Nullable Bytes onDisk, Map<Long, TableFacts> tables) {
    var owner = parent.isPresent() ? tables.get(parent.getAsLong()) : null;
    return kind == RelationKind.TOAST
        && owner != null
        && (onDisk == null
            ? readings.get(TableKeys.RELTUPLES).or(-1.0) == 0
                && readings.get(TableKeys.RELPAGES).known().isEmpty()
            : onDisk.equals(Bytes.NONE))
        && readings.get(TableKeys.N_TUP_INS).or(1L) == 0
        && storage.equals(NO_PARAMETERS)
        && isNoOlder(TableKeys.XID_AGE, owner)
        && isNoOlder(TableKeys.MULTIXACT_AGE, owner);
  }

  private boolean isNoOlder(Key<XidAge> age, TableFacts owner) {
    var its = readings.get(age).known();
    return its.isPresent()
        && owner.readings.get(age).known().filter(each -> !its.get().exceeds(each)).isPresent();
  }

  /// NULL stands for no storage parameters at all.
  private static Reading<StorageParameters> storage(Row row) {
    var options = row.text("reloptions");
    return options instanceof Missing<String>(Why why) && why != Why.NOT_APPLICABLE
        ? Reading.missing(why)
        : options instanceof Missing ? NO_PARAMETERS : Reading.of(OptionsText.parameters(options));
  }

  Relation relation(
      Place place,
      Reading<Bytes> onDisk,
      Reading<TupleSpace> measured,
      List<Long> references,
      List<Index> indexes,
      List<Column> columns) {
    return new Relation(
        new RelationKey(shared ? RelationKey.SHARED : place.databaseOid(), oid),
        new RelationName(place.database(), schema, name),
        kind,
        persistence,
        place.blockSize(),
        storage,
        readings(place, onDisk, measured),
        parent,
        references,
        indexes,
        columns);
  }

  private Readings readings(Place place, Reading<Bytes> onDisk, Reading<TupleSpace> measured) {
    if (place.countersKept() && onDisk.known().isEmpty() && measured.known().isEmpty()) {
      return readings;
    }
    var all = readings.copy();
    if (!place.countersKept()) {
      all.untracked(COUNTED);
    }
    onDisk.known().ifPresent(bytes -> all.put(TableKeys.MAIN_BYTES, bytes));
    measured.known().ifPresent(space -> space.putInto(all));
    return all.build();
  }

  private static OptionalLong parent(Row row) {
    return switch (row.count("toast_of")) {
      case Known<Long>(Long oid, _) -> OptionalLong.of(oid);
      case Missing<Long> _ ->
          row.count("partition_of").known().map(OptionalLong::of).orElseGet(OptionalLong::empty);
    };
  }
}
