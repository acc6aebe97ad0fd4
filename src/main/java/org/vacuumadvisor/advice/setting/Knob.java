package org.vacuumadvisor.advice.setting;

import java.util.List;
import java.util.stream.IntStream;
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

  /// A setting of the server, or several that only make sense together.
  ///
  /// @param setting the one it is about
  /// @param needsRestart whether a change takes a restart, which is asked for last
  record OfServer(Setting setting, boolean needsRestart, List<Rung> rungs) implements Knob {
    private static final double RELOAD = 1.5;
    private static final double RESTART = 5;

    public OfServer {
      rungs = List.copyOf(rungs);
    }

    /// All it sets.
    public List<Setting> settings() {
      return rungs.stream()
          .flatMap(each -> each.values().keySet().stream())
          .flatMap(each -> Setting.named(each).stream())
          .distinct()
          .toList();
    }

    @Override
    public double effort() {
      return needsRestart ? RESTART : RELOAD;
    }

    @Override
    public Changes turn(Changes changes, Rung rung) {
      var turned = changes;
      for (var each : rung.values().entrySet()) {
        turned = turned.with(Setting.named(each.getKey()).orElse(setting), each.getValue());
      }
      return turned;
    }
  }

  /// Storage parameters of a table that belong together.
  ///
  /// @param what which of its figures they decide: a table has one such knob for each
  record OfTable(RelationKey table, TableFigure what, List<Rung> rungs) implements Knob {
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

  /// A storage parameter that each of several tables gets another value of, at even distances from
  /// what all of them have today, which the last one keeps.
  ///
  /// @param tables the one first that gets the value of the rung
  /// @param today what they have
  record Spread(String parameter, List<RelationKey> tables, long today, List<Rung> rungs)
      implements Knob {
    public Spread {
      tables = List.copyOf(tables);
      rungs = List.copyOf(rungs);
    }

    /// The value of one of the tables.
    public long value(int table, Rung rung) {
      long first = Long.parseLong(rung.values().firstEntry().getValue());
      return first + (today - first) * table / (tables.size() - 1);
    }

    @Override
    public double effort() {
      return tables.size() - 1;
    }

    @Override
    public Changes turn(Changes changes, Rung rung) {
      return IntStream.range(0, tables.size() - 1)
          .boxed()
          .reduce(
              changes,
              (turned, at) ->
                  turned.with(tables.get(at), parameter, Long.toString(value(at, rung))),
              (_, last) -> last);
    }
  }
}
