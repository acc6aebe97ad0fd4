package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
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
import org.vacuumadvisor.source.Sink;
import org.vacuumadvisor.source.Topic;

/// Hands over what was gathered as rows, as any source does. What the mapping needs besides is
/// derived where that is certain: an age from the newest transaction ID, a beginning from a span.
final class PastedRows {
  /// Above any real oid of a table that people show, below the 32-bit limit.
  private static final long FIRST_MADE_UP_OID = 3_000_000_000L;

  /// `MULTIXACT_MEMBERS_PER_PAGE` of 18 and before: 409 groups of four members.
  private static final long MEMBERS_A_PAGE = 1636;

  private static final int BLOCK = 8192;
  static final String TOAST = "pg_toast_";

  /// Whose rows are complete as they are, but for what is derived of each alone.
  private static final List<Topic> PLAIN =
      Forms.words("plain").getFirst().stream().map(Topic::valueOf).toList();

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
    if (!gathered.server.figures().isEmpty()) {
      hand(gathered.server, Topic.SERVER);
    }
    gathered.others(Topic.DATABASES).forEach(this::left);
    sessions.join();
    gathered
        .others(Topic.PREPARED_TRANSACTIONS)
        .forEach(each -> sessions.begin(each, "prepared_for", "prepared"));
    gathered.others(Topic.REPLICATION_SLOTS).forEach(PastedRows::ageOfCatalogs);
    for (var each : gathered.others(Topic.MULTIXACTS)) {
      each.value("members_size")
          .map(bytes -> Long.parseLong(bytes) / BLOCK * MEMBERS_A_PAGE)
          .ifPresent(members -> each.putIfAbsent("num_members", Long.toString(members)));
    }
    for (var topic : PLAIN) {
      gathered.others(topic).forEach(each -> hand(each, topic));
    }
    sessions(queue);
    ownersOfIndexes();
    tablesOfProgress();
    gathered.tables.all().forEach(this::table);
    gathered.indexes.all().forEach(this::index);
    progress();
    queue.rows(database).forEach(each -> hand(each, Topic.LOCKS));
    return figures;
  }

  /// How many IDs are left tells how many were given out since the oldest: half of all lie ahead
  /// (`SetTransactionIdLimit()`). A share of `autovacuum_freeze_max_age` does where that is shown.
  private void left(Entry database) {
    var limit = gathered.setting("autovacuum_freeze_max_age");
    database
        .value("age_percent_of_freeze_max_age")
        .filter(_ -> !limit.isEmpty())
        .map(share -> Double.parseDouble(share) / 100 * Double.parseDouble(limit))
        .ifPresent(age -> database.putIfAbsent("xid_age", Long.toString(Math.round(age))));
    database
        .value("xids_left")
        .map(each -> Integer.MAX_VALUE - Long.parseLong(each))
        .filter(each -> each >= 0)
        .ifPresent(each -> database.putIfAbsent("xid_age", Long.toString(each)));
    database.figures().remove("xids_left");
  }

  /// A column called `age` beside an empty `xmin`, or none, is of the other one.
  private static void ageOfCatalogs(Entry slot) {
    boolean isOfCatalogs = slot.value("xmin").isEmpty() && slot.value("catalog_xmin").isPresent();
    if (isOfCatalogs && !slot.has("catalog_xmin_age")) {
      slot.value("xmin_age").ifPresent(age -> slot.put("catalog_xmin_age", age));
      slot.figures().remove("xmin_age");
    }
  }

  private void sessions(LockQueue queue) {
    if (gathered.shown.contains(Excerpt.Kind.SESSIONS)) {
      // the workers that do not show up are not there: the view was shown
      sink.open(Topic.SESSIONS, null, Entry.at(0).columns());
    }
    var vacuuming = new LinkedHashSet<String>();
    gathered.others(Topic.VACUUM_PROGRESS).forEach(each -> vacuuming.add(each.text("pid")));
    var all = new ArrayList<>(queue.unlisted());
    all.addAll(gathered.others(Topic.SESSIONS));
    for (var each : all) {
      boolean areCounted = each.has("sessions") && !Sessions.tellsSince(each);
      if (!areCounted && !each.has("ended")) {
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
    var called = table.called().in(database, "");
    var schema =
        !called.schema().isEmpty()
            ? called.schema()
            : name.startsWith(TOAST) ? "pg_toast" : name.startsWith("pg_") ? "pg_catalog" : "";
    return new RelationName(called.database(), schema, name);
  }

  private void table(Tables.Named table) {
    var entry = table.entry();
    figures.put(name(table), new LinkedHashMap<>(entry.figures()));
    entry.figures().computeIfPresent("reloptions", (_, each) -> whole(each));
    entry.putIfAbsent("oid", Long.toString(nextOid++));
    entry.put("relname", table.name());
    entry.put("nspname", name(table).schema());
    if (table.name().startsWith(TOAST)) {
      var owner = table.name().substring(TOAST.length());
      gathered.tables.ofOid(owner).ifPresent(_ -> entry.putIfAbsent("toast_of", owner));
    }
    hand(entry, Topic.TABLES, name(table).database());
    if (entry.value("score").isPresent()) {
      entry.putIfAbsent("relid", entry.text("oid"));
      hand(entry, Topic.SCORES, name(table).database());
    }
    if (entry.value("main_bytes").or(() -> entry.value("table_len")).isPresent()) {
      hand(entry, Topic.SIZES, name(table).database());
    }
  }

  /// A narrow column may show the beginning alone: what is off stays off, whatever else was set.
  private static Excerpt.@Nullable Figure whole(Excerpt.Figure options) {
    var cut = "\\{(?:.*,)?(autovacuum_enabled=(?:off|false)),.*[^}]";
    var value = options.value().replaceFirst("^" + cut + "$", "{$1}");
    return value.matches("\\{.*[^}]") ? null : new Excerpt.Figure(value, options.line());
  }

  /// An index tells of a table even where nothing else does.
  private void ownersOfIndexes() {
    for (var index : gathered.indexes.all()) {
      var owner = owner(index);
      if (owner.isPresent() || gathered.tables.all().isEmpty()) {
        var of =
            owner.orElse(
                new Relname(index.called().database(), index.called().schema(), Paste.PLACEHOLDER));
        gathered.tables.mention(of, index.entry().line());
      }
    }
  }

  /// What the row of an index calls its table.
  private static Optional<Relname> owner(Tables.Named index) {
    var called = index.called();
    return index
        .entry()
        .value("relname")
        .map(each -> Relname.of(each).in(called.database(), called.schema()));
  }

  /// An index of a known table, with whose figures its own are kept, with its name before.
  private void index(Tables.Named index) {
    var tables = gathered.tables;
    var entry = index.entry();
    var name = index.name();
    var table =
        owner(index)
            .flatMap(tables::named)
            .or(() -> entry.value("relid").flatMap(tables::ofOid))
            .or(() -> tables.only().map(each -> new Relname("", "", each)).flatMap(tables::named));
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
      hand(entry, Topic.INDEXES, name(owner).database());
    });
  }

  /// The relation of a running vacuum, where it is shown by name.
  static Optional<Relname> relation(Entry vacuum) {
    return Stream.of("relation", "relid")
        .map(vacuum::text)
        .filter(each -> each.matches("\\D.*"))
        .findFirst()
        .map(each -> Relname.of(each).in(vacuum.text("datname"), ""));
  }

  /// A table of which nothing is shown but that a vacuum is at it.
  private void tablesOfProgress() {
    for (var each : gathered.others(Topic.VACUUM_PROGRESS)) {
      relation(each).ifPresent(relation -> gathered.tables.mention(relation, each.line()));
    }
  }

  private void progress() {
    for (var each : gathered.others(Topic.VACUUM_PROGRESS)) {
      sessions.begin(each, "duration", "xact_start");
      relation(each)
          .flatMap(relation -> gathered.tables.named(relation))
          .ifPresent(table -> each.put("relid", table.entry().text("oid")));
      each.putIfAbsent("datname", database);
      hand(each, Topic.VACUUM_PROGRESS);
      sessions.waits(each).forEach(wait -> hand(wait, Topic.SESSIONS));
    }
  }

  private void hand(Entry entry, Topic topic) {
    hand(entry, topic, database);
  }

  private void hand(Entry entry, Topic topic, String database) {
    gathered.xids.ages(entry);
    KnownRows.besides('=', topic, entry);
    @Nullable String of = topic.scope() == Topic.Scope.DATABASE ? database : null;
    sink.open(topic, of, entry.columns()).accept(entry.cells());
  }
}
