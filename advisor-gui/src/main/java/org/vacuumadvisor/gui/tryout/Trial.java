package org.vacuumadvisor.gui.tryout;

import java.time.Duration;
import java.util.Optional;
import org.vacuumadvisor.forecast.Forecast;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.TableStart;

/// Today's settings and others, simulated.
///
/// @param changed the cluster with the other settings
/// @param length what was asked for; a simulation may end before
/// @param today without corners where the range was not simulated (yet)
record Trial(Cluster cluster, Cluster changed, Duration length, Forecast today, Forecast then) {
  /// Whether nothing is different.
  boolean isSame() {
    return cluster.equals(changed);
  }

  /// Whether more was simulated than what is likely.
  boolean hasRange() {
    return !then.corners().isEmpty();
  }

  Optional<TableStart> changed(TableStart table) {
    return changed.table(table.key());
  }
}
