package org.vacuumadvisor.diagnosis.rule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Column;
import org.vacuumadvisor.model.Extent;
import org.vacuumadvisor.model.FreezeAges;
import org.vacuumadvisor.model.Grouped;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.IndexKeys;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Maintenance;
import org.vacuumadvisor.model.Persistence;
import org.vacuumadvisor.model.Population;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Readings;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.XidAge;

/// A table: vacuumed an hour ago, 100 rows a page, nothing dead.
public final class TableGiven {
  private final String name;
  private final Map<String, String> parameters = new HashMap<>();
  private RelationKind kind = RelationKind.TABLE;
  private Persistence persistence = Persistence.PERMANENT;
  private double rows = 1_000;
  private Optional<Long> pages = Optional.empty();
  private long allVisible;
  private long live = -1;
  private long dead;
  private Reading<Long> insertedSinceVacuum = Reading.of(0L);
  private Activity activity = Activity.NONE;
  private String schema = "public";
  private long modifiedSinceAnalyze;
  private long database = Given.SHOP_OID;
  private boolean counted = true;
  private Optional<Long> parent = Optional.empty();
  private Reading<Instant> analyzed = Reading.missing(Why.NOT_APPLICABLE);
  private long allFrozen;
  private long multixactAge;
  private List<Index> indexes = List.of();
  private List<Column> columns = List.of();
  private long age = 1_000;
  private Reading<Instant> vacuumed = Reading.of(Given.NOW.minus(Duration.ofHours(1)));
  private long autovacuums = 1;
  private long autoanalyzes;
  private boolean parametersShown = true;
  private final List<Key<?>> hidden = new ArrayList<>();
  private final List<Consumer<Readings.Builder>> shown = new ArrayList<>();

  TableGiven(String name) {
    this.name = name;
  }

  /// A catalog that all databases share.
  public TableGiven shared() {
    database = RelationKey.SHARED;
    return this;
  }

  public TableGiven kind(RelationKind other) {
    kind = other;
    return this;
  }

  public TableGiven temporary() {
    persistence = Persistence.TEMPORARY;
    return this;
  }

  public TableGiven inSchema(String other) {
    schema = other;
    return this;
  }

  public TableGiven partOf(long oid) {
    parent = Optional.of(oid);
    return this;
  }

  /// Never vacuumed or analyzed as far as `pg_class` knows.
  public TableGiven rowsUnknown() {
    rows = -1;
    return this;
  }

  /// No row of `pg_stat_all_tables` was read.
  public TableGiven notCounted() {
    counted = false;
    return this;
  }

  public TableGiven modifiedSinceAnalyze(long count) {
    modifiedSinceAnalyze = count;
    return this;
  }

  public TableGiven analyzed(Instant at) {
    analyzed = Reading.of(at);
    return this;
  }

  public TableGiven allFrozen(long count) {
    allFrozen = count;
    return this;
  }

  public TableGiven multixactAge(long count) {
    multixactAge = count;
    return this;
  }

  public TableGiven indexed() {
    return indexed("btree");
  }

  /// One index of this access method.
  public TableGiven indexed(String method) {
    indexes =
        List.of(
            index(30_000, name + "_pkey", method, new Pages(100), Reading.of(true), List.of(1)));
    return this;
  }

  /// Another B-tree, on columns by number.
  public TableGiven index(String index, long pages, Integer... columns) {
    var more = new ArrayList<>(indexes);
    more.add(
        index(
            30_000 + more.size(),
            index,
            "btree",
            new Pages(pages),
            Reading.of(false),
            List.of(columns)));
    indexes = more;
    return this;
  }

  /// The last index is left over from a build that failed.
  public TableGiven invalid() {
    return last(false, false);
  }

  /// The last index has a condition.
  public TableGiven partial() {
    return last(true, true);
  }

  /// The last index has the same definition as the one of this oid, which is to stay.
  public TableGiven sameAs(long oid) {
    var more = new ArrayList<>(indexes);
    var last = more.removeLast();
    var figures = Readings.builder(Why.NOT_COLLECTED);
    last.get(IndexKeys.RELPAGES).known().ifPresent(size -> figures.put(IndexKeys.RELPAGES, size));
    more.add(last.with(figures.put(IndexKeys.SAME_AS, oid).build()));
    indexes = more;
    return this;
  }

  private TableGiven last(boolean valid, boolean partial) {
    var more = new ArrayList<>(indexes);
    var last = more.removeLast();
    more.add(
        new Index(
            last.oid(),
            last.name(),
            last.method(),
            last.unique(),
            last.primary(),
            Reading.of(valid),
            Reading.of(partial),
            last.keyColumns(),
            last.columns(),
            last.parameters(),
            last.readings()));
    indexes = more;
    return this;
  }

  private Index index(
      long oid,
      String called,
      String method,
      Pages size,
      Reading<Boolean> unique,
      List<Integer> numbers) {
    return new Index(
        oid,
        called,
        method,
        unique,
        unique,
        Reading.of(true),
        Reading.of(false),
        Reading.of(numbers),
        Reading.missing(Why.NOT_COLLECTED),
        StorageParameters.NONE,
        Readings.builder(Why.NOT_COLLECTED)
            .put(IndexKeys.RELPAGES, size)
            .put(IndexKeys.RELTUPLES, rows)
            .put(IndexKeys.IDX_SCAN, 0L)
            .put(IndexKeys.IDX_TUP_READ, 0L)
            .build());
  }

