package org.vacuumadvisor.gui.tryout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.Forecast;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.forecast.simulator.Series;
import org.vacuumadvisor.forecast.simulator.TableTrajectory;
import org.vacuumadvisor.forecast.simulator.Trajectory;
import org.vacuumadvisor.postgres.RelationSize;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.unit.Quantities;

/// A table today and with what was tried, drawn on one scale.
record TryCharts(Trial trial, TableStart table) {
  List<Part.Lines> all() {
    return List.of(deadRows(), size());
  }

  private Part.Lines deadRows() {
    return new Part.Lines(
        "Dead rows of " + table.name().sql(),
        "",
        Measure.ROWS,
        trial.length(),
        curves(
            each -> ofTable(each, table -> values(table.peakDead())),
            each ->
                figures(each, table -> Quantities.count(table.figures().peakDead()) + " at most")),
        thresholds());
  }

  private Part.Lines size() {
    return new Part.Lines(
        "Size of " + table.name().sql(),
        "",
        Measure.BYTES,
        trial.length(),
        curves(
            each -> ofTable(each, table -> values(table.heapBytes(), table.indexBytes())),
            each ->
                figures(
                    each,
                    table ->
                        Measure.BYTES.text(
                                table.figures().heapBytes() + table.figures().indexBytes())
                            + " in the end")),
        List.of());
  }

  private List<Part.Curve> curves(
      Function<Trajectory, double[]> values, Function<Trajectory, String> text) {
    var today = curve("as it is", trial.today(), values, text);
    return trial.isSame()
        ? List.of(today)
        : List.of(today, curve("changed", trial.then(), values, text));
  }

  /// What is likely, each value where its span ends, and the range that the corners span.
  private static Part.Curve curve(
      String label,
      Forecast forecast,
      Function<Trajectory, double[]> values,
      Function<Trajectory, String> text) {
    var likely = values.apply(forecast.likely());
    var corners = forecast.corners().stream().map(values).toList();
    double step = seconds(forecast.likely().busyWorkers().step());
    var points = new ArrayList<Part.Point>();
    for (int at = 0; at < likely.length; at++) {
      int span = at;
      var all =
          Stream.concat(Stream.of(likely), corners.stream())
              .filter(each -> span < each.length)
              .mapToDouble(each -> each[span])
              .summaryStatistics();
      points.add(new Part.Point((at + 1) * step, likely[at], all.getMin(), all.getMax()));
    }
    return new Part.Curve(label, points, text.apply(forecast.likely()));
  }

  private List<Part.Level> thresholds() {
    double today = threshold(trial.cluster(), table);
    double then =
        trial
            .changed()
            .table(table.key())
            .map(each -> threshold(trial.changed(), each))
            .orElse(today);
    return today == then
        ? List.of(new Part.Level("threshold", today))
        : List.of(
            new Part.Level("threshold as it is", today), new Part.Level("threshold changed", then));
  }

  /// How many rows may be dead before autovacuum comes.
  static double threshold(Cluster cluster, TableStart table) {
    var heap = table.heap();
    var size =
        new RelationSize(
            heap.reltuples(), Math.round(heap.relpages()), Math.round(heap.relallfrozen()));
    return table.options(cluster.release(), cluster.settings()).trigger().at(size).vacuum();
  }

  private double[] ofTable(Trajectory trajectory, Function<TableTrajectory, double[]> values) {
    return trajectory.table(table.key()).map(values).orElse(new double[0]);
  }

  private String figures(Trajectory trajectory, Function<TableTrajectory, String> words) {
    return trajectory.table(table.key()).map(words).orElse("");
  }

  /// The values of some series together.
  private static double[] values(Series... series) {
    var values = new double[series[0].size()];
    for (int at = 0; at < values.length; at++) {
      int span = at;
      values[at] = Stream.of(series).mapToDouble(each -> each.at(span)).sum();
    }
    return values;
  }

  private static double seconds(Duration duration) {
    return (double) duration.toMillis() / 1000;
  }
}
