package org.vacuumadvisor.forecast.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
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
public record SimulationCharts(WhatIf whatIf) {
  private static final int MOST_TELLING = 2;

  /// @param isPage whether there is room for all of them, or for the most telling alone
  Stream<Part> parts(boolean isPage) {
    var step = whatIf.today().likely().busyWorkers().step();
    return Stream.<Part>of(
            lines(
                "Dead rows",
                "Of all tables together, averages of %s each.".formatted(Quantities.duration(step)),
                Measure.ROWS,
                each -> sum(each, table -> Stream.of(table.meanDead()))),
            lines(
                "Size",
                "Of all tables with their indexes.",
                Measure.BYTES,
                each -> sum(each, table -> Stream.of(table.heapBytes(), table.indexBytes()))),
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
                SimulationCharts::ages))
        .limit(isPage ? Long.MAX_VALUE : MOST_TELLING);
  }

  private Lines lines(
      String title, String caption, Measure measure, Function<Trajectory, double[]> figure) {
    var length = whatIf.today().likely().length();
    return new Lines(title, caption, measure, length, curves(measure, figure), List.<Level>of());
  }

  /// A figure over time as it is, and changed where something is.
  public List<Curve> curves(Measure measure, Function<Trajectory, double[]> figure) {
    var today =
        curve(whatIf.isChanged() ? "as it is" : "simulated", whatIf.today(), measure, figure);
    return whatIf.isChanged()
        ? List.of(today, curve("changed", whatIf.then(), measure, figure))
        : List.of(today);
  }

  private static Curve curve(
      String label, Forecast forecast, Measure measure, Function<Trajectory, double[]> figure) {
    var likely = figure.apply(forecast.likely());
    var corners = forecast.corners().stream().map(figure).toList();
    double step = (double) forecast.likely().busyWorkers().step().toMillis() / 1e3;
    var points = new ArrayList<Point>();
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
    }
    var all = DoubleStream.of(likely).summaryStatistics();
    double peak = Math.max(0, all.getMax());
    return new Curve(
        label,
        points,
        "peak %s, mean %s".formatted(measure.text(peak), measure.text(all.getAverage())));
  }

  /// The values of some series together.
  public static double[] values(Series... series) {
    return IntStream.range(0, series[0].size())
        .mapToDouble(at -> Stream.of(series).mapToDouble(each -> each.at(at)).sum())
        .toArray();
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

  private static double[] sum(
      Trajectory trajectory, Function<TableTrajectory, Stream<Series>> figures) {
    var series = trajectory.tables().stream().flatMap(figures).toList();
    return IntStream.range(0, trajectory.busyWorkers().size())
        .mapToDouble(at -> series.stream().mapToDouble(each -> each.at(at)).sum())
        .toArray();
  }
}
