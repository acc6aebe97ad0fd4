package org.vacuumadvisor.model;

import java.util.List;
import java.util.OptionalLong;
import org.vacuumadvisor.postgres.StorageParameters;

/// A table, TOAST table, materialized view or partitioned table, with all we know of it.
///
/// @param persistence `relpersistence`; missing where neither it nor the schema's name tells
/// @param blockSize bytes a page
/// @param storage `reloptions`; missing where nobody showed them
/// @param readings its figures
/// @param parent what it is a part of: the table of a TOAST table, or a partition's parent
/// @param references the tables its foreign keys point at, by oid
/// @param columns empty where the source did not collect them
public record Relation(
    RelationKey key,
    RelationName name,
    RelationKind kind,
    Reading<Persistence> persistence,
    int blockSize,
    Reading<StorageParameters> storage,
    Readings readings,
    OptionalLong parent,
    List<Long> references,
    List<Index> indexes,
    List<Column> columns) {
  /// `FirstNormalObjectId` in `transam.h`: below it, initdb made it.
  private static final long FIRST_NORMAL_OID = 16384;

  private static final String TOAST = "pg_toast_";
  private static final String FIRST_NORMAL_TOAST = TOAST + FIRST_NORMAL_OID;

  public Relation {
    references = List.copyOf(references);
    indexes = List.copyOf(indexes);
    columns = List.copyOf(columns);
  }

  /// The same relation with other figures.
  public Relation with(Readings other) {
    return new Relation(
        key,
        name,
        kind,
        persistence,
        blockSize,
        storage,
        other,
        parent,
        references,
        indexes,
        columns);
  }

  /// A figure, or why it is missing.
  public <T> Reading<T> get(Key<T> figure) {
    return readings.get(figure);
  }

  /// Its storage parameters as far as they are known.
  public StorageParameters parameters() {
    return storage.or(StorageParameters.NONE);
  }

  /// Its size. Where a figure is not known, none: rules ask for the figures themselves.
  public Extent extent() {
    return FigureGroups.extent(readings, blockSize);
  }

  /// Missing for a partitioned table, which has no storage.
  public Reading<FreezeAges> ages() {
    return FigureGroups.ages(readings);
  }

  public Reading<Population> population() {
    return FigureGroups.population(readings);
  }

  /// What was done to it. Where a counter is not known, 0: rules ask for the counters themselves.
  public Activity activity() {
    return FigureGroups.activity(readings);
  }

  public Maintenance maintenance() {
    return FigureGroups.maintenance(readings);
  }

  /// Whether it belongs to PostgreSQL itself: a catalog or its TOAST table, or the information
  /// schema.
  public boolean isSystem() {
    return key.oid() < FIRST_NORMAL_OID
        || switch (name.schema()) {
          case "pg_catalog", "information_schema" -> true;
          case "pg_toast" -> isToastOfSystem();
          default -> false;
        };
  }

  /// A TOAST table is named for the oid of its table. Asked very often.
  private boolean isToastOfSystem() {
    if (parent.isPresent()) {
      return parent.getAsLong() < FIRST_NORMAL_OID;
    }
    int more = name.name().length() - FIRST_NORMAL_TOAST.length();
    return name.name().startsWith(TOAST)
        && (more < 0 || (more == 0 && name.name().compareTo(FIRST_NORMAL_TOAST) < 0));
  }

  /// Whether it is a catalog that all databases share; its name tells the database it was seen in.
  public boolean isShared() {
    return key.databaseOid() == RelationKey.SHARED;
  }

  /// Whether it is known to belong to one session.
  public boolean isTemporary() {
    return persistence instanceof Reading.Known<Persistence>(var known, _)
        && known == Persistence.TEMPORARY;
  }

  /// Whether autovacuum may come to it: not to temporary tables, not to partitioned ones.
  public boolean isAutovacuumed() {
    return kind != RelationKind.PARTITIONED_TABLE && !isTemporary();
  }
}
