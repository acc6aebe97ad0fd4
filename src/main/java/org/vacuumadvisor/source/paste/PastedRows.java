package org.vacuumadvisor.source.paste;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Excerpt.Figure;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.source.Sink;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Gathered;
import org.vacuumadvisor.source.paste.thing.Relname;
import org.vacuumadvisor.source.paste.thing.Tables;

/// Hands over what was gathered as rows, as any source does. What the mapping needs and the paste
/// lacks is derived where that is certain: an age from the newest transaction ID, a beginning from
/// a duration.
final class PastedRows {
  /// Above any real oid of a table that people show, below the 32-bit limit.
  private static final long FIRST_MADE_UP_OID = 3_000_000_000L;

  /// `MULTIXACT_MEMBERS_PER_PAGE` of 18 and before: 409 groups of four members.
  private static final long MEMBERS_A_PAGE = 1636;

  private static final String TOAST = "pg_toast_";

  private final Gathered gathered;
  private final Instant takenAt;
  private final String database;
  private final Map<RelationName, Map<String, Figure>> figures = new LinkedHashMap<>();
  private long nextOid = FIRST_MADE_UP_OID;

  /// @param database that the tables are of; empty if that is not told
  PastedRows(Gathered gathered, Instant takenAt, String database) {
    this.gathered = gathered;
    this.takenAt = takenAt;
    this.database = database;
  }

  /// The figures of each table by column, with their lines.
  Map<RelationName, Map<String, Figure>> figures() {
    return figures;
  }

  void into(Sink sink) {
    var queue = new LockQueue(gathered);
    if (!gathered.server().figures().isEmpty()) {
      hand(gathered.server(), Topic.SERVER, null, sink);
    }
    gathered.settings().values().forEach(each -> hand(each, Topic.SETTINGS, null, sink));
    databaseOfTables();
    gathered
        .databases()
        .values()
        .forEach(each -> {
          age(each, "datfrozenxid", "xid_age");
          left(each);
          hand(each, Topic.DATABASES, null, sink);
        });
    new VacuumSessions(gathered, takenAt).join();
    sessions(queue, sink);
    for (var each : gathered.others(Topic.PREPARED_TRANSACTIONS)) {
      age(each, "transaction", "xid_age");
      begin(each, "prepared_for", "prepared");
      each.putIfAbsent("database", database);
      hand(each, Topic.PREPARED_TRANSACTIONS, null, sink);
    }
    for (var each : gathered.others(Topic.REPLICATION_SLOTS)) {
      slot(each, sink);
    }
    for (var each : gathered.others(Topic.STANDBYS)) {
      age(each, "backend_xmin", "xmin_age");
      hand(each, Topic.STANDBYS, null, sink);
    }
    gathered.others(Topic.IO).forEach(each -> hand(each, Topic.IO, null, sink));
    gathered.others(Topic.CHECKPOINTS).forEach(each -> hand(each, Topic.CHECKPOINTS, null, sink));
    for (var each : gathered.others(Topic.MULTIXACTS)) {
      each.value("members_size")
          .map(bytes -> Long.parseLong(bytes) / 8192 * MEMBERS_A_PAGE)
          .ifPresent(members -> each.putIfAbsent("num_members", Long.toString(members)));
      hand(each, Topic.MULTIXACTS, null, sink);
    }
    gathered.others(Topic.WAL).forEach(each -> hand(each, Topic.WAL, null, sink));
    ownersOfIndexes();
    tablesOfProgress();
    tables(sink);
    indexes(sink);
    progress(sink);
    queue.rows(database).forEach(each -> hand(each, Topic.LOCKS, null, sink));
  }

  /// A database is at least as old as its oldest table.
  private void databaseOfTables() {
    if (database.isEmpty() || gathered.databases().containsKey(database)) {
      return;
    }
    gathered.tables().all().stream()
        .map(Tables.Named::entry)
        .filter(each -> each.value("xid_age").isPresent())
        .max(Comparator.comparingLong(each -> Long.parseLong(each.value("xid_age").orElse("0"))))
        .ifPresent(oldest -> {
          var entry = Entry.at(oldest.line());
          entry.put("datname", database, oldest.line());
          entry.put("xid_age", oldest.value("xid_age").orElse("0"), oldest.line());
          gathered.databases().put(database, entry);
        });
  }

