package org.vacuumadvisor.source;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Persistence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Known;
import org.vacuumadvisor.model.Reading.Missing;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.XidAge;

/// The rows of [Topic#TABLES]; the rows of other topics complete what they say of a [Relation].
final class TableMapping {
  private static final Reading<StorageParameters> NO_PARAMETERS =
      Reading.of(StorageParameters.NONE);

  /// The database of a relation, until its row has come.
  private static final long UNKNOWN = -1;

  private TableMapping() {}

  /// Empty for relations that vacuum passes by.
  static Optional<Relation> of(String database, Row row, TableColumns columns, Names names) {
    return row.text("relkind")
        .known()
        .flatMap(RelationKind::ofCode)
        .flatMap(kind ->
            row.count("oid").known().map(oid -> of(database, row, columns, names, oid, kind)));
  }

  private static Relation of(
      String database, Row row, TableColumns columns, Names names, long oid, RelationKind kind) {
    var schema = names.one(row.text("nspname").or(""));
    boolean isShared = row.flag("relisshared").or(false);
    return new Relation(
        new RelationKey(isShared ? RelationKey.SHARED : UNKNOWN, oid),
        new RelationName(database, schema, row.text("relname").or("")),
        kind,
        row.text("relpersistence")
            .known()
            .flatMap(Persistence::ofCode)
            .orElseGet(() -> Persistence.ofSchema(schema)),
        Server.USUAL_BLOCK_SIZE,
        storage(row),
        columns.read(row),
        parent(row),
        List.of(),
        List.of(),
        List.of());
  }

  /// Whether it is a TOAST table into which nothing was ever written, as half of all tables are of
  /// a server with many: it says nothing that its own table, whose age is no less, does not say.
  ///
  /// @param onDisk its size, where it was asked for
  static boolean isEmptyToast(Relation table, Reading<Bytes> onDisk, Map<Long, Relation> tables) {
    var owner = table.parent().isPresent() ? tables.get(table.parent().get()) : null;
    return table.kind() == RelationKind.TOAST
        && owner != null
        && (onDisk.isKnown()
            ? onDisk.is(Bytes.NONE::equals)
            : table.get(TableKeys.RELTUPLES).or(-1.0) == 0
                && table.get(TableKeys.RELPAGES).known().isEmpty())
        && table.get(TableKeys.N_TUP_INS).or(1L) == 0
        && table.storage().equals(NO_PARAMETERS)
        && isNoOlder(TableKeys.XID_AGE, table, owner)
        && isNoOlder(TableKeys.MULTIXACT_AGE, table, owner);
  }

  private static boolean isNoOlder(Key<XidAge> age, Relation table, Relation owner) {
    return table.get(age).is(its -> owner.get(age).is(each -> !its.exceeds(each)));
  }

  /// NULL stands for no storage parameters at all.
  private static Reading<StorageParameters> storage(Row row) {
    var options = row.text("reloptions");
    return options instanceof Missing<String>(Why why) && why != Why.NOT_APPLICABLE
        ? Reading.missing(why)
        : options instanceof Missing ? NO_PARAMETERS : Reading.of(OptionsText.parameters(options));
  }

  private static Optional<Long> parent(Row row) {
    return switch (row.count("toast_of")) {
      case Known<Long>(Long oid, _) -> Optional.of(oid);
      case Missing<Long> _ -> row.count("partition_of").known();
    };
  }
}
