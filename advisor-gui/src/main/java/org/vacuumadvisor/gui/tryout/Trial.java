package org.vacuumadvisor.gui.tryout;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.Forecast;
import org.vacuumadvisor.forecast.Simulation;
import org.vacuumadvisor.forecast.WhatIf;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.forecast.report.SimulationCharts;
import org.vacuumadvisor.forecast.simulator.TableTrajectory;
import org.vacuumadvisor.forecast.simulator.Trajectory;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.unit.Quantities;

/// Today's settings and others, simulated.
///
/// @param cluster as it is
/// @param changes what is tried
/// @param length what was asked for; a simulation may end before
record Trial(Cluster cluster, Changes changes, Duration length, Forecast today, Forecast then) {
  private static final int MOST_SPANS = 360;
  private static final int LEAST_SPANS = 60;

  /// Spans of all tables of a simulation together: several figures are kept for each.
  private static final int ALL_SPANS = 600_000;

  /// A difference of less than this part is none.
  private static final double LEAST = 0.005;

  /// How much has to be simulated.
  enum Thoroughness {
    /// What is likely.
    LIKELY,
    /// With more and less load on faster and slower machines.
    RANGE
  }

  /// Simulates a cluster with changes; as it is, it is only simulated if it was not before.
  static Trial of(
      Cluster cluster,
      Changes changes,
      Duration length,
      Thoroughness thoroughness,
      Optional<Trial> before) {
    var today =
        before
            .filter(each -> each.cluster.equals(cluster) && each.length.equals(length))
            .map(Trial::today)
            .filter(each -> thoroughness == Thoroughness.LIKELY || !each.corners().isEmpty())
            .orElseGet(() -> simulated(cluster, length, thoroughness));
    return new Trial(
        cluster,
        changes,
        length,
        today,
        changes.equals(Changes.NONE)
            ? today
            : simulated(changes.on(cluster), length, thoroughness));
  }

  /// Fewer spans where there are many tables, so that a simulation of 10,000 takes some megabytes.
  private static Forecast simulated(Cluster cluster, Duration length, Thoroughness thoroughness) {
    int spans =
        Math.clamp(ALL_SPANS / Math.max(1, cluster.tables().size()), LEAST_SPANS, MOST_SPANS);
    return switch (thoroughness) {
      case LIKELY -> new Forecast(Simulation.run(cluster, length, spans), List.of());
      case RANGE -> Forecast.of(cluster, length, spans);
    };
  }

  /// The same as reports tell it.
  WhatIf whatIf() {
    return new WhatIf(cluster, changes, today, then);
  }

  /// Whether nothing is different.
  boolean isSame() {
    return changes.equals(Changes.NONE);
  }

  /// The cluster with what is tried.
  Cluster changed() {
    return changes.on(cluster);
  }

  /// Why nothing comes of what is tried, a sentence; empty where something does, or where nothing
  /// is tried.
  ///
  /// @param holder who blocks cleanup of the table; empty if nobody does
  String whyTheSame(TableStart table, Optional<String> holder) {
    if (isSame() || isDifferent(table)) {
      return "";
    }
    var name = table.name().sql();
    var own =
        changes.settings().keySet().stream()
            .flatMap(each -> each.storageParameter().stream())
            .filter(each -> table.parameters().text(each).isPresent())
            .toList();
    if (holder.isPresent()) {
      return "Nothing changes while cleanup is blocked by %s.".formatted(holder.get());
    }
    if (!table.options(changed().release(), changed().settings()).state().isOn()) {
      return "Nothing changes: autovacuum is off for %s.".formatted(name);
    }
    if (!own.isEmpty() && own.size() == changes.settings().size()) {
      return "Nothing changes for %s: it has its own %s."
          .formatted(name, String.join(" and ", own));
    }
    return "Nothing changes within %s: %s is vacuumed at the same times. Simulate longer, or look at"
            .formatted(Quantities.duration(length), name)
        + " a table that is written to more.";
  }

  private boolean isDifferent(TableStart table) {
    return isDifferent(Trajectory::vacuums)
        || isDifferent(each -> each.busy().fraction())
        || isDifferent(
            each -> each.table(table.key()).map(found -> found.figures().meanDead()).orElse(0.0));
  }

  private boolean isDifferent(ToDoubleFunction<Trajectory> figure) {
    double now = figure.applyAsDouble(today.likely());
    return Math.abs(figure.applyAsDouble(then.likely()) - now) > LEAST * Math.abs(now);
  }

  /// A table today and with what was tried, drawn on one scale.
  List<Part.Lines> charts(TableStart table) {
    return List.of(
        lines(
            table,
            "Dead rows",
            Measure.ROWS,
            each -> SimulationCharts.values(each.peakDead()),
            thresholds(table)),
        lines(
            table,
            "Size",
            Measure.BYTES,
            each -> SimulationCharts.values(each.heapBytes(), each.indexBytes()),
            List.of()));
  }

  private Part.Lines lines(
      TableStart table,
      String what,
      Measure measure,
      Function<TableTrajectory, double[]> values,
      List<Part.Level> levels) {
    return new Part.Lines(
        "%s of %s".formatted(what, table.name().sql()),
        "",
        measure,
        length,
        new SimulationCharts(whatIf())
            .curves(measure, each -> each.table(table.key()).map(values).orElse(new double[0])),
        levels);
  }

  private List<Part.Level> thresholds(TableStart table) {
    double today = threshold(cluster, table);
    double then =
        changed().table(table.key()).map(each -> threshold(changed(), each)).orElse(today);
    return today == then
        ? List.of(new Part.Level("threshold", today))
        : List.of(
            new Part.Level("threshold as it is", today), new Part.Level("threshold changed", then));
  }

  /// How many rows may be dead before autovacuum comes.
  static double threshold(Cluster cluster, TableStart table) {
    var trigger = table.options(cluster.release(), cluster.settings()).trigger();
    return trigger.at(table.heap().known()).vacuum();
  }
}