  /// How many IDs are left tells how many were given out since the oldest: half of all lie ahead
  /// (`SetTransactionIdLimit()`).
  private static void left(Entry database) {
    database
        .value("xids_left")
        .map(each -> Integer.MAX_VALUE - Long.parseLong(each))
        .filter(each -> each >= 0)
        .ifPresent(each -> database.putIfAbsent("xid_age", Long.toString(each)));
    database.figures().remove("xids_left");
  }

  private void sessions(LockQueue queue, Sink sink) {
    for (var each : queue.workers()) {
      var worker = Entry.at(each.line());
      worker.figures().putAll(each.figures());
      Sessions.complete(worker, takenAt, database, gathered.xids());
      hand(worker, Topic.SESSIONS, null, sink);
    }
    if (gathered.shown().contains(Excerpt.Kind.SESSIONS)) {
      // the workers that do not show up are not there: the view was shown
      sink.open(Topic.SESSIONS, null, Entry.at(0).columns());
    }
    var vacuuming = new LinkedHashSet<String>();
    gathered
        .others(Topic.VACUUM_PROGRESS)
        .forEach(each -> each.value("pid").ifPresent(vacuuming::add));
    for (var each : gathered.others(Topic.SESSIONS)) {
      if (each.has("sessions") && each.has("wait_event")) {
        hand(each, Topic.SESSIONS, null, sink);
      }
      if (Sessions.isLooking(each) || each.has("sessions")) {
        continue;
      }
      Sessions.complete(each, takenAt, database, gathered.xids());
      if (each.value("pid").filter(vacuuming::contains).isPresent()) {
        each.putIfAbsent("vacuuming", "t");
      }
      hand(each, Topic.SESSIONS, null, sink);
    }
  }

  private void slot(Entry slot, Sink sink) {
    age(slot, "xmin", "xmin_age");
    age(slot, "catalog_xmin", "catalog_xmin_age");
    hand(slot, Topic.REPLICATION_SLOTS, null, sink);
  }

  private void tables(Sink sink) {
    for (var table : gathered.tables().all()) {
      var entry = table.entry();
      var schema = schema(table.schema(), table.name());
      figures.put(
          new RelationName(database, schema, table.name()), new LinkedHashMap<>(entry.figures()));
      CutOptions.mend(entry);
      entry.putIfAbsent("oid", Long.toString(nextOid++));
      age(entry, "relfrozenxid", "xid_age");
      entry.put("relname", table.name(), entry.line());
      entry.put("nspname", schema, entry.line());
      boolean isToast = table.name().startsWith(TOAST);
      entry.putIfAbsent("relkind", isToast ? "t" : "r");
      if (isToast) {
        gathered
            .tables()
            .ofOid(table.name().substring(TOAST.length()))
            .ifPresent(
                owner -> entry.putIfAbsent("toast_of", table.name().substring(TOAST.length())));
      }
      hand(counted(entry), Topic.TABLES, database, sink);
      if (entry.value("score").isPresent()) {
        entry.putIfAbsent("relid", entry.value("oid").orElse(""));
        hand(entry, Topic.SCORES, database, sink);
      }
      entry
          .value("main_bytes")
          .or(() -> entry.value("table_len"))
          .ifPresent(size -> {
            var row = Entry.at(entry.line());
            row.put("oid", entry.value("oid").orElse(""), entry.line());
            row.put("size_bytes", size, entry.line());
            hand(row, Topic.SIZES, database, sink);
          });
    }
  }

  /// Where no counter was shown, what `pgstattuple` counted stands for it.
  private static Entry counted(Entry entry) {
    var row = Entry.at(entry.line());
    row.add(entry);
    var counts = Map.of("dead_tuple_count", "n_dead_tup", "tuple_count", "reltuples");
    counts.forEach((measured, counter) ->
        entry.value(measured).ifPresent(each -> row.putIfAbsent(counter, each)));
    return row;
  }

  private static String schema(String told, String name) {
    if (!told.isEmpty()) {
      return told;
    }
    return name.startsWith(TOAST) ? "pg_toast" : name.startsWith("pg_") ? "pg_catalog" : "";
  }

