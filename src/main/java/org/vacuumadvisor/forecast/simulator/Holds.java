package org.vacuumadvisor.forecast.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
  /// @param left dead rows that a vacuum has had to leave already
  private record Held(double since, double until, double age, double left) {}

  Holds(Cluster cluster, Consumed consumed) {
    this.consumed = consumed;
    byTable = new ArrayList<>();
    for (var table : cluster.tables()) {
      byTable.add(
          cluster.holds().stream()
              .filter(hold -> hold.tables().containsKey(table.key()))
              .map(hold -> held(hold, hold.tables().getOrDefault(table.key(), 0L)))
              .toList());
    }
  }

  private static Held held(HorizonHold hold, double left) {
    return new Held(
        (double) hold.since().toMillis() / 1e3,
        hold.endsAfter().map(end -> (double) end.toMillis() / 1e3).orElse(Double.POSITIVE_INFINITY),
        (double) hold.age().count(),
        left);
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

  private Stream<Held> over(TableState table, double now) {
    return byTable.get(table.position).stream().filter(held -> held.until > now);
  }

  /// The dead rows of a table that must stay.
  double kept(TableState table, double now) {
    double rate = table.arrivals.lastingDead() + table.arrivals.hotUpdates();
    double died = (table.load() + table.loadUntil(now)) * rate;
    return over(table, now)
        .mapToDouble(
            held -> Math.min(table.allDead(), died + Math.max(held.left, held.since * rate)))
        .max()
        .orElse(0);
  }

  /// The oldest XID that somebody keeps, counted from the start; the newest where nobody does.
  double horizon(TableState table, double now) {
    return over(table, now).mapToDouble(held -> -held.age).reduce(consumed.xid(now), Math::min);
  }

  /// Queries cannot prune what is held.
  void apply(TableState table, double now) {
    if (over(table, now).findAny().isPresent()) {
      table.unprunable();
    } else {
      table.roomChanged();
    }
  }
}
