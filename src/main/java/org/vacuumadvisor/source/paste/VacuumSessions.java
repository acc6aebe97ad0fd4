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

  private final Gathered gathered;
  private final Instant takenAt;

  VacuumSessions(Gathered gathered, Instant takenAt) {
    this.gathered = gathered;
    this.takenAt = takenAt;
  }

  void join() {
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
    for (var age : List.of("xact_age", "query_age")) {
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
