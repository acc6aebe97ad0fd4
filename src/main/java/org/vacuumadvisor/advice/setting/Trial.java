package org.vacuumadvisor.advice.setting;

import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.simulator.Trajectory;

/// What a setup comes to in the simulator.
///
/// @param cluster with the setup's changes
/// @param regret what the search makes small: how far figures are beyond their guards, and how much
///   the setup takes
public record Trial(Setup setup, Cluster cluster, Trajectory trajectory, double regret) {

  /// The figure that a guard bounds.
  public double value(Guard guard) {
    return guard.value(cluster, trajectory);
  }

  /// Whether the guard is kept.
  public boolean keeps(Guard guard) {
    return guard.excess(value(guard)) == 0;
  }
}
