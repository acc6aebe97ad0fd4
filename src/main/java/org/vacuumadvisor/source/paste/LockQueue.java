package org.vacuumadvisor.source.paste;

import static org.vacuumadvisor.source.paste.Mentions.only;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.postgres.LockMode;
import org.vacuumadvisor.source.Topic;

/// Who holds a table and who waits for it, as a paste shows it: rows of `pg_locks`, or sessions
/// that wait for a lock and the statements they wait with.
///
/// A worker of autovacuum that says which table it is at holds the lock of VACUUM on it, unless it
/// waits for that itself. Where nobody shows `pg_blocking_pids()`, a session waits for those that
/// hold what its own lock does not go with.
final class LockQueue {
  /// The process that `pg_blocking_pids()` gives for a prepared transaction, which has none.
  private static final String PREPARED = "0";

  /// How the virtual transaction of one begins.
  private static final String NO_BACKEND = "-1/";

  private final PastedFacts gathered;
  private final Map<String, Entry> sessions = new LinkedHashMap<>();
  private final List<Lock> locks = new ArrayList<>();
  private final Map<String, List<Lock>> byName;
  private final Map<Way, List<Lock>> ways = new HashMap<>();

  /// By the pid that waits: those that hold what it waits for, and all that it waits for.
  private final Map<String, String> holders = new HashMap<>();

  private final Map<String, String> blockers = new HashMap<>();
  private final Set<String> blocking;

  /// How statements begin, and the lock each takes, in the order of `locks.txt`: the first counts.
  private static final List<Map.Entry<Pattern, LockMode>> BEGINNINGS =
      Forms.lines("locks.txt").stream()
          .map(each -> each.split(" ", 2))
          .map(each ->
              Map.entry(Pattern.compile("(?is)" + each[1] + ".*"), LockMode.valueOf(each[0])))
          .toList();

  private static final int LOOKED_AT = 400;

  /// The table that a statement works on and the lock it takes there (documentation, 13.3.1).
  record Wish(String table, LockMode mode) {
    /// The lock that a statement takes; empty where it takes none that matters here.
    ///
    /// @param query as `pg_stat_activity.query` shows it
    static Optional<Wish> of(String query) {
      var text = Command.bare(query);
      var beginning = text.substring(0, Math.min(text.length(), LOOKED_AT));
      for (var each : BEGINNINGS) {
        var found = each.getKey().matcher(beginning);
        if (found.matches()) {
          return Optional.of(new Wish(found.group("name"), each.getValue()));
        }
      }
      return Optional.empty();
    }
  }

  /// @param from a row of `pg_locks` with what its session shows besides, or a session
  private record Lock(String pid, Relname table, LockMode mode, boolean granted, Entry from) {
    String told(String column) {
      return from.text(column);
    }
  }

  /// All that a lock of a mode on a table has in its way.
  private record Way(Relname table, String database, LockMode mode, boolean isGranted) {}

  LockQueue(PastedFacts gathered) {
    this.gathered = gathered;
    gathered
        .others(Topic.SESSIONS)
        .forEach(each -> each.value("pid").ifPresent(pid -> sessions.put(pid, each)));
    gathered.others(Topic.LOCKS).stream()
        .sorted(Comparator.comparing(each -> each.value("pid").isEmpty()))
        .forEach(this::take);
    var listed = locks.stream().map(Lock::pid).collect(Collectors.toSet());
    sessions.entrySet().stream()
        .filter(each -> !listed.contains(each.getKey()))
        .forEach(each -> take(each.getKey(), each.getValue()));
    byName = locks.stream().collect(Collectors.groupingBy(each -> each.table().name()));
    waiting().forEach(each -> holders.put(each.pid(), pids(inTheWay(each, true))));
    waiting().forEach(each -> blockers.put(each.pid(), blockers(each)));
    blocking =
        blockers.values().stream()
            .flatMap(each -> Stream.of(each.split(" ")))
            .collect(Collectors.toSet());
    var waitedFor = waiting().map(Lock::table).collect(Collectors.toSet());
    // tables that nothing but the queue speaks of
    for (var lock : locks) {
      if (waitedFor.contains(lock.table()) && !lock.table().name().startsWith("pg_")) {
        gathered.tables.mention(lock.table(), lock.from().line());
      }
    }
  }

