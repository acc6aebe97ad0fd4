package org.vacuumadvisor.source.paste;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.postgres.LockMode;
import org.vacuumadvisor.source.Topic;

/// Completes pasted rows of `pg_stat_activity`, and joins them with `pg_stat_progress_vacuum`: who
/// runs a vacuum and since when stands in the one, how far it is in the other.
final class Sessions {
  /// Says of a session that others wait for it: it has a lock, and so a transaction.
  static final String BLOCKS = "blocks";

  static final String WORKER = "autovacuum: ";
  private static final String DELAY = "VacuumDelay";
  private static final Set<String> DUMPS = Set.of("pg_dump", "pg_dumpall");
  private static final List<String> AGE = List.of("xact_age", "query_age", "state_age", "duration");

  private final PastedFacts gathered;
  private final String database;
  private final Instant takenAt;

  /// @param database of a session of which it is not told
  Sessions(PastedFacts gathered, String database) {
    this.gathered = gathered;
    this.database = database;
    this.takenAt = gathered.takenAt();
  }

  /// What a worker of autovacuum is at; empty for another session.
  static String task(Entry session) {
    var query = session.text("query");
    return query.startsWith(WORKER) ? query.substring(WORKER.length()) : "";
  }

  void complete(Entry session) {
    // a walsender for a standby is in no database
    boolean isSender =
        session.text("backend_type").equals("walsender")
            || Command.of(session.text("query")) == Command.REPLICATION;
    if (!database.isEmpty() && !isSender) {
      session.putIfAbsent("datname", database);
    }
    times(session);
    if (mayHold(session)) {
      session.putIfAbsent("in_transaction", "t");
    }
  }

  /// A transaction began before its statement, and that before now: a duration of either bounds it.
  private void times(Entry session) {
    if (session.value("xact_start").isPresent() || !isInTransaction(session)) {
      return;
    }
    // a dump's session, transaction and statement begin nearly together, so that its snapshot is as
    // old as any duration; of a session idle in transaction people show how long that lasts
    boolean isTold =
        DUMPS.contains(session.text("application_name"))
            || session.text("state").startsWith("idle in transaction");
    for (var duration : AGE) {
      var since = since(session, duration).filter(_ -> isTold || !duration.equals("duration"));
      if (since.isPresent()) {
        began(session, since.get(), duration);
        return;
      }
    }
    for (var column : List.of("query_start", "state_change")) {
      if (session.value(column).isPresent() && !session.has("xact_start")) {
        began(session, session.text(column), column);
        return;
      }
    }
  }

  /// Whether it is shown for how long, be it the longest of several that were counted.
  static boolean tellsSince(Entry session) {
    return session.text("state").startsWith("idle in transaction")
        && AGE.stream().anyMatch(each -> session.value(each).isPresent());
  }

  /// When something began that lasts for the time in a column.
  private Optional<String> since(Entry entry, String duration) {
    return entry
        .value(duration)
        .map(each -> Duration.ofMillis(Math.round(Double.parseDouble(each) * 1000)))
        .map(each -> Figures.canonical(takenAt.minus(each)));
  }

  /// Puts the beginning where only a duration is shown.
  void begin(Entry entry, String duration, String since) {
    if (entry.value(since).isEmpty()) {
      since(entry, duration).ifPresent(each -> entry.put(since, each));
    }
  }

  private static void began(Entry session, String time, String column) {
    session.put("began_by", time);
    session.put("began_column", column);
  }

  private static boolean isInTransaction(Entry session) {
    var state = session.text("state");
    return state.startsWith("idle in transaction")
        || state.equals("active")
        || (state.isEmpty() && (session.has("xact_age") || session.has(BLOCKS)));
  }

  /// A transaction of which no column shows whether it holds a snapshot.
  private static boolean mayHold(Entry session) {
    boolean isShown = session.has("backend_xmin") || session.has("xmin_age");
    return !isShown
        && isInTransaction(session)
        && (session.value("xact_start").isPresent() || session.value("began_by").isPresent())
        && task(session).isEmpty();
  }

  /// Joins sessions and running vacuums.
  void join() {
    gathered.others(Topic.VACUUM_PROGRESS).forEach(this::addWorker);
    List.copyOf(gathered.others(Topic.SESSIONS)).forEach(this::addVacuum);
    for (var vacuum : gathered.others(Topic.VACUUM_PROGRESS)) {
      gathered.others(Topic.SESSIONS).stream()
          .filter(each -> each.value("pid").isPresent())
          .filter(each -> each.value("pid").equals(vacuum.value("pid")))
          .filter(each -> task(each).startsWith("VACUUM ") || vacuumed(each).isPresent())
          .findFirst()
          .ifPresent(session -> complete(vacuum, session));
    }
  }

