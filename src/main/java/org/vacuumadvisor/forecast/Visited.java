package org.vacuumadvisor.forecast;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;

/// A database that the launcher sends workers to, and which of its tables are due or will be.
final class Visited {
  private final PriorityQueue<Coming> coming =
      new PriorityQueue<>(
          Comparator.comparingDouble(Coming::at).thenComparingInt(each -> each.table().position));

  /// Those that are due, in the order of `pg_class`.
  private final TreeMap<Integer, Coming> due = new TreeMap<>();

  private final double naptime;

  /// When the launcher comes next, whether something is due or not.
  double next;

  /// A table and when it is due.
  record Coming(TableState table, double at) {}

  Visited(double first, double naptime) {
    this.next = first;
    this.naptime = naptime;
  }

  void add(TableState table, double at) {
    if (at < Double.POSITIVE_INFINITY) {
      var _ = coming.add(new Coming(table, at));
    }
  }

  /// The first visit, not before `earliest`, that finds a table to work on; infinite if none does.
  double tick(double earliest, boolean[] busy) {
    double from = Double.POSITIVE_INFINITY;
    for (var each : due.values()) {
      if (!busy[each.table.position]) {
        from = earliest;
        break;
      }
    }
    if (from > earliest && !coming.isEmpty()) {
      from = Math.max(earliest, coming.peek().at);
    }
    if (from <= next || from == Double.POSITIVE_INFINITY) {
      return from == Double.POSITIVE_INFINITY ? from : next;
    }
    return next + Math.ceil((from - next) / naptime - 1e-9) * naptime;
  }

  /// The tables that are due now, in the order of `pg_class`.
  List<TableState> list(double now) {
    while (!coming.isEmpty() && coming.peek().at <= now + 1e-6) {
      var first = coming.remove();
      var _ = due.put(first.table.position, first);
    }
    var list = new ArrayList<TableState>(due.size());
    due.values().forEach(each -> list.add(each.table));
    return list;
  }

  void launched(double now) {
    next = now + naptime;
  }

  boolean isDue(TableState table) {
    return due.containsKey(table.position);
  }

  double dueSince(TableState table) {
    var found = due.get(table.position);
    return found == null ? 0 : found.at;
  }

  void done(TableState table) {
    var _ = due.remove(table.position);
  }

  /// Whether the age of one of the tables that are due leaves no choice.
  boolean isAtRisk() {
    return due.values().stream().anyMatch(each -> each.table.forced());
  }
}
