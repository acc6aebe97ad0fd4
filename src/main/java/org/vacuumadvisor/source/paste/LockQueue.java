package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.postgres.LockMode;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Gathered;
import org.vacuumadvisor.source.paste.thing.LockWish;
import org.vacuumadvisor.source.paste.thing.Relname;
import org.vacuumadvisor.source.paste.thing.Tables;

/// Who holds a table and who waits for it, as a paste shows it: rows of `pg_locks`, or sessions
/// that wait for a lock and the statements they wait with.
///
/// A worker of autovacuum that says which table it is at holds the lock of VACUUM on it, unless it
/// waits for that itself. Where nobody shows `pg_blocking_pids()`, a session waits for those that
/// hold what its own lock does not go with.
final class LockQueue {
  private static final String WORKER = "autovacuum: ";
  private static final String RELATION_WAIT = "relation";

  private final Gathered gathered;
  private final Map<String, Entry> sessions = new LinkedHashMap<>();
  private final List<Lock> locks = new ArrayList<>();

  /// @param table its bare name
  private record Lock(String pid, String table, LockMode mode, boolean granted, Entry from) {}

  LockQueue(Gathered gathered) {
    this.gathered = gathered;
    gathered
        .others(Topic.SESSIONS)
        .forEach(each -> each.value("pid").ifPresent(pid -> sessions.put(pid, each)));
    gathered.others(Topic.LOCKS).forEach(this::take);
    sessions.forEach(this::take);
    locks.forEach(this::table);
  }

  /// Sessions of workers that only rows of locks show.
  List<Entry> workers() {
    return gathered.others(Topic.LOCKS).stream()
        .filter(each -> each.value("query").orElse("").startsWith(WORKER))
        .filter(each -> each.value("pid").filter(pid -> !sessions.containsKey(pid)).isPresent())
        .collect(
            Collectors.toMap(
                each -> each.value("pid").orElse(""),
                each -> each,
                (one, _) -> one,
                LinkedHashMap::new))
        .values()
        .stream()
        .toList();
  }

  /// The locks as rows of the mapping's own query. Tables must have their oids.
  ///
  /// @param database that the tables are of
  List<Entry> rows(String database) {
    var rows = new ArrayList<Entry>();
    for (var lock : locks) {
      var oid = gathered.tables().named(lock.table()).flatMap(each -> each.entry().value("oid"));
      boolean isInTheWay =
          !lock.granted() || lock.mode().conflictsWith(LockMode.SHARE_UPDATE_EXCLUSIVE);
      if (oid.isPresent() && isInTheWay) {
        rows.add(row(lock, oid.get(), database));
      }
    }
    return rows;
  }

  private Entry row(Lock lock, String oid, String database) {
    int line = lock.from().line();
    var row = Entry.at(line);
    row.put("pid", lock.pid(), line);
    row.put("datname", database, line);
    row.put("relation", oid, line);
    row.put("mode", lock.mode().text(), line);
    row.put("granted", lock.granted() ? "t" : "f", line);
    for (var column : new String[] {"usename", "application_name", "xact_start"}) {
      told(lock, column).ifPresent(value -> row.put(column, value, line));
    }
    told(lock, "query")
        .filter(query -> query.startsWith(WORKER))
        .ifPresent(query -> row.put("task", query, line));
    if (!lock.granted()) {
      row.put("blockers", String.join(" ", blockers(lock)), line);
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
    var told = told(waiting, "blockers").map(LockQueue::pids).orElse(List.of());
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

  private static List<String> pids(String text) {
    return List.of(text.replaceAll("[^0-9]+", " ").strip().split(" ", -1)).stream()
        .filter(each -> !each.isEmpty() && each.length() < 10)
        .toList();
  }

  /// A row of `pg_locks`.
  private void take(Entry row) {
    var mode = row.value("mode").flatMap(LockMode::of);
    boolean isOfTable = row.value("locktype").orElse(RELATION_WAIT).equals(RELATION_WAIT);
    var query = row.value("query").orElse("");
    var table =
        row.value("relation")
            .flatMap(this::named)
            .or(() ->
                row.value("relation").isEmpty()
                    ? wish(query).map(LockWish::table)
                    : Optional.empty());
    if (isOfTable && mode.isPresent() && table.isPresent() && row.value("pid").isPresent()) {
      locks.add(
          new Lock(
              row.value("pid").orElse(""),
              Relname.of(table.get()).name(),
              mode.get(),
              row.value("granted").orElse("t").equals("t"),
              row));
    }
  }

  /// The table called so, or with this oid.
  private Optional<String> named(String relation) {
    boolean isNumber = relation.chars().allMatch(Character::isDigit);
    return isNumber
        ? gathered.tables().ofOid(relation).map(Tables.Named::name)
        : Optional.of(relation);
  }

  /// A session: a worker at its table, or one that waits for a table.
  private void take(String pid, Entry session) {
    if (locks.stream().anyMatch(each -> each.pid().equals(pid))) {
      return;
    }
    boolean waits =
        session.value("wait_event_type").orElse("").equals("Lock")
            && session.value("wait_event").orElse(RELATION_WAIT).equals(RELATION_WAIT);
    var query = session.value("query").orElse("");
    if (waits || query.startsWith(WORKER)) {
      wish(query)
          .ifPresent(wish ->
              locks.add(
                  new Lock(pid, Relname.of(wish.table()).name(), wish.mode(), !waits, session)));
    }
  }

  private static Optional<LockWish> wish(String query) {
    return LockWish.of(query.startsWith(WORKER) ? query.substring(WORKER.length()) : query);
  }

  /// A table that nothing but the queue speaks of.
  private void table(Lock lock) {
    if (lock.table().startsWith("pg_") || gathered.tables().named(lock.table()).isPresent()) {
      return;
    }
    var waits = new HashMap<String, Boolean>();
    locks.forEach(each -> waits.merge(each.table(), !each.granted(), Boolean::logicalOr));
    if (waits.getOrDefault(lock.table(), false)) {
      gathered.tables().add("", lock.table(), Entry.at(lock.from().line()));
    }
  }
}
