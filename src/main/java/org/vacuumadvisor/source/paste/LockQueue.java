package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.vacuumadvisor.postgres.LockMode;
import org.vacuumadvisor.source.Topic;

/// Who holds a table and who waits for it, as a paste shows it: rows of `pg_locks`, or sessions
/// that wait for a lock and the statements they wait with.
///
/// A worker of autovacuum that says which table it is at holds the lock of VACUUM on it, unless it
/// waits for that itself. Where nobody shows `pg_blocking_pids()`, a session waits for those that
/// hold what its own lock does not go with.
final class LockQueue {
  private static final Pattern PID = Pattern.compile("(?<![0-9])[0-9]{1,9}(?![0-9])");

  private final PastedFacts gathered;
  private final Map<String, Entry> sessions = new LinkedHashMap<>();
  private final List<Lock> locks = new ArrayList<>();

  /// @param table its bare name
  private record Lock(String pid, String table, LockMode mode, boolean granted, Entry from) {}

  LockQueue(PastedFacts gathered) {
    this.gathered = gathered;
    gathered
        .others(Topic.SESSIONS)
        .forEach(each -> each.value("pid").ifPresent(pid -> sessions.put(pid, each)));
    gathered.others(Topic.LOCKS).forEach(this::take);
    sessions.forEach(this::take);
    // tables that nothing but the queue speaks of
    for (var lock : locks) {
      boolean isWaitedFor =
          locks.stream().anyMatch(each -> each.table().equals(lock.table()) && !each.granted());
      if (isWaitedFor
          && !lock.table().startsWith("pg_")
          && gathered.tables.named(lock.table()).isEmpty()) {
        gathered.tables.add("", lock.table(), Entry.at(lock.from().line()));
      }
    }
  }

  /// Sessions of workers that only rows of locks show.
  List<Entry> workers() {
    var workers = new LinkedHashMap<String, Entry>();
    for (var each : gathered.others(Topic.LOCKS)) {
      var pid = each.text("pid");
      if (!Sessions.task(each).isEmpty() && !pid.isEmpty() && !sessions.containsKey(pid)) {
        workers.putIfAbsent(pid, each);
      }
    }
    return List.copyOf(workers.values());
  }

  /// The locks as rows of the mapping's own query. Tables must have their oids.
  ///
  /// @param database that the tables are of
  List<Entry> rows(String database) {
    var rows = new ArrayList<Entry>();
    for (var lock : locks) {
      var oid = gathered.tables.named(lock.table()).flatMap(each -> each.entry().value("oid"));
      boolean isInTheWay =
          !lock.granted() || lock.mode().conflictsWith(LockMode.SHARE_UPDATE_EXCLUSIVE);
      if (oid.isPresent() && isInTheWay) {
        rows.add(row(lock, oid.get(), database));
      }
    }
    return rows;
  }

  private Entry row(Lock lock, String oid, String database) {
    var row = Entry.at(lock.from().line(), "pid", lock.pid(), "datname", database);
    row.put("relation", oid);
    row.put("mode", lock.mode().text());
    row.put("granted", lock.granted() ? "t" : "f");
    for (var column : List.of("usename", "application_name", "xact_start")) {
      told(lock, column).ifPresent(value -> row.put(column, value));
    }
    told(lock, "query").filter(Sessions::isTask).ifPresent(query -> row.put("task", query));
    if (!lock.granted()) {
      row.put("blockers", String.join(" ", blockers(lock)));
    }
    return row;
  }

  private Optional<String> told(Lock lock, String column) {
    return lock.from()
        .value(column)
        .or(() ->
            Optional.ofNullable(sessions.get(lock.pid())).flatMap(each -> each.value(column)));
  }

  private List<String> blockers(Lock waiting) {
    var told =
        PID.matcher(told(waiting, "blockers").orElse(""))
            .results()
            .map(MatchResult::group)
            .toList();
    return told.isEmpty()
        ? locks.stream()
            .filter(each -> each.granted() && each.table().equals(waiting.table()))
            .filter(each -> !each.pid().equals(waiting.pid()))
            .filter(each -> each.mode().conflictsWith(waiting.mode()))
            .map(Lock::pid)
            .distinct()
            .toList()
        : told;
  }

  /// A row of `pg_locks`.
  private void take(Entry row) {
    var mode = row.value("mode").flatMap(LockMode::of);
    boolean isOfTable = row.value("locktype").orElse("relation").equals("relation");
    var table =
        row.value("relation").isPresent()
            ? named(row.text("relation"))
            : wish(row).map(LockWish::table);
    if (isOfTable && mode.isPresent() && table.isPresent() && row.value("pid").isPresent()) {
      var name = Relname.of(table.get()).name();
      locks.add(new Lock(row.text("pid"), name, mode.get(), !row.is("granted", "f"), row));
    }
  }

  /// The table called so, or with this oid.
  private Optional<String> named(String relation) {
    return relation.chars().allMatch(Character::isDigit)
        ? gathered.tables.ofOid(relation).map(Tables.Named::name)
        : Optional.of(relation);
  }

  /// A session: a worker at its table, or one that waits for a table.
  private void take(String pid, Entry session) {
    boolean isKnown = locks.stream().anyMatch(each -> each.pid().equals(pid));
    var wish = isKnown ? Optional.<LockWish>empty() : wish(session);
    boolean waits = wish.filter(each -> waits(session, each)).isPresent();
    if (wish.isPresent() && (waits || !Sessions.task(session).isEmpty())) {
      locks.add(new Lock(pid, wish.get().name(), wish.get().mode(), !waits, session));
    }
  }

  /// Whether it waits, as it is shown; or, where no waiting is shown, because it wants for itself
  /// what a worker that does not give way has been at for longer.
  private boolean waits(Entry session, LockWish wish) {
    return session.has("wait_event_type")
        ? session.is("wait_event_type", "Lock")
            && session.value("wait_event").orElse("relation").equals("relation")
        : wish.mode() == LockMode.ACCESS_EXCLUSIVE
            && sessions.values().stream().anyMatch(each -> isInTheWay(each, wish, session));
  }

  private static boolean isInTheWay(Entry worker, LockWish wish, Entry session) {
    var task = Sessions.task(worker);
    return task.contains("to prevent wraparound")
        && LockWish.of(task).filter(at -> at.name().equals(wish.name())).isPresent()
        && age(worker) > age(session);
  }

  /// How long its statement has run, in seconds; NaN where that is not shown.
  private static double age(Entry session) {
    return Stream.of("query_age", "xact_age", "duration")
        .flatMap(each -> session.value(each).stream())
        .mapToDouble(Double::parseDouble)
        .findFirst()
        .orElse(Double.NaN);
  }

  private static Optional<LockWish> wish(Entry session) {
    var task = Sessions.task(session);
    return LockWish.of(task.isEmpty() ? session.text("query") : task);
  }
}
