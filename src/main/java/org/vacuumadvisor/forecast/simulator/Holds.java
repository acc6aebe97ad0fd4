package org.vacuumadvisor.forecast.simulator;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.HorizonHold;

/// Who keeps dead rows of which tables, over the time of a simulation
/// (`GetOldestNonRemovableTransactionId()`).
final class Holds {
  private final List<List<Held>> byTable;
  private final Consumed consumed;

  /// A hold over a table.
  ///
  /// @param since seconds before the start
  /// @param until seconds after the start
  /// @param age of its horizon at the start
  private record Held(double since, double until, double age) {}

  Holds(Cluster cluster, Consumed consumed) {
    this.consumed = consumed;
    byTable = new ArrayList<>();
    for (var table : cluster.tables()) {
      byTable.add(
          cluster.holds().stream()
              .filter(hold -> hold.tables().contains(table.key()))
              .map(Holds::held)
              .toList());
    }
  }

  private static Held held(HorizonHold hold) {
    return new Held(
        (double) hold.since().toMillis() / 1e3,
        hold.endsAfter().map(end -> (double) end.toMillis() / 1e3).orElse(Double.POSITIVE_INFINITY),
        (double) hold.age().count());
  }

  /// When holders let go, in order.
  List<Double> ends() {
    return byTable.stream()
        .flatMap(List::stream)
        .map(Held::until)
        .filter(Double::isFinite)
        .distinct()
        .sorted()
        .toList();
  }

  /// The dead rows of a table that must stay.
  double kept(TableState table, double now) {
    double kept = 0;
    var arrivals = table.arrivals;
    for (var held : byTable.get(table.position)) {
      if (held.until > now) {
        double died =
            (table.load() + table.loadUntil(now) + held.since)
                * (arrivals.lastingDead() + arrivals.hotUpdates());
        kept = Math.max(kept, died);
      }
    }
    return Math.min(kept, table.allDead());
  }

  /// The oldest XID that somebody keeps, counted from the start; the newest where nobody does.
  double horizon(TableState table, double now) {
    double horizon = consumed.xid(now);
    for (var held : byTable.get(table.position)) {
      if (held.until > now) {
        horizon = Math.min(horizon, -held.age);
      }
    }
    return horizon;
  }

  /// Queries cannot prune what is held.
  void apply(TableState table, double now) {
    for (var held : byTable.get(table.position)) {
      if (held.until > now) {
        table.unprunable();
        return;
      }
    }
    table.roomChanged();
  }
}
