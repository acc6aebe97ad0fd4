package org.vacuumadvisor.source.paste;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Gathered;
import org.vacuumadvisor.source.paste.thing.LockWish;

/// Joins the rows of `pg_stat_progress_vacuum` with those of `pg_stat_activity`, as the mapping's
/// own query does: who runs a vacuum and since when stands in the one, how far it is in the other.
final class VacuumSessions {
  private static final String WORKER = "autovacuum: ";
  private static final String DELAY = "VacuumDelay";

  private final Gathered gathered;
  private final Instant takenAt;

  VacuumSessions(Gathered gathered, Instant takenAt) {
    this.gathered = gathered;
    this.takenAt = takenAt;
  }

  void join() {
    gathered.others(Topic.VACUUM_PROGRESS).forEach(this::joined);
    sleepers();
    var running = gathered.others(Topic.VACUUM_PROGRESS);
    var workers =
        gathered.others(Topic.SESSIONS).stream()
            .filter(each -> each.value("pid").isPresent())
            .filter(each -> task(each).filter(query -> query.startsWith("VACUUM ")).isPresent())
            .toList();
    for (var vacuum : running) {
      sessionOf(vacuum, running.size() == 1, workers)
          .ifPresent(session -> complete(vacuum, session));
    }
  }

  /// Only `pg_stat_activity` shows what a vacuum waits for, so a row that does is one of both
  /// views. Of those that sleep for their cost limit only autovacuum's do so by default
  /// (`vacuum_cost_delay`).
  private void joined(Entry vacuum) {
    boolean isManualSlow =
        Optional.ofNullable(gathered.settings().get("vacuum_cost_delay"))
            .flatMap(each -> each.value("setting"))
            .filter(each -> !each.equals("0"))
            .isPresent();
    if (vacuum.value("pid").isEmpty()
        || !isDelayed(vacuum.value("waiting"))
        || isManualSlow
        || session(vacuum).isPresent()) {
      return;
    }
    var worker = Entry.at(vacuum.line());
    vacuum.value("pid").ifPresent(pid -> worker.put("pid", pid, vacuum.line()));
    worker.put("wait_event", vacuum.value("waiting").orElse(""), vacuum.line());
    worker.put("backend_type", "autovacuum worker", vacuum.line());
    gathered.add(Topic.SESSIONS, worker);
    vacuum.putIfAbsent("started_by", "autovacuum");
  }

  /// A worker asleep for its cost limit is at a vacuum, though the progress view was not shown.
  private void sleepers() {
    for (var worker : List.copyOf(gathered.others(Topic.SESSIONS))) {
      var table =
          task(worker)
              .filter(_ -> isDelayed(worker.value("wait_event")))
              .flatMap(LockWish::of)
              .map(LockWish::table);
      boolean isShown =
          gathered.others(Topic.VACUUM_PROGRESS).stream()
              .anyMatch(each -> each.value("pid").equals(worker.value("pid")));
      if (table.isPresent() && worker.value("pid").isPresent() && !isShown) {
        var vacuum = Entry.at(worker.line());
        vacuum.put("pid", worker.value("pid").orElse(""), worker.line());
        vacuum.put("relid", table.get(), worker.line());
        gathered.add(Topic.VACUUM_PROGRESS, vacuum);
      }
    }
  }

  private static boolean isDelayed(Optional<String> event) {
    return event.filter(each -> each.endsWith(DELAY)).isPresent();
  }

  private Optional<Entry> session(Entry vacuum) {
    return gathered.others(Topic.SESSIONS).stream()
        .filter(each -> each.value("pid").equals(vacuum.value("pid")))
        .findFirst();
  }

  /// The session with its pid; where no pid is shown, the only worker belongs to the only vacuum.
  private static Optional<Entry> sessionOf(Entry vacuum, boolean isOnly, List<Entry> workers) {
    var pid = vacuum.value("pid");
    return pid.isPresent()
        ? workers.stream().filter(each -> each.value("pid").equals(pid)).findFirst()
        : isOnly && workers.size() == 1 && !vacuum.has("relid")
            ? Optional.of(workers.getFirst())
            : Optional.empty();
  }

  private void complete(Entry vacuum, Entry session) {
    int line = session.line();
    if (vacuum.value("pid").isEmpty()) {
      vacuum.put("pid", session.value("pid").orElse(""), line);
      task(session)
          .flatMap(LockWish::of)
          .ifPresent(wish -> vacuum.put("relid", wish.table(), line));
    }
    session.value("query").ifPresent(query -> vacuum.putIfAbsent("task", query));
    session.value("datname").ifPresent(name -> vacuum.putIfAbsent("datname", name));
    if (vacuum.value("xact_start").isEmpty() && vacuum.value("duration").isEmpty()) {
      since(session).ifPresent(since -> vacuum.put("xact_start", since, line));
    }
  }

  /// A worker begins a transaction for each table, and its statement with it.
  private Optional<String> since(Entry session) {
    for (var time : List.of("xact_start", "query_start")) {
      if (session.value(time).isPresent()) {
        return session.value(time);
      }
    }
    for (var age : List.of("xact_age", "query_age", "duration")) {
      var began = PastedRows.seconds(session.value(age)).map(takenAt::minus);
      if (began.isPresent()) {
        return began.map(Figures::canonical);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> task(Entry session) {
    return session
        .value("query")
        .filter(query -> query.startsWith(WORKER))
        .map(query -> query.substring(WORKER.length()));
  }
}
