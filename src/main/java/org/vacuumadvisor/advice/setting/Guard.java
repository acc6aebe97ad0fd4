package org.vacuumadvisor.advice.setting;

import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.simulator.Trajectory;
import org.vacuumadvisor.model.RelationKey;

/// A bound that a simulated figure should keep to.
public sealed interface Guard {

  /// The most that is good.
  double limit();

  /// Whose word the limit is.
  String because();

  /// The figure in a simulation.
  ///
  /// @param cluster as it was simulated, with its changes
  double value(Cluster cluster, Trajectory trajectory);

  /// How far beyond the limit a value is, in natural logarithms: twice the limit is 0.69.
  default double excess(double value) {
    return value > limit() ? Math.log(value / Math.max(limit(), Double.MIN_NORMAL)) : 0;
  }

  /// Of a table; one that the simulator does not know keeps any bound.
  record OfTable(TableFigure figure, RelationKey table, double limit, String because)
      implements Guard {
    @Override
    public double value(Cluster cluster, Trajectory trajectory) {
      var start = cluster.table(table);
      var told = trajectory.table(table);
      return start.isEmpty() || told.isEmpty() ? 0 : figure.of(start.get(), told.get());
    }
  }

  /// Of the whole server.
  record OfServer(ServerFigure figure, double limit, String because) implements Guard {
    @Override
    public double value(Cluster cluster, Trajectory trajectory) {
      return figure.of(cluster, trajectory);
    }
  }
}