  /// Sessions that only rows of locks show, or others that wait for them.
  List<Entry> unlisted() {
    var all = new LinkedHashMap<String, Entry>();
    for (var waiting : sessions.values()) {
      pidsIn(waiting)
          .filter(pid -> !pid.equals(PREPARED) && !sessions.containsKey(pid))
          .forEach(pid -> all.put(pid, Entry.at(waiting.line(), "pid", pid, Sessions.BLOCKS, "t")));
    }
    for (var row : gathered.others(Topic.LOCKS)) {
      if (row.value("pid").filter(pid -> !sessions.containsKey(pid)).isPresent()) {
        var session = all.computeIfAbsent(row.text("pid"), _ -> Entry.at(row.line()));
        session.addAbsent(row);
        if (row.is("granted", "f")) {
          session.put("wait_event_type", "Lock");
        }
      }
    }
    return List.copyOf(all.values());
  }

  /// The locks as rows of the mapping's own query. Tables must have their oids.
  ///
  /// @param database that the tables are of
  List<Entry> rows(String database) {
    var rows = new ArrayList<Entry>();
    for (var lock : locks) {
      var oid = table(lock).flatMap(each -> each.entry().value("oid"));
      if (oid.isPresent()) {
        rows.add(row(lock, oid.get(), database));
      }
    }
    return rows;
  }

  private Optional<Tables.Named> table(Lock lock) {
    return gathered.tables.named(lock.table());
  }

  private Entry row(Lock lock, String oid, String database) {
    var row = Entry.at(lock.from().line(), "pid", lock.pid(), "datname", database);
    row.put("relation", oid);
    row.put("mode", lock.mode().text());
    row.put("granted", lock.granted() ? "t" : "f");
    row.put("blockers", lock.granted() ? "" : blockers.getOrDefault(lock.pid(), ""));
    row.addAbsent(lock.from());
    return row;
  }

  /// Puts whom a session waits for, or that others wait for it.
  void complete(Entry session) {
    var pid = session.text("pid");
    if (blockers.containsKey(pid)) {
      session.put("blockers", blockers.get(pid));
    }
    if (blocking.contains(pid)) {
      session.putIfAbsent(Sessions.BLOCKS, "t");
    }
  }

  /// Who is shown to hold a lock in its way, else its blockers as shown, else who waits in its way.
  private String blockers(Lock waiting) {
    var held = holders.getOrDefault(waiting.pid(), "");
    var shown = held.isEmpty() ? waiting.told("blockers") : held;
    return shown.isEmpty() ? pids(inTheWay(waiting, false)) : shown;
  }

  private static String pids(Stream<Lock> some) {
    return some.map(Lock::pid).distinct().collect(Collectors.joining(" "));
  }

  /// Who holds what a lock has to wait for, or waits for such a holder himself.
  private Stream<Lock> inTheWay(Lock waiting, boolean isGranted) {
    var way = new Way(waiting.table(), waiting.told("datname"), waiting.mode(), isGranted);
    // many wait for the same
    return ways
        .computeIfAbsent(
            way,
            _ ->
                byName.getOrDefault(way.table().name(), List.of()).stream()
                    .filter(each -> each.granted() == isGranted && isOfSame(each, waiting))
                    .filter(each -> each.mode().conflictsWith(way.mode()))
                    .filter(each -> isGranted || !holders.getOrDefault(each.pid(), "").isEmpty())
                    .toList())
        .stream()
        .filter(each -> !each.pid().equals(waiting.pid()));
  }

  /// Whether two locks are on one table. A name without a schema is of the only schema shown.
  private boolean isOfSame(Lock one, Lock other) {
    return isOfSame(one.told("datname"), other.told("datname"))
        && (one.table().equals(other.table())
            || (one.table().mayBe(other.table())
                && byName.getOrDefault(one.table().name(), List.of()).stream()
                        .map(each -> each.table().schema())
                        .filter(each -> !each.isEmpty())
                        .distinct()
                        .count()
                    < 2));
  }

