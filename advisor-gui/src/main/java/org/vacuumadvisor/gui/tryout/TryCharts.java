package org.vacuumadvisor.gui.tryout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.Cluster;
import org.vacuumadvisor.forecast.Series;
import org.vacuumadvisor.forecast.TableStart;
import org.vacuumadvisor.forecast.TableTrajectory;
import org.vacuumadvisor.forecast.Trajectory;
import org.vacuumadvisor.postgres.RelationSize;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.unit.Quantities;

/// Today and what was tried, drawn on one scale.
final class TryCharts {
  private final Trial trial;
  private final TableStart table;

  TryCharts(Trial trial, TableStart table) {
    this.trial = trial;
    this.table = table;
  }

  Part.Lines deadRows() {
    return new Part.Lines(
        "Dead rows of " + table.name().sql(),
        "",
        Measure.ROWS,
        trial.length(),
        curves(
            each -> ofTable(each, TableTrajectory::peakDead),
            each ->
                figures(each, table -> Quantities.count(table.figures().peakDead()) + " at most")),
        thresholds());
  }

  Part.Lines size() {
    return new Part.Lines(
        "Size of " + table.name().sql(),
        "",
        Measure.BYTES,
        trial.length(),
        curves(
            this::sum,
            each ->
                figures(
                    each,
                    table ->
                        Measure.BYTES.text(
                                table.figures().heapBytes() + table.figures().indexBytes())
                            + " in the end")),
        List.of());
  }

  Part.Lines workers() {
    var limit = workers(trial.changed());
    var levels = new ArrayList<Part.Level>();
    levels.add(new Part.Level("autovacuum_max_workers", limit));
    if (workers(trial.cluster()) != limit) {
      levels.add(new Part.Level("today", workers(trial.cluster())));
    }
    return new Part.Lines(
        "Workers at work",
        "",
        Measure.WORKERS,
        trial.length(),
        curves(
            each -> points(each.busyWorkers()), each -> each.figures().busy() + " of their time"),
        levels);
  }

  Part.Lines work() {
    return new Part.Lines(
        "Read and dirtied by vacuum",
        "",
        Measure.BYTES_A_SECOND,
        trial.length(),
        curves(
            each -> points(each.readBytes(), each.dirtiedBytes()),
            each ->
                Measure.BYTES.text(
                        each.figures().readBytesADay() + each.figures().dirtiedBytesADay())
                    + " a day"),
        List.of());
  }

  private List<Part.Curve> curves(
      Function<Trajectory, List<Part.Point>> points, Function<Trajectory, String> text) {
    var today = new Part.Curve("today", points.apply(trial.today()), text.apply(trial.today()));
    return trial.isSame()
        ? List.of(today)
        : List.of(
            today, new Part.Curve("tried", points.apply(trial.then()), text.apply(trial.then())));
  }

  private List<Part.Level> thresholds() {
    double today = threshold(trial.cluster(), table);
    double then = trial.changed(table).map(each -> threshold(trial.changed(), each)).orElse(today);
    return today == then
        ? List.of(new Part.Level("threshold", today))
        : List.of(
            new Part.Level("threshold today", today), new Part.Level("threshold tried", then));
  }

  /// How many rows may be dead before autovacuum comes.
  static double threshold(Cluster cluster, TableStart table) {
    var heap = table.heap();
    var size =
        new RelationSize(
            heap.reltuples(), Math.round(heap.relpages()), Math.round(heap.relallfrozen()));
    return table.options(cluster.release(), cluster.settings()).trigger().at(size).vacuum();
  }

  private static double workers(Cluster cluster) {
    return cluster.settings().realOrDefault(Setting.AUTOVACUUM_MAX_WORKERS);
  }

  private List<Part.Point> ofTable(
      Trajectory trajectory, Function<TableTrajectory, Series> series) {
    return trajectory.table(table.key()).map(series).map(TryCharts::points).orElse(List.of());
  }

  private List<Part.Point> sum(Trajectory trajectory) {
    return trajectory
        .table(table.key())
        .map(each -> points(each.heapBytes(), each.indexBytes()))
        .orElse(List.of());
  }

  private String figures(Trajectory trajectory, Function<TableTrajectory, String> words) {
    return trajectory.table(table.key()).map(words).orElse("");
  }

  /// The values of some series together, each where its span ends.
  private static List<Part.Point> points(Series... series) {
    var points = new ArrayList<Part.Point>();
    double step = seconds(series[0].step());
    for (int at = 0; at < series[0].size(); at++) {
      int span = at;
      double value = Stream.of(series).mapToDouble(each -> each.at(span)).sum();
      points.add(new Part.Point((at + 1) * step, value));
    }
    return points;
  }

  private static double seconds(Duration duration) {
    return (double) duration.toMillis() / 1000;
  }
}
