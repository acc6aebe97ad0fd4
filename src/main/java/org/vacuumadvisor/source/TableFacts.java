package org.vacuumadvisor.source;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
            .map(Reading::of)
            .orElseGet(() -> Persistence.ofSchema(row.text("nspname").or(""))),
        row.flag("relisshared").or(false),
        storage(row),
        columns.read(row),
        parent(row));
  }

  /// NULL stands for no storage parameters at all.
  private static Reading<StorageParameters> storage(Row row) {
    var options = row.text("reloptions");
    return options instanceof Missing<String>(Why why) && why != Why.NOT_APPLICABLE
        ? Reading.missing(why)
        : Reading.of(OptionsText.parameters(options));
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