  private static boolean isOfSame(String database, String other) {
    return database.isEmpty() || other.isEmpty() || database.equals(other);
  }

  /// A row of `pg_locks`. Where it does not name the relation, the statement of its session does.
  private void take(Entry row) {
    var pid = row.text("pid");
    row.addAbsent(sessions.getOrDefault(pid, row));
    var table =
        row.value("relation").isPresent()
            ? named(row.text("relation"))
            : wish(row).map(Wish::table);
    if (!pid.isEmpty()) {
      table.map(Relname::of).ifPresent(each -> take(row, pid, each));
    } else if (row.text("virtualtransaction").startsWith(NO_BACKEND)) {
      // without its name it is in the way of the only table that somebody waits for
      table
          .map(Relname::of)
          .or(() -> only(waiting().map(Lock::table).distinct().toList()))
          .filter(_ -> table.isPresent() || row.value("relation").isEmpty())
          .ifPresent(each -> take(row, PREPARED, each));
    }
  }

  private void take(Entry row, String pid, Relname table) {
    boolean isGranted =
        row.has("granted") ? row.is("granted", "t") : row.value("waitstart").isEmpty();
    row.value("mode")
        .flatMap(LockMode::of)
        .filter(_ -> !row.has("locktype") || row.is("locktype", "relation"))
        .ifPresent(mode -> locks.add(new Lock(pid, table, mode, isGranted, row)));
  }

  private Stream<Lock> waiting() {
    return locks.stream().filter(each -> !each.granted());
  }

  private Optional<String> named(String relation) {
    return relation.chars().allMatch(Character::isDigit)
        ? gathered.tables.ofOid(relation).map(Tables.Named::name).or(() -> Optional.of(relation))
        : Optional.of(relation);
  }

  /// A session of which no row of a lock tells: a worker at its table, or one that waits.
  private void take(String pid, Entry session) {
    var wish = wish(session).or(() -> behindWorker(session));
    boolean waits = waits(session) || wish.filter(it -> isBehindForced(session, it)).isPresent();
    if (wish.isPresent() && (waits || !Sessions.task(session).isEmpty())) {
      var table = Relname.of(wish.get().table());
      locks.add(new Lock(pid, table, wish.get().mode(), !waits, session));
    }
  }

  private static boolean waits(Entry session) {
    return (session.is("wait_event_type", "Lock") || pidsIn(session).findAny().isPresent())
        && session.value("wait_event").orElse("relation").equals("relation");
  }

  /// Whether it asks for a table of a vacuum to prevent wraparound, which gives way to nobody.
  private boolean isBehindForced(Entry session, Wish wish) {
    return session.is("state", "active")
        && !session.has("wait_event_type")
        && Sessions.task(session).isEmpty()
        && sessions.values().stream()
            .map(Sessions::task)
            .filter(each -> each.endsWith("(to prevent wraparound)"))
            .flatMap(each -> Wish.of(each).stream())
            .filter(each -> each.mode().conflictsWith(wish.mode()))
            .anyMatch(each -> Relname.of(each.table()).mayBe(Relname.of(wish.table())));
  }

  /// Who waits for a worker waits for its table, whatever the statement names.
  private Optional<Wish> behindWorker(Entry session) {
    return pidsIn(session)
        .flatMap(each -> Optional.ofNullable(sessions.get(each)).stream())
        .flatMap(each -> Wish.of(Sessions.task(each)).stream())
        .map(each -> new Wish(each.table(), LockMode.ACCESS_EXCLUSIVE))
        .findFirst();
  }

  /// Whom it waits for, as somebody shows.
  private static Stream<String> pidsIn(Entry session) {
    return Stream.of(session.text("blockers").split("\\D+")).filter(each -> !each.isEmpty());
  }

  private static Optional<Wish> wish(Entry session) {
    var task = Sessions.task(session);
    return Wish.of(task.isEmpty() ? session.text("query") : task);
  }
}
