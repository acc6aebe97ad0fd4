package org.vacuumadvisor.forecast.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.Forecast;
import org.vacuumadvisor.forecast.WhatIf;
import org.vacuumadvisor.forecast.simulator.Series;
import org.vacuumadvisor.forecast.simulator.TableTrajectory;
import org.vacuumadvisor.forecast.simulator.Trajectory;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Curve;
import org.vacuumadvisor.report.Part.Level;
import org.vacuumadvisor.report.Part.Lines;
import org.vacuumadvisor.report.Part.Point;
import org.vacuumadvisor.unit.Quantities;

/// The charts of a simulation: each figure over time, as it is and changed, with the doubt about
/// it.
record SimulationCharts(WhatIf whatIf) {

  /// @param all whether there is room for more than the two most telling
  List<Part> parts(boolean all) {
    var first =
        Stream.<Part>of(
            lines(
                "Dead rows",
                "Of all tables together, averages of %s each.".formatted(span()),
                Measure.ROWS,
                SimulationCharts::dead),
            lines(
                "Size",
                "Of all tables with their indexes.",
                Measure.BYTES,
                SimulationCharts::sizes));
    var others =
        Stream.<Part>of(
            lines(
                "Worker time",
                "100 % is one worker at work all the time.",
                Measure.SHARE,
                each -> values(each.busyWorkers())),
            lines(
                "Read by vacuum",
                "Pages not found in shared buffers.",
                Measure.BYTES_A_SECOND,
                each -> values(each.readBytes())),
            lines(
                "Dirtied by vacuum",
                "Pages that were clean before.",
                Measure.BYTES_A_SECOND,
                each -> values(each.dirtiedBytes())),
            lines(
                "Oldest age",
                "The age of the table that is farthest behind in freezing.",
                Measure.TRANSACTION_IDS,
                SimulationCharts::ages));
    return (all ? Stream.concat(first, others) : first).toList();
  }

  private String span() {
    return Quantities.duration(whatIf.today().likely().busyWorkers().step());
  }

  private Lines lines(
      String title, String caption, Measure measure, Function<Trajectory, double[]> figure) {
    var curves = new ArrayList<Curve>();
    curves.add(
        curve(whatIf.isChanged() ? "as it is" : "simulated", whatIf.today(), measure, figure));
    if (whatIf.isChanged()) {
      curves.add(curve("changed", whatIf.then(), measure, figure));
    }
    return new Lines(
        title, caption, measure, whatIf.today().likely().length(), curves, List.<Level>of());
  }

  private static Curve curve(
      String label, Forecast forecast, Measure measure, Function<Trajectory, double[]> figure) {
    var likely = figure.apply(forecast.likely());
    var corners = forecast.corners().stream().map(figure).toList();
    double step = (double) forecast.likely().busyWorkers().step().toMillis() / 1e3;
    var points = new ArrayList<Point>();
    double peak = 0;
    double sum = 0;
    for (int at = 0; at < likely.length; at++) {
      double low = likely[at];
      double high = likely[at];
      for (var corner : corners) {
        if (at < corner.length) {
          low = Math.min(low, corner[at]);
          high = Math.max(high, corner[at]);
        }
      }
      points.add(new Point(step * (at + 0.5), likely[at], low, high));
      peak = Math.max(peak, likely[at]);
      sum += likely[at];
    }
    double mean = likely.length == 0 ? 0 : sum / likely.length;
    return new Curve(
        label, points, "peak %s, mean %s".formatted(measure.text(peak), measure.text(mean)));
  }

  private static double[] values(Series series) {
    var values = new double[series.size()];
    for (int at = 0; at < values.length; at++) {
      values[at] = series.at(at);
    }
    return values;
  }

  private static double[] dead(Trajectory trajectory) {
    return sum(trajectory, TableTrajectory::meanDead);
  }

  private static double[] sizes(Trajectory trajectory) {
    var heap = sum(trajectory, TableTrajectory::heapBytes);
    var index = sum(trajectory, TableTrajectory::indexBytes);
    for (int at = 0; at < heap.length; at++) {
      heap[at] += index[at];
    }
    return heap;
  }

  private static double[] ages(Trajectory trajectory) {
    var oldest = new double[trajectory.busyWorkers().size()];
    for (var table : trajectory.tables()) {
      for (int at = 0; at < oldest.length; at++) {
        oldest[at] = Math.max(oldest[at], table.xidAge().at(at));
      }
    }
    return oldest;
  }

  private static double[] sum(Trajectory trajectory, Function<TableTrajectory, Series> figure) {
    var sums = new double[trajectory.busyWorkers().size()];
    for (var table : trajectory.tables()) {
      var series = figure.apply(table);
      for (int at = 0; at < sums.length; at++) {
        sums[at] += series.at(at);
      }
    }
    return sums;
  }
}