  /// Only `pg_stat_activity` shows what a vacuum waits for, so a row that does is one of both
  /// views. Of those only autovacuum's sleep for their cost limit by default.
  private void addWorker(Entry vacuum) {
    var delay = gathered.setting("vacuum_cost_delay");
    boolean isManualSlow = !delay.isEmpty() && !delay.equals("0");
    if (vacuum.value("pid").isPresent()
        && isDelayed(vacuum, "waiting")
        && !isManualSlow
        && !isShown(Topic.SESSIONS, vacuum)) {
      var worker = Entry.at(vacuum.line(), "pid", vacuum.text("pid"));
      worker.put("wait_event", vacuum.text("waiting"));
      worker.put("backend_type", "autovacuum worker");
      gathered.add(Topic.SESSIONS, worker);
      vacuum.putIfAbsent("started_by", "autovacuum");
    }
  }

  /// Who is at a vacuum, though the progress view was not shown.
  private void addVacuum(Entry session) {
    var table = vacuumed(session);
    if (table.isPresent()
        && (session.value("pid").isEmpty() || !isShown(Topic.VACUUM_PROGRESS, session))) {
      var vacuum = Entry.at(session.line(), "relid", table.get());
      session.value("pid").ifPresent(pid -> vacuum.put("pid", pid));
      gathered.add(Topic.VACUUM_PROGRESS, vacuum);
    }
  }

  /// The table of the vacuum that it is at, and that it does not wait for.
  private static Optional<String> vacuumed(Entry session) {
    var task = task(session);
    var statement = task.isEmpty() ? session.text("query") : task;
    boolean isAtWork =
        !session.is("wait_event_type", "Lock")
            && (task.isEmpty() ? session.is("state", "active") : task.startsWith("VACUUM "));
    return LockQueue.Wish.of(statement)
        .filter(_ -> isAtWork && Command.of(statement).isVacuum())
        .filter(wish -> wish.mode() == LockMode.SHARE_UPDATE_EXCLUSIVE)
        .map(LockQueue.Wish::table);
  }

  /// Whether a figure of a vacuum is not seen; one that waits for nothing is at work.
  static boolean isHidden(String column, Entry vacuum) {
    return vacuum.value(column).isEmpty() && !column.equals("waiting");
  }

  /// What it waited for in each of its samples, as rows of counted sessions, where it slept.
  Stream<Entry> waits(Entry vacuum) {
    var samples = gathered.samples(vacuum).stream().filter(each -> each.has("waiting")).toList();
    return samples.stream()
        .filter(_ -> samples.stream().anyMatch(each -> isDelayed(each, "waiting")))
        .map(each ->
            Entry.at(
                vacuum.line(),
                "wait_event",
                isDelayed(each, "waiting") ? DELAY : "none",
                "relname",
                PastedRows.relation(vacuum).map(Relname::name).orElse("")));
  }

  private static boolean isDelayed(Entry entry, String event) {
    return entry.text(event).endsWith(DELAY);
  }

  private boolean isShown(Topic topic, Entry process) {
    return gathered.others(topic).stream()
        .anyMatch(each -> each.value("pid").equals(process.value("pid")));
  }

  private void complete(Entry vacuum, Entry session) {
    int line = session.line();
    vacuumed(session)
        .filter(_ -> PastedRows.relation(vacuum).isEmpty())
        .ifPresent(table -> vacuum.put("relid", table));
    session.value("query").ifPresent(query -> vacuum.putIfAbsent("task", query));
    session.value("datname").ifPresent(name -> vacuum.putIfAbsent("datname", name));
    session.value("wait_event").ifPresent(event -> vacuum.putIfAbsent("waiting", event));
    if (vacuum.value("xact_start").isEmpty() && vacuum.value("duration").isEmpty()) {
      // a worker begins a transaction for each table, and its statement with it
      session
          .value("xact_start")
          .or(() -> session.value("query_start"))
          .or(() -> AGE.stream().flatMap(each -> since(session, each).stream()).findFirst())
          .ifPresent(since -> vacuum.put("xact_start", since, line));
    }
  }
}
