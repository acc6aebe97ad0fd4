package org.vacuumadvisor.gui.tryout;

import java.time.Duration;
import java.util.Optional;
import org.vacuumadvisor.forecast.Cluster;
import org.vacuumadvisor.forecast.TableStart;
import org.vacuumadvisor.forecast.Trajectory;

/// Today's settings and others, simulated.
///
/// @param changed the cluster with the other settings
/// @param length what was asked for; a simulation may end before
record Trial(Cluster cluster, Cluster changed, Duration length, Trajectory today, Trajectory then) {
  /// Whether nothing is different.
  boolean isSame() {
    return cluster.equals(changed);
  }

  Optional<TableStart> changed(TableStart table) {
    return changed.table(table.key());
  }
}
