package org.vacuumadvisor.source.paste;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Excerpt.Figure;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.postgres.ParsedBoolean;
import org.vacuumadvisor.source.Sink;
import org.vacuumadvisor.source.Topic;

/// Hands over what was gathered as rows, as any source does. What the mapping needs and the paste
/// lacks is derived where that is certain: an age from the newest transaction ID, a beginning from
/// a duration.
final class PastedRows {
  /// Above any real oid of a table that people show, below the 32-bit limit.
  private static final long FIRST_MADE_UP_OID = 3_000_000_000L;

  /// `MULTIXACT_MEMBERS_PER_PAGE` of 18 and before: 409 groups of four members.
  private static final long MEMBERS_A_PAGE = 1636;

  private static final int BLOCK = 8192;
  static final String TOAST = "pg_toast_";

  private final PastedFacts gathered;
  private final String database;
  private final Sessions sessions;
  private final Sink sink;
  private final Map<RelationName, Map<String, Figure>> figures = new LinkedHashMap<>();
  private long nextOid = FIRST_MADE_UP_OID;

  /// @param database that the tables are of; empty if that is not told
  PastedRows(PastedFacts gathered, String database, Sink sink) {
    this.gathered = gathered;
    this.database = database;
    this.sink = sink;
    this.sessions = new Sessions(gathered, database);
  }

  /// Hands over everything.
  ///
  /// @return the figures of each table by column, with their lines
  Map<RelationName, Map<String, Figure>> send() {
    var queue = new LockQueue(gathered);
    var xids = gathered.xids;
    if (!gathered.server.figures().isEmpty()) {
      hand(gathered.server, Topic.SERVER);
    }
    gathered.settings.values().forEach(each -> hand(each, Topic.SETTINGS));
    databaseOfTables();
    for (var each : gathered.databases.values()) {
      xids.age(each, "datfrozenxid", "xid_age");
      left(each);
      hand(each, Topic.DATABASES);
    }
    sessions.join();
    sessions(queue);
    for (var each : gathered.others(Topic.PREPARED_TRANSACTIONS)) {
      xids.age(each, "transaction", "xid_age");
      sessions.begin(each, "prepared_for", "prepared");
      each.putIfAbsent("database", database);
    }
    for (var each : gathered.others(Topic.REPLICATION_SLOTS)) {
      xids.age(each, "xmin", "xmin_age");
      xids.age(each, "catalog_xmin", "catalog_xmin_age");
    }
    gathered.others(Topic.STANDBYS).forEach(each -> xids.age(each, "backend_xmin", "xmin_age"));
    for (var each : gathered.others(Topic.MULTIXACTS)) {
      each.value("members_size")
          .map(bytes -> Long.parseLong(bytes) / BLOCK * MEMBERS_A_PAGE)
          .ifPresent(members -> each.putIfAbsent("num_members", Long.toString(members)));
    }
    for (var topic :
        List.of(
            Topic.PREPARED_TRANSACTIONS,
            Topic.REPLICATION_SLOTS,
            Topic.STANDBYS,
            Topic.IO,
            Topic.CHECKPOINTS,
            Topic.MULTIXACTS,
            Topic.WAL)) {
      gathered.others(topic).forEach(each -> hand(each, topic));
    }
    ownersOfIndexes();
    tablesOfProgress();
    gathered.tables.all().forEach(this::table);
    gathered.indexes.forEach(this::index);
    progress();
    queue.rows(database).forEach(each -> hand(each, Topic.LOCKS));
    return figures;
  }

  /// A database is at least as old as its oldest table.
  private void databaseOfTables() {
    if (!database.isEmpty() && !gathered.databases.containsKey(database)) {
      gathered.tables.all().stream()
          .map(Tables.Named::entry)
          .filter(each -> each.value("xid_age").isPresent())
          .max(Comparator.comparingLong(each -> Long.parseLong(each.text("xid_age"))))
          .map(each -> Entry.at(each.line(), "datname", database, "xid_age", each.text("xid_age")))
          .ifPresent(oldest -> gathered.databases.put(database, oldest));
    }
  }