  /// An index tells of a table even where nothing else does.
  private void ownersOfIndexes() {
    for (var entry : gathered.indexes().values()) {
      var owner = entry.value("relname").map(Relname::of);
      owner
          .filter(each -> gathered.tables().named(each.name()).isEmpty())
          .ifPresent(each ->
              gathered
                  .tables()
                  .add(
                      entry.value("schemaname").orElse(each.schema()),
                      each.name(),
                      Entry.at(entry.line())));
      if (owner.isEmpty() && gathered.tables().all().isEmpty()) {
        gathered
            .tables()
            .add(entry.value("schemaname").orElse(""), Paste.PLACEHOLDER, Entry.at(entry.line()));
      }
    }
  }

  /// Indexes of tables that are known; of others nothing could be said.
  private void indexes(Sink sink) {
    gathered
        .indexes()
        .forEach((name, entry) -> {
          var owner = entry.value("relname").map(each -> Relname.of(each).name());
          var table =
              owner
                  .flatMap(each -> gathered.tables().named(each))
                  .or(() -> entry.value("relid").flatMap(gathered.tables()::ofOid))
                  .or(() -> gathered.tables().only().flatMap(gathered.tables()::named));
          table.ifPresent(each -> noteSpace(each, name, entry));
          table
              .flatMap(each -> each.entry().value("oid"))
              .ifPresent(oid -> {
                entry.put("indrelid", oid, entry.line());
                entry.put("index_name", name, entry.line());
                entry.putIfAbsent("indexrelid", Long.toString(nextOid++));
                entry
                    .value("index_bytes")
                    .ifPresent(size ->
                        entry.putIfAbsent("relpages", Long.toString(Long.parseLong(size) / 8192)));
                hand(entry, Topic.INDEXES, database, sink);
              });
        });
  }

  /// The figures of an index are kept with its table's, with its name in front.
  private void noteSpace(Tables.Named table, String index, Entry entry) {
    var noted =
        figures.get(new RelationName(database, schema(table.schema(), table.name()), table.name()));
    if (noted != null) {
      entry.figures().forEach((column, figure) -> noted.put(index + "/" + column, figure));
    }
  }

  /// A table of which nothing is shown but that a vacuum is at it.
  private void tablesOfProgress() {
    for (var each : gathered.others(Topic.VACUUM_PROGRESS)) {
      each.value("relid")
          .filter(relation -> !relation.isEmpty() && !Character.isDigit(relation.charAt(0)))
          .map(Relname::of)
          .filter(relation -> gathered.tables().named(relation.name()).isEmpty())
          .ifPresent(relation ->
              gathered.tables().add(relation.schema(), relation.name(), Entry.at(each.line())));
    }
  }

  private void progress(Sink sink) {
    for (var each : gathered.others(Topic.VACUUM_PROGRESS)) {
      begin(each, "duration", "xact_start");
      each.value("relid")
          .filter(relation -> !Character.isDigit(relation.charAt(0)))
          .ifPresent(relation -> {
            var oid =
                gathered
                    .tables()
                    .named(Relname.of(relation).name())
                    .flatMap(table -> table.entry().value("oid"));
            each.put("relid", oid.orElse(""), each.line());
          });
      hand(each, Topic.VACUUM_PROGRESS, null, sink);
    }
  }

  /// The age of an ID, at least.
  private void age(Entry entry, String xid, String age) {
    if (!entry.has(age)) {
      entry
          .value(xid)
          .map(Long::parseLong)
          .map(gathered.xids()::age)
          .filter(each -> each.isPresent())
          .ifPresent(each -> entry.putIfAbsent(age, Long.toString(each.getAsLong())));
    }
  }

  private void begin(Entry entry, String duration, String since) {
    if (entry.value(since).isEmpty()) {
      seconds(entry.value(duration))
          .ifPresent(
              each -> entry.put(since, Figures.canonical(takenAt.minus(each)), entry.line()));
    }
  }

  static Optional<Duration> seconds(Optional<String> figure) {
    return figure.map(each -> Duration.ofMillis(Math.round(Double.parseDouble(each) * 1000)));
  }

  private static void hand(Entry entry, Topic topic, @Nullable String database, Sink sink) {
    sink.open(topic, database, entry.columns()).accept(entry.cells());
  }
}
