package org.vacuumadvisor.source;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Column;
import org.vacuumadvisor.model.Extent;
import org.vacuumadvisor.model.FreezeAges;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Maintenance;
import org.vacuumadvisor.model.Persistence;
import org.vacuumadvisor.model.Population;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Known;
import org.vacuumadvisor.model.Reading.Missing;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.TupleSpace;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.XidAge;

/// What a row of [Topic#TABLES] says; the rows of other topics complete it to a [Relation].
///
/// @param shared whether all databases share it
record TableFacts(
    long oid,
    String schema,
    String name,
    RelationKind kind,
    Persistence persistence,
    boolean shared,
    Pages pages,
    Reading<Double> rows,
    Pages allVisible,
    Reading<Pages> allFrozen,
    Reading<FreezeAges> ages,
    StorageParameters parameters,
    Reading<Population> population,
    Activity activity,
    Maintenance maintenance,
    OptionalLong parent) {

  /// Where relations are, and what holds for all of them.
  ///
  /// @param countersKept whether `track_counts` is on
  record Place(long databaseOid, String database, int blockSize, boolean countersKept) {}

  /// Empty for relations that vacuum passes by.
  static Optional<TableFacts> of(Row row, Names names) {
    return row.text("relkind")
        .known()
        .flatMap(RelationKind::ofCode)
        .flatMap(kind -> row.count("oid").known().map(oid -> of(row, names, oid, kind)));
  }

  private static TableFacts of(Row row, Names names, long oid, RelationKind kind) {
    return new TableFacts(
        oid,
        names.one(row.text("nspname").or("")),
        row.text("relname").or(""),
        kind,
        row.text("relpersistence")
            .known()
            .flatMap(Persistence::ofCode)
            .orElse(Persistence.PERMANENT),
        row.flag("relisshared").or(false),
        pages(row, "relpages"),
        rows(row),
        pages(row, "relallvisible"),
        row.count("relallfrozen").map(TableFacts::unsigned),
        ages(row),
        OptionsText.parameters(row.text("reloptions")),
        population(row),
        activity(row),
        MaintenanceMapping.maintenance(row),
        parent(row));
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
        new Extent(pages, rows, allVisible, allFrozen, onDisk, place.blockSize(), measured),
        ages,
        parameters,
        place.countersKept() ? population : Reading.missing(Why.TRACKING_OFF),
        activity,
        maintenance,
        parent,
        references,
        indexes,
        columns);
  }

  /// A block number, which `pg_class` shows as a signed integer.
  static Pages pages(Row row, String column) {
    return row.count(column).map(TableFacts::unsigned).or(Pages.NONE);
  }

  /// -1 stands for a partitioned table that was analyzed, or for a block number we do not believe.
  private static Pages unsigned(long pages) {
    return new Pages(pages == -1 ? 0 : Integer.toUnsignedLong((int) pages));
  }

  /// `reltuples` of a relation never vacuumed or analyzed is -1 since 14; before, it was 0, as were
  /// its pages.
  static Reading<Double> rows(Row row) {
    var rows = row.real("reltuples");
    if (rows.equals(Reading.<Double>missing(Why.NOT_COLLECTED))) {
      return rows;
    }
    boolean unknown = rows.or(0.0) < 0 || (rows.or(1.0) == 0 && row.count("relpages").or(1L) == 0);
    return unknown ? Reading.missing(Why.NOT_APPLICABLE) : rows;
  }

  private static Reading<FreezeAges> ages(Row row) {
    var multixact = row.count("multixact_age").or(0L);
    return row.count("xid_age").map(age -> new FreezeAges(new XidAge(age), multixact));
  }

  private static Reading<Population> population(Row row) {
    var dead = row.count("n_dead_tup");
    return dead.map(count ->
        new Population(
            row.count("n_live_tup").or(0L),
            count,
            row.count("n_mod_since_analyze").or(0L),
            row.count("n_ins_since_vacuum")));
  }

  private static Activity activity(Row row) {
    var activity =
        new Activity(
            row.count("n_tup_ins").or(0L),
            row.count("n_tup_upd").or(0L),
            row.count("n_tup_hot_upd").or(0L),
            row.count("n_tup_del").or(0L),
            row.count("seq_scan").or(0L),
            row.count("seq_tup_read").or(0L),
            row.count("idx_scan").or(0L),
            row.count("idx_tup_fetch").or(0L),
            row.count("n_tup_newpage_upd"));
    boolean isNone = activity.written() + activity.sequentialScans() + activity.indexScans() == 0;
    return isNone ? Activity.NONE : activity;
  }

  private static OptionalLong parent(Row row) {
    return switch (row.count("toast_of")) {
      case Known<Long>(Long oid) -> OptionalLong.of(oid);
      case Missing<Long> _ ->
          row.count("partition_of").known().map(OptionalLong::of).orElseGet(OptionalLong::empty);
    };
  }
}