  /// How many IDs are left tells how many were given out since the oldest: half of all lie ahead
  /// (`SetTransactionIdLimit()`). A share of `autovacuum_freeze_max_age` does where that is shown.
  private void left(Entry database) {
    var limit = gathered.settings.getOrDefault("autovacuum_freeze_max_age", Entry.at(0));
    Stream.of(database.value("age_percent_of_freeze_max_age"))
        .flatMap(share -> share.stream())
        .filter(_ -> limit.value("setting").isPresent())
        .map(share -> Double.parseDouble(share) / 100 * Double.parseDouble(limit.text("setting")))
        .forEach(age -> database.putIfAbsent("xid_age", Long.toString(Math.round(age))));
    database
        .value("xids_left")
        .map(each -> Integer.MAX_VALUE - Long.parseLong(each))
        .filter(each -> each >= 0)
        .ifPresent(each -> database.putIfAbsent("xid_age", Long.toString(each)));
    database.figures().remove("xids_left");
  }

  private void sessions(LockQueue queue) {
    for (var each : queue.unlisted()) {
      sessions.complete(each);
      queue.complete(each);
      hand(each, Topic.SESSIONS);
    }
    if (gathered.shown.contains(Excerpt.Kind.SESSIONS)) {
      // the workers that do not show up are not there: the view was shown
      sink.open(Topic.SESSIONS, null, Entry.at(0).columns());
    }
    var vacuuming = new LinkedHashSet<String>();
    gathered.others(Topic.VACUUM_PROGRESS).forEach(each -> vacuuming.add(each.text("pid")));
    for (var each : gathered.others(Topic.SESSIONS)) {
      boolean areCounted = each.has("sessions");
      if (!areCounted && !Sessions.isLooking(each) && !each.has("ended")) {
        sessions.complete(each);
        if (each.value("pid").filter(vacuuming::contains).isPresent()) {
          each.putIfAbsent("vacuuming", "t");
        }
        queue.complete(each);
        hand(each, Topic.SESSIONS);
      } else if (areCounted && each.has("wait_event")) {
        hand(each, Topic.SESSIONS);
      }
    }
  }

  private RelationName name(Tables.Named table) {
    var name = table.name();
    var schema =
        !table.schema().isEmpty()
            ? table.schema()
            : name.startsWith(TOAST) ? "pg_toast" : name.startsWith("pg_") ? "pg_catalog" : "";
    return new RelationName(database, schema, name);
  }

  private void table(Tables.Named table) {
    var entry = table.entry();
    figures.put(name(table), new LinkedHashMap<>(entry.figures()));
    wholeOptions(entry);
    entry.putIfAbsent("oid", Long.toString(nextOid++));
    gathered.xids.age(entry, "relfrozenxid", "xid_age");
    entry.put("relname", table.name());
    entry.put("nspname", name(table).schema());
    boolean isToast = table.name().startsWith(TOAST);
    entry.putIfAbsent("relkind", isToast ? "t" : "r");
    if (isToast) {
      var owner = table.name().substring(TOAST.length());
      gathered.tables.ofOid(owner).ifPresent(_ -> entry.putIfAbsent("toast_of", owner));
    }
    // where no counter was shown, what pgstattuple counted stands for it
    var row = Entry.at(entry.line());
    row.add(entry);
    entry.value("dead_tuple_count").ifPresent(each -> row.putIfAbsent("n_dead_tup", each));
    entry.value("tuple_count").ifPresent(each -> row.putIfAbsent("reltuples", each));
    hand(row, Topic.TABLES);
    if (entry.value("score").isPresent()) {
      entry.putIfAbsent("relid", entry.text("oid"));
      hand(entry, Topic.SCORES);
    }
    entry
        .value("main_bytes")
        .or(() -> entry.value("table_len"))
        .ifPresent(size ->
            hand(
                Entry.at(entry.line(), "oid", entry.text("oid"), "size_bytes", size), Topic.SIZES));
  }

