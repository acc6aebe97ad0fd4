package org.vacuumadvisor.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Share;

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
    Optional<Long> parent,
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

  /// By its key alone: what is known of many indexes is not gone through for each finding.
  @Override
  public int hashCode() {
    return key.hashCode();
  }

  /// The same relation, known to lie in a schema.
  public Relation inSchema(String schema) {
    return with(new RelationName(name.database(), schema, name.name()), readings);
  }

  /// The same relation with other figures.
  public Relation with(Readings other) {
    return with(name, other);
  }

  private Relation with(RelationName called, Readings figures) {
    return new Relation(
        key,
        called,
        kind,
        persistence,
        blockSize,
        storage,
        figures,
        parent,
        references,
        indexes,
        columns);
  }

  public Optional<RelationKey> parentKey() {
    return parent.map(oid -> new RelationKey(key.databaseOid(), oid));
  }

  /// A figure, or why it is missing.
  public <T> Reading<T> get(Key<T> figure) {
    return readings.get(figure);
  }

  /// Its storage parameters as far as they are known.
  public StorageParameters parameters() {
    return storage.or(StorageParameters.NONE);
  }

  /// A counter for charts and simulation. Where it is not known, 0: rules ask for the counter
  /// itself.
  public long counted(Key<Long> counter) {
    return get(counter).or(0L);
  }

  /// The best figure for the size of the main fork: of `pg_class` as of the last VACUUM, ANALYZE or
  /// CREATE INDEX where the file itself was not read.
  public Reading<Bytes> heapSize() {
    var onDisk = get(TableKeys.MAIN_BYTES);
    return onDisk.isKnown() ? onDisk : get(TableKeys.RELPAGES).map(pages -> pages.bytes(blockSize));
  }

  /// The same in pages.
  public Reading<Pages> heapPages() {
    return heapSize().map(bytes -> new Pages(bytes.count() / blockSize));
  }

  /// The pages that are not known to be frozen: before 18 nobody counts frozen ones.
  public Reading<Pages> unfrozenPages() {
    long frozen = get(TableKeys.RELALLFROZEN).or(Pages.NONE).count();
    return heapPages().map(all -> new Pages(Math.max(0, all.count() - frozen)));
  }

  /// The share of pages that the visibility map marks all-visible: index-only scans and vacuum may
  /// pass those by. Of an empty table, everything.
  public Reading<Share> visibleShare() {
    return Reading.both(
        get(TableKeys.RELALLVISIBLE),
        heapPages(),
        "share",
        (visible, all) ->
            all.count() == 0
                ? Share.ALL
                : new Share(Math.min(1, (double) visible.count() / (double) all.count())));
  }

  /// Missing for a partitioned table, which has no storage.
  public Reading<FreezeAges> ages() {
    return get(TableKeys.XID_AGE).map(age -> new FreezeAges(age, get(TableKeys.MULTIXACT_AGE)));
  }

  /// What was done to it. Where a counter is not known, 0: rules ask for the counters themselves.
  public Activity activity() {
    return new Activity(
        counted(TableKeys.N_TUP_INS),
        counted(TableKeys.N_TUP_UPD),
        counted(TableKeys.N_TUP_HOT_UPD),
        counted(TableKeys.N_TUP_DEL),
        counted(TableKeys.SEQ_SCAN),
        counted(TableKeys.SEQ_TUP_READ),
        counted(TableKeys.IDX_SCAN),
        counted(TableKeys.IDX_TUP_FETCH),
        get(TableKeys.N_TUP_NEWPAGE_UPD));
  }

  /// The last vacuum of either kind.
  public Optional<Instant> vacuumedLast() {
    return Reading.most(Stream.of(get(TableKeys.LAST_VACUUM), get(TableKeys.LAST_AUTOVACUUM)));
  }

  /// The last analyze of either kind.
  public Optional<Instant> analyzedLast() {
    return Reading.most(Stream.of(get(TableKeys.LAST_ANALYZE), get(TableKeys.LAST_AUTOANALYZE)));
  }

  /// `total_vacuum_time` and `total_autovacuum_time` together, since 18.
  public Reading<Duration> vacuumTime() {
    var manual = get(TableKeys.TOTAL_VACUUM_TIME);
    return get(TableKeys.TOTAL_AUTOVACUUM_TIME)
        .known()
        .map(automatic -> manual.map(automatic::plus))
        .orElse(manual);
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
      return parent.get() < FIRST_NORMAL_OID;
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
