package org.vacuumadvisor.forecast;

import java.time.Duration;
import java.util.List;
import org.vacuumadvisor.forecast.cluster.Cluster;

/// A server as it is beside the same server with changes.
///
/// @param cluster with those who keep dead rows from being removed, simulated or not
/// @param then the same as `today` where nothing is changed
public record WhatIf(Cluster cluster, Changes changes, Forecast today, Forecast then) {

  /// Simulates both as if nobody kept dead rows from being removed any more. The cluster still
  /// tells who does.
  ///
  /// @throws IllegalArgumentException see [Simulation#run] and [Changes#on]
  public static WhatIf onceReleased(Cluster cluster, Changes changes, Duration length) {
    var released = cluster.withHolds(List.of());
    var today = Forecast.of(released, length);
    return new WhatIf(
        cluster,
        changes,
        today,
        changes.equals(Changes.NONE) ? today : Forecast.of(changes.on(released), length));
  }

  public boolean isChanged() {
    return !changes.equals(Changes.NONE);
  }
}
