package org.vacuumadvisor.forecast;

import java.time.Duration;

/// A server as it is beside the same server with changes.
///
/// @param then the same as `today` where nothing is changed
public record WhatIf(Cluster cluster, Changes changes, Forecast today, Forecast then) {

  /// Simulates both.
  ///
  /// @throws IllegalArgumentException see [Simulation#run]
  public static WhatIf of(Cluster cluster, Changes changes, Duration length) {
    var changed = changes.on(cluster);
    var today = Forecast.of(cluster, Changes.NONE, length);
    return new WhatIf(
        cluster,
        changes,
        today,
        changes.equals(Changes.NONE) ? today : Forecast.of(changed, Changes.NONE, length));
  }

  public boolean isChanged() {
    return !changes.equals(Changes.NONE);
  }
}
