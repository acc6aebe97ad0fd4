package org.vacuumadvisor.forecast.simulator;

import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.cluster.Bisection;
import org.vacuumadvisor.forecast.cluster.ChainsSeen;
import org.vacuumadvisor.forecast.cluster.TableStart;

/// How many dead rows the HOT chains of a table hold in the balance between updates and pruning: by
/// the room of its pages, unless two looks at `n_dead_tup` rule that out.
final class ChainRoom {
  /// Of fewer pages too many may happen to be pruned just before a look.
  private static final double TELLING_PAGES = 100;

  private final Arrivals arrivals;
  private final Footprint footprint;
  private final double doubt;
  private final double least;
  private final double most;

  ChainRoom(TableStart start, Footprint footprint) {
    this.arrivals = start.arrivals();
    this.footprint = footprint;
    var heap = start.heap();
    doubt = heap.doubt().chains();
    var seen = heap.chains();
    boolean chained = arrivals.hotUpdates() > 0;
    least =
        chained
            ? Math.max(
                seen.reached().map(this::reached).orElse(0.0),
                seen.grown().map(this::atLeast).orElse(0.0))
            : 0;
    most =
        chained && heap.pages() >= TELLING_PAGES
            ? seen.grown().map(this::atMost).orElse(Double.POSITIVE_INFINITY)
            : Double.POSITIVE_INFINITY;
  }

  /// Dead rows that all pages hold until they are pruned. What rows do not take up is theirs:
  /// pruning gives back the room of those that are dead. Where that is more than half of a table,
  /// its rows may lie on few pages, and the others have nothing to prune.
  double of(double pages, double live) {
    double empty = footprint.empty(pages, live);
    boolean packed = doubt < 1 && empty > pages / 2;
    double spare = Math.max(0, pages * footprint.usable() - live * footprint.rowBytes());
    double fitting =
        packed ? footprint.chained(pages - empty, live, 0) : footprint.chained(pages, live, spare);
    return Math.max(1, Math.max(least, Math.min(most, fitting))) * doubt;
  }

  /// How many of the dead rows seen were in HOT chains, by the room there is: the others are those
  /// that only a vacuum removes.
  double ofSeen(double dead, double room) {
    double hot = arrivals.hotUpdates();
    return hot > 0
        ? Math.min(
            dead * hot / (hot + arrivals.lastingDead()),
            room * hot / (hot + arrivals.otherUpdates()))
        : 0;
  }

  private double reached(ChainsSeen.Reached seen) {
    double hot = arrivals.hotUpdates();
    return HotChains.room(
        seen.dead(), seen.seconds(), arrivals.lastingDead(), hot, hot + arrivals.otherUpdates());
  }

  /// Pages that fill in step hold twice as many as in balance.
  private double atLeast(ChainsSeen.Grown seen) {
    return chained(seen) / 2 * updatesForEachHot();
  }

  /// As if all that was dead at the first look had been in chains.
  private double atMost(ChainsSeen.Grown seen) {
    double hot = arrivals.hotUpdates();
    double updates = hot + arrivals.otherUpdates();
    double more = Math.max(0, chained(seen));
    if (more >= hot * seen.seconds()) {
      return Double.POSITIVE_INFINITY;
    }
    double low = seen.from() * updatesForEachHot();
    double high = low + 1;
    while (grown(high, updates, seen) < more) {
      high *= 2;
    }
    return Bisection.between(low, high, room -> grown(room, updates, seen) < more);
  }

  private double grown(double room, double updates, ChainsSeen.Grown seen) {
    return new HotChains(room, arrivals.hotUpdates(), updates).after(seen.from(), seen.seconds())
        - seen.from();
  }

  private double chained(ChainsSeen.Grown seen) {
    return Math.max(0, seen.to() - seen.from() - arrivals.lastingDead() * seen.seconds());
  }

  private double updatesForEachHot() {
    return (arrivals.hotUpdates() + arrivals.otherUpdates()) / arrivals.hotUpdates();
  }
}
