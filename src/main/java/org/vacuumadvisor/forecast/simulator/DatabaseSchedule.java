package org.vacuumadvisor.forecast.simulator;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.PriorityQueue;

/// A database that the launcher sends workers to, and which of its tables are due or will be.
final class DatabaseSchedule {
  private final PriorityQueue<Coming> coming = new PriorityQueue<>();

  /// The positions of those that are due.
  private final BitSet due = new BitSet();

  /// All tables of the server by position, in the order of `pg_class`.
  private final List<TableState> tables;

  private final double naptime;

  /// When the launcher comes next, whether something is due or not.
  double next;

  DatabaseSchedule(double first, double naptime, List<TableState> tables) {
    this.tables = tables;
    this.next = first;
    this.naptime = naptime;
  }

  /// From now on the table is expected then, and not at another time it was expected before.
  void add(TableState table, double at) {
    table.dueAt = at;
    if (at < Double.POSITIVE_INFINITY) {
      var _ = coming.add(new Coming(table, at));
    }
  }

  /// The first run, not before `earliest`, that finds a table to work on; infinite if none does.
  double tick(double earliest, boolean[] busy) {
    dropOutdated();
    double from = Double.POSITIVE_INFINITY;
    for (int each = due.nextSetBit(0); each >= 0; each = due.nextSetBit(each + 1)) {
      if (!busy[each]) {
        from = earliest;
        break;
      }
    }
    if (from > earliest && !coming.isEmpty()) {
      from = Math.max(earliest, coming.peek().at());
    }
    if (from <= next || from == Double.POSITIVE_INFINITY) {
      return from == Double.POSITIVE_INFINITY ? from : next;
    }
    return next + Math.ceil((from - next) / naptime - 1e-9) * naptime;
  }

  /// A command has vacuumed the table since.
  private static boolean isOutdated(Coming one) {
    return one.at() != one.table().dueAt;
  }

  private void dropOutdated() {
    while (!coming.isEmpty() && isOutdated(coming.peek())) {
      coming.remove();
    }
  }

  /// The tables that are due now, in the order of `pg_class`.
  List<TableState> list(double now) {
    while (!coming.isEmpty() && coming.peek().at() <= now + 1e-6) {
      var first = coming.remove();
      if (isOutdated(first)) {
        continue;
      }
      var table = first.table();
      due.set(table.position);
      table.dueSince = first.at();
    }
    var list = new ArrayList<TableState>(due.cardinality());
    for (int each = due.nextSetBit(0); each >= 0; each = due.nextSetBit(each + 1)) {
      list.add(tables.get(each));
    }
    return list;
  }

  void launched(double now) {
    next = now + naptime;
  }

  boolean isDue(TableState table) {
    return due.get(table.position);
  }

  void done(TableState table) {
    due.clear(table.position);
  }

  /// Whether the age of one of the tables that are due leaves no choice.
  boolean isAtRisk() {
    return due.stream().anyMatch(each -> tables.get(each).forced());
  }
}