  /// Columns `c1`, `c2`, … of type `bigint`, each value once.
  public TableGiven bigints(int count) {
    return bigints(count, Reading.of(8));
  }

  /// The same with this to say about their widths.
  public TableGiven bigints(int count, Reading<Integer> width) {
    columns =
        IntStream.rangeClosed(1, count)
            .mapToObj(number ->
                new Column(
                    number,
                    "int8",
                    8,
                    "d",
                    false,
                    width,
                    width.map(_ -> 0.0),
                    width.map(_ -> -1.0)))
            .toList();
    return this;
  }

  public TableGiven rows(double count) {
    rows = count;
    return this;
  }

  public TableGiven pages(long count) {
    pages = Optional.of(count);
    return this;
  }

  public TableGiven allVisible(long count) {
    allVisible = count;
    return this;
  }

  public TableGiven live(long count) {
    live = count;
    return this;
  }

  public TableGiven dead(long count) {
    dead = count;
    return this;
  }

  public TableGiven insertedSinceVacuum(long count) {
    insertedSinceVacuum = Reading.of(count);
    return this;
  }

  public TableGiven written(long inserted, long updated, long deleted) {
    activity = Grouped.activity(inserted, updated, 0, deleted, 0, 0, 0, 0);
    return this;
  }

  /// All counters of `pg_stat_all_tables`.
  public TableGiven activity(Activity all) {
    activity = all;
    return this;
  }

  /// Updates, of which some were HOT and some went to another page.
  public TableGiven updated(long updated, long hot, long newPage) {
    activity = new Activity(0, updated, hot, 0, 0, 0, 0, 0, Reading.of(newPage));
    return this;
  }

  public TableGiven autoanalyzes(long count) {
    autoanalyzes = count;
    return this;
  }

  public TableGiven age(long count) {
    age = count;
    return this;
  }

  public TableGiven with(String parameter, String value) {
    parameters.put(parameter, value);
    return this;
  }

  public TableGiven vacuumed(Instant at) {
    vacuumed = Reading.of(at);
    return this;
  }

  public TableGiven autovacuums(long count) {
    autovacuums = count;
    return this;
  }

  public TableGiven neverVacuumed() {
    vacuumed = Reading.missing(Why.NOT_APPLICABLE);
    autovacuums = 0;
    return this;
  }

  /// Nobody showed these figures.
  public TableGiven without(Key<?>... some) {
    hidden.addAll(List.of(some));
    return this;
  }

  /// Nobody showed its storage parameters.
  public TableGiven withoutParameters() {
    parametersShown = false;
    return this;
  }

  /// A figure that queries or people compute.
  public <T> TableGiven with(Key<T> key, T value) {
    shown.add(readings -> readings.put(key, value));
    return this;
  }

  Relation relation(long oid) {
    var whole = whole(oid);
    var readings = whole.readings().copy();
    hidden.forEach(readings::take);
    shown.forEach(each -> each.accept(readings));
    return new Relation(
        whole.key(),
        whole.name(),
        whole.kind(),
        whole.persistence(),
        whole.blockSize(),
        parametersShown ? whole.storage() : Reading.missing(Why.NOT_COLLECTED),
        readings.build(),
        whole.parent(),
        whole.references(),
        whole.indexes(),
        whole.columns());
  }

  private Relation whole(long oid) {
    long size = pages.orElse((long) Math.max(0, Math.ceil(rows / 100)));
    return new Relation(
        new RelationKey(database, oid),
        new RelationName(Given.SHOP, schema, name),
        kind,
        Reading.of(persistence),
        Given.BLOCK_SIZE,
        Reading.of(new StorageParameters(parameters)),
        Grouped.readings(
            new Extent(
                Reading.of(new Pages(size)),
                rows < 0 ? Reading.missing(Why.NOT_APPLICABLE) : Reading.of(rows),
                Reading.of(new Pages(allVisible)),
                Reading.of(new Pages(allFrozen)),
                Reading.missing(Why.NOT_COLLECTED)),
            Reading.of(new FreezeAges(new XidAge(age), new XidAge(multixactAge))),
            counted
                ? Reading.of(
                    new Population(
                        Reading.of(live < 0 ? (long) Math.max(0, rows) : live),
                        dead,
                        Reading.of(modifiedSinceAnalyze),
                        insertedSinceVacuum))
                : Reading.missing(Why.NOT_COLLECTED),
            activity,
            new Maintenance(
                Reading.missing(Why.NOT_APPLICABLE),
                vacuumed,
                Reading.missing(Why.NOT_APPLICABLE),
                analyzed,
                0,
                autovacuums,
                0,
                autoanalyzes,
                Reading.missing(Why.OLDER_SERVER))),
        parent,
        List.of(),
        indexes,
        columns);
  }
}
