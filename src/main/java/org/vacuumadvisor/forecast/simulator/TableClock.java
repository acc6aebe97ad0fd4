package org.vacuumadvisor.forecast.simulator;

import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.cluster.Slowdown;
import org.vacuumadvisor.forecast.rhythm.LoadClock;

/// Turns seconds into the load of a table and back. Where dead rows slow its clients down, it goes
/// by what is dead at the last event: from there on dead rows grow with the load, and the time that
/// it takes with the square of it.
final class TableClock {
  private static final double TINY = 1e-12;

  private final LoadClock hours;
  private final @Nullable Slowdown slowdown;

  /// How long a unit of load takes without dead rows, in units of the load that was counted.
  private final double unhindered;

  /// The last event.
  private double second;

  private double load;

  /// How long a unit of load takes there, and how much longer after each unit more.
  private double each = 1;

  private double growing;

  TableClock(LoadClock hours, @Nullable Slowdown slowdown, Arrivals counted) {
    this.hours = hours;
    this.slowdown = counted.modified() > 0 ? slowdown : null;
    unhindered = slowdown == null ? 1 : counted.modified() / slowdown.rowsASecond();
  }

  /// So much has come by now.
  double load() {
    return load;
  }

  /// The load up to a second that is no earlier than the last event.
  double load(double until) {
    if (slowdown == null) {
      return hours.load(until);
    }
    double time = hours.load(until) - hours.load(second);
    return load
        + (growing < TINY
            ? time / each
            : (Math.sqrt(each * each + 2 * growing * time) - each) / growing);
  }

  /// The second at which so much load has come, no less than at the last event.
  double second(double reached) {
    if (slowdown == null || Double.isInfinite(reached)) {
      return hours.second(reached);
    }
    double more = reached - load;
    return hours.second(hours.load(second) + more * (each + growing * more / 2));
  }

  /// The load from a second in the past until the last event, as if it had come as fast then as on
  /// average since the start.
  double since(double from) {
    double time = hours.load(second) - hours.load(from);
    double sinceStart = hours.load(second);
    return slowdown == null ? time : sinceStart > 0 ? time * load / sinceStart : time / each;
  }

  boolean slowsDown() {
    return slowdown != null;
  }

  /// An event.
  void at(double now, double reached) {
    second = now;
    load = reached;
  }

  /// So many rows are dead at the last event.
  ///
  /// @param dying for each unit of load
  void dead(double dead, double dying) {
    if (slowdown != null) {
      each = unhindered * slowdown.longer(dead);
      growing = unhindered * slowdown.perDeadRow() * dying;
    }
  }
}
