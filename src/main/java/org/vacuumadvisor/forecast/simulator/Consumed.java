package org.vacuumadvisor.forecast.simulator;

import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.Pace.LoadClock;

/// The transaction IDs and multixacts given out since the start of the simulation, which follow the
/// load of the server.
///
/// @param clock of the server: tables may have one of their own
record Consumed(Cluster.Consumption rates, LoadClock clock) {
  double xid(double second) {
    return rates.xids() * clock.load(second);
  }

  double multixact(double second) {
    return rates.multixacts() * clock.load(second);
  }

  /// When that ID is given out: before the start where it was by then, never where none are.
  double secondAtXid(double xid) {
    return second(xid, rates.xids());
  }

  /// Likewise.
  double secondAtMultixact(double multixact) {
    return second(multixact, rates.multixacts());
  }

  private double second(double id, double rate) {
    if (rate > 0) {
      return clock.second(id / rate);
    }
    return id <= 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
  }
}
