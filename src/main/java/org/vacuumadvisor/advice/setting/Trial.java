package org.vacuumadvisor.advice.setting;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.Simulation;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.forecast.simulator.Series;
import org.vacuumadvisor.forecast.simulator.TableTrajectory;
import org.vacuumadvisor.forecast.simulator.Trajectory;

/// What becomes of the server with some changes, by the simulator.
///
/// @param cluster with the changes
record Trial(Changes changes, Cluster cluster, Trajectory trajectory) {
  /// The first quarter of a simulation still shows what the server was like before it.
  static final int SETTLING = 4;

  static final int SPANS = 24;
  private static final double MILLIS = 1e3;
  private static final double SECONDS_A_DAY = Duration.ofDays(1).toSeconds();

  static Trial of(Cluster cluster, Collection<SettingChange> all, Duration length) {
    var changes = changes(all);
    var changed = changes.on(cluster);
    return new Trial(changes, changed, Simulation.run(changed, length, SPANS));
  }

  /// Whether a cluster takes a change: not of a table that is not in it, nor of a value that the
  /// release refuses.
  static boolean takes(SettingChange change, Cluster cluster) {
    try {
      var _ = changes(List.of(change)).on(cluster);
      return true;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  private static Changes changes(Collection<SettingChange> all) {
    var changes = Changes.NONE;
    for (var each : all) {
      switch (each) {
        case SettingChange.OfServer(var setting, var value) ->
            changes = changes.with(setting, value);
        case SettingChange.OfTable(var relation, var parameters) -> {
          for (var parameter : parameters.entrySet()) {
            changes = changes.with(relation.key(), parameter.getKey(), parameter.getValue());
          }
        }
      }
    }
    return changes;
  }

  double value(Guard guard) {
    return value(guard, trajectory);
  }

  /// The same in another simulation of this cluster; 0 of a table that the simulator does not know.
  double value(Guard guard, Trajectory simulated) {
    var start = cluster.table(guard.table());
    var told = simulated.table(guard.table());
    return start.isEmpty() || told.isEmpty() ? 0 : value(guard.figure(), start.get(), told.get());
  }

  boolean keeps(Guard guard) {
    return !(value(guard) > guard.limit());
  }

  /// The part of all workers' time that is work.
  double busy() {
    return trajectory.busy().fraction();
  }

  /// Bytes that vacuums change in a second, on average.
  double changedBytes() {
    return trajectory.sum(each -> each.dirtiedBytesADay()) / SECONDS_A_DAY;
  }

  private static double value(Effect.Figure figure, TableStart table, TableTrajectory told) {
    var figures = told.figures();
    return switch (figure) {
      case DEAD_ROWS -> settled(told.peakDead());
      case INSERTED_ROWS -> table.arrivals().inserts() * seconds(figures.longestGap());
      case CHANGED_ROWS -> figures.mostChanged();
      case INDEX_PASSES -> figures.mostPasses();
      case ASLEEP ->
          figures.vacuuming().isZero()
              ? 0
              : seconds(figures.asleep()) / seconds(figures.vacuuming());
      case WAIT -> seconds(figures.longestWait());
      case MOVED_UPDATES -> table.arrivals().movedShare();
    };
  }

  /// The highest value once what was there at the start is gone.
  private static double settled(Series series) {
    return IntStream.range(series.size() / SETTLING, series.size())
        .mapToDouble(series::at)
        .max()
        .orElse(0);
  }

  private static double seconds(Duration duration) {
    return (double) duration.toMillis() / MILLIS;
  }
}
