package org.vacuumadvisor.forecast;

import java.time.Duration;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.simulator.Engine;
import org.vacuumadvisor.forecast.simulator.Trajectory;

/// Runs the simulator.
public final class Simulation {
  static final int SPANS = 120;

  private static final Duration LONGEST = Duration.ofDays(3650);

  private Simulation() {}

  /// What becomes of a cluster in that time. The same comes out every time.
  ///
  /// @throws IllegalArgumentException if the time is none, or longer than ten years; the message is
  ///   for the user
  public static Trajectory run(Cluster cluster, Duration length) {
    return run(cluster, length, SPANS);
  }

  /// The same with series of so many spans.
  public static Trajectory run(Cluster cluster, Duration length, int spans) {
    if (!length.isPositive() || length.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "a simulation of %s is out of range: up to ten years".formatted(length));
    }
    if (spans < 1) {
      throw new IllegalArgumentException("a series has one span at least");
    }
    return new Engine(cluster, (double) length.toMillis() / 1e3, spans).run();
  }
}
