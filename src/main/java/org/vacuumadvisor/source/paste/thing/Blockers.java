package org.vacuumadvisor.source.paste.thing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Cells;
import org.vacuumadvisor.source.paste.table.Grid;
import org.vacuumadvisor.source.paste.table.HeadingUnit;
import org.vacuumadvisor.source.paste.table.Vocabulary;

/// The result of the well-known queries for blocked sessions: in each row the one that waits, and
/// the one that it waits for.
public final class Blockers {
  private static final Map<String, String> WAITING =
      Map.ofEntries(
          Map.entry("blocked_pid", "pid"),
          Map.entry("waiting_pid", "pid"),
          Map.entry("blocking_pid", "blockers"),
          Map.entry("blocker_pid", "blockers"),
          Map.entry("blocked_user", "usename"),
          Map.entry("waiting_user", "usename"),
          Map.entry("blocked_application", "application_name"),
          Map.entry("blocked_database", "datname"),
          Map.entry("blocked_duration", "query_age"),
          Map.entry("waiting_duration", "query_age"),
          Map.entry("blocked_statement", "query"),
          Map.entry("blocked_query", "query"),
          Map.entry("waiting_statement", "query"),
          Map.entry("waiting_query", "query"));

  private static final Map<String, String> BLOCKING =
      Map.ofEntries(
          Map.entry("blocking_pid", "pid"),
          Map.entry("blocker_pid", "pid"),
          Map.entry("blocking_user", "usename"),
          Map.entry("blocker_user", "usename"),
          Map.entry("blocking_application", "application_name"),
          Map.entry("blocking_database", "datname"),
          Map.entry("blocking_duration", "query_age"),
          Map.entry("blocker_duration", "query_age"),
          Map.entry("blocking_statement", "query"),
          Map.entry("current_statement_in_blocking_process", "query"),
          Map.entry("current_or_recent_query_in_blocking_process", "query"),
          Map.entry("blocking_query", "query"),
          Map.entry("blocker_query", "query"),
          Map.entry("blocking_state", "state"),
          Map.entry("state_of_blocking_process", "state"));

  /// Says of a session that others wait for it: it has a lock, and so a transaction.
  public static final String BLOCKS = "blocks";

  private Blockers() {}

  /// Whether it tells of the one that waits, or of the one it waits for.
  public static boolean isColumn(String name) {
    return WAITING.containsKey(name) || BLOCKING.containsKey(name);
  }

  public static boolean take(Grid grid, Gathered to) {
    var names = grid.header().stream().map(HeadingUnit::normal).toList();
    boolean isOne =
        names.stream().anyMatch(each -> "pid".equals(WAITING.get(each)))
            && names.stream().anyMatch(each -> "pid".equals(BLOCKING.get(each)));
    if (!isOne) {
      return false;
    }
    for (var row : grid.rows()) {
      var waiting = session(row, names, WAITING);
      waiting.put("wait_event_type", "Lock", row.line());
      add(to, waiting);
      var blocking = session(row, names, BLOCKING);
      blocking.put(BLOCKS, "t", row.line());
      add(to, blocking);
    }
    return true;
  }

  private static Entry session(Grid.Cells row, List<String> names, Map<String, String> columns) {
    var entry = Entry.at(row.line());
    for (int at = 0; at < Math.min(names.size(), row.values().size()); at++) {
      var column = columns.get(names.get(at));
      var value = row.values().get(at);
      if (column != null && value != null) {
        Vocabulary.standard()
            .column(Topic.SESSIONS, column)
            .flatMap(known -> Cells.read(known, value))
            .ifPresent(read -> entry.put(column, read, row.line()));
      }
    }
    return entry;
  }

  /// A session that blocks several is one.
  public static void add(Gathered to, Entry session) {
    var known = new HashMap<String, Entry>();
    to.others(Topic.SESSIONS)
        .forEach(each -> each.value("pid").ifPresent(pid -> known.put(pid, each)));
    var same = session.value("pid").map(known::get);
    if (same.isPresent()) {
      session.figures().forEach(same.get().figures()::putIfAbsent);
    } else {
      to.add(Topic.SESSIONS, session);
    }
  }
}