  /// Of `reloptions` a narrow column may show the beginning alone:
  /// `{autovacuum_enabled=off,fillf…`. That autovacuum is off no other parameter takes back. Of the
  /// others it is not known whether more was set, so none of them is.
  private static void wholeOptions(Entry table) {
    var shown = table.text("reloptions");
    if (shown.startsWith("{") && !shown.endsWith("}")) {
      var line = table.figures().remove("reloptions");
      var elements = List.of(shown.substring(1).split(",", -1));
      elements.subList(0, elements.size() - 1).stream()
          .filter(each -> each.startsWith("autovacuum_enabled="))
          .filter(each ->
              ParsedBoolean.of(each.substring(each.indexOf('=') + 1)).filter(on -> !on).isPresent())
          .forEach(off -> table.put("reloptions", "{" + off + "}", line == null ? 0 : line.line()));
    }
  }

  /// An index tells of a table even where nothing else does.
  private void ownersOfIndexes() {
    for (var entry : gathered.indexes.values()) {
      var owner = entry.value("relname").map(Relname::of);
      boolean isNew =
          owner.filter(each -> gathered.tables.named(each.name()).isEmpty()).isPresent();
      if (isNew || (owner.isEmpty() && gathered.tables.all().isEmpty())) {
        var name = owner.orElse(new Relname("", Paste.PLACEHOLDER));
        gathered.tables.add(
            entry.value("schemaname").orElse(name.schema()), name.name(), Entry.at(entry.line()));
      }
    }
  }

  /// An index of a table that is known; of others nothing could be said. Its figures are kept with
  /// its table's, with its name in front.
  private void index(String name, Entry entry) {
    var tables = gathered.tables;
    var table =
        entry
            .value("relname")
            .flatMap(each -> tables.named(Relname.of(each).name()))
            .or(() -> entry.value("relid").flatMap(tables::ofOid))
            .or(() -> tables.only().flatMap(tables::named));
    table.ifPresent(owner -> {
      var noted = figures.getOrDefault(name(owner), new LinkedHashMap<>());
      entry.figures().forEach((column, figure) -> noted.put(name + "/" + column, figure));
      entry.put("indrelid", owner.entry().text("oid"));
      entry.put("index_name", name);
      entry.putIfAbsent("indexrelid", Long.toString(nextOid++));
      entry
          .value("index_bytes")
          .map(size -> Long.toString(Long.parseLong(size) / BLOCK))
          .ifPresent(pages -> entry.putIfAbsent("relpages", pages));
      hand(entry, Topic.INDEXES);
    });
  }

  /// The relation of a running vacuum, where it is shown by name.
  static Optional<Relname> relation(Entry vacuum) {
    return Stream.of("relation", "relid")
        .map(vacuum::text)
        .filter(each -> each.matches("\\D.*"))
        .findFirst()
        .map(Relname::of);
  }

  /// A table of which nothing is shown but that a vacuum is at it.
  private void tablesOfProgress() {
    for (var each : gathered.others(Topic.VACUUM_PROGRESS)) {
      relation(each)
          .filter(relation -> gathered.tables.named(relation.name()).isEmpty())
          .ifPresent(relation -> gathered.tables.add(relation, Entry.at(each.line())));
    }
  }

  private void progress() {
    for (var each : gathered.others(Topic.VACUUM_PROGRESS)) {
      sessions.begin(each, "duration", "xact_start");
      relation(each)
          .flatMap(relation -> gathered.tables.named(relation.name()))
          .ifPresent(table -> each.put("relid", table.entry().text("oid")));
      each.putIfAbsent("datname", database);
      hand(each, Topic.VACUUM_PROGRESS);
    }
  }

  private void hand(Entry entry, Topic topic) {
    @Nullable String of = topic.scope() == Topic.Scope.DATABASE ? database : null;
    sink.open(topic, of, entry.columns()).accept(entry.cells());
  }
}
