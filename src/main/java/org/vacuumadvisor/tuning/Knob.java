package org.vacuumadvisor.tuning;

import java.util.List;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.postgres.Setting;

/// Something about autovacuum that one statement changes, with the values worth a try. Doing
/// nothing is always worth one, and not among them.
public sealed interface Knob {

  /// The values, the one nearest to today's first.
  List<Rung> rungs();

  /// How much it takes to change it: what a change of one table takes is 1.
  double effort();

  /// The changes with that value among them.
  Changes turn(Changes changes, Rung rung);

  /// A setting of the server.
  ///
  /// @param needsRestart whether a change takes a restart, which is asked for last
  record OfServer(Setting setting, boolean needsRestart, List<Rung> rungs) implements Knob {
    private static final double RELOAD = 1.5;
    private static final double RESTART = 5;

    public OfServer {
      rungs = List.copyOf(rungs);
    }

    @Override
    public double effort() {
      return needsRestart ? RESTART : RELOAD;
    }

    @Override
    public Changes turn(Changes changes, Rung rung) {
      return changes.with(setting, rung.values().firstEntry().getValue());
    }
  }

  /// Storage parameters of a table that belong together.
  ///
  /// @param what what they decide, for the two that a table may have: its dead, its inserted rows
  record OfTable(RelationKey table, Guard.Kind what, List<Rung> rungs) implements Knob {
    public OfTable {
      rungs = List.copyOf(rungs);
    }

    @Override
    public double effort() {
      return 1;
    }

    @Override
    public Changes turn(Changes changes, Rung rung) {
      var turned = changes;
      for (var each : rung.values().entrySet()) {
        turned = turned.with(table, each.getKey(), each.getValue());
      }
      return turned;
    }
  }
}
