package org.vacuumadvisor.forecast.simulator;

import org.vacuumadvisor.forecast.cluster.Cluster;

/// The transaction IDs and multixacts given out since the start of the simulation, which follow the
/// load.
record Consumed(Cluster.Consumption rates) {

  double xid(double load) {
    return rates.xids() * load;
  }

  double multixact(double load) {
    return rates.multixacts() * load;
  }

  double loadAtXid(double xid) {
    return at(xid, rates.xids());
  }

  double loadAtMultixact(double multixact) {
    return at(multixact, rates.multixacts());
  }

  private static double at(double id, double rate) {
    return id <= 0 ? 0 : rate > 0 ? id / rate : Double.POSITIVE_INFINITY;
  }
}
