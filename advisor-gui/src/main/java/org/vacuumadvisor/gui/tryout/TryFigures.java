package org.vacuumadvisor.gui.tryout;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import org.vacuumadvisor.forecast.Band;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.forecast.simulator.ClusterFigures;
import org.vacuumadvisor.forecast.simulator.TableFigures;
import org.vacuumadvisor.forecast.simulator.Trajectory;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.unit.Quantities;

/// What today and what was tried come to, figure by figure.
final class TryFigures {
  private final Trial trial;
  private final TableStart table;
  private final List<Row> rows = new ArrayList<>();

  /// A figure.
  ///
  /// @param then empty where nothing is different
  /// @param change how much it is more or less, in words; empty where it is not
  /// @param range of what was tried, else of today: nine cases in ten are above its low end, nine
  ///   in ten below its high end; empty where it was not simulated
  record Row(String name, String meaning, String today, String then, String change, String range) {}

  private TryFigures(Trial trial, TableStart table) {
    this.trial = trial;
    this.table = table;
  }

  static List<Row> of(Trial trial, TableStart table) {
    var figures = new TryFigures(trial, table);
    figures.addAll();
    return figures.rows;
  }

  private void addAll() {
    ofTable(
        "Vacuums of it a day",
        "How often a worker vacuums this table.",
        TableFigures::vacuumsADay,
        Measure.ROWS_A_SECOND::text);
    ofTable(
        "Dead rows, mean",
        "What every scan of the table reads past, on average over time.",
        TableFigures::meanDead,
        Quantities::count);
    ofTable(
        "Longest wait for a worker",
        "How long the table was past its threshold at most before a worker came.",
        each -> each.longestWait().toMillis() / 1e3,
        Quantities::seconds);
    ofTable(
        "Index scans a vacuum",
        "More than one in a vacuum means that its memory is too small.",
        TableFigures::mostPasses,
        Quantities::number);
    ofServer(
        "Workers busy",
        "Which part of the time of all workers is work.",
        each -> each.busy().fraction(),
        Measure.SHARE::text);
    ofServer(
        "Vacuums of all tables",
        "How many vacuums autovacuum does on the whole server.",
        ClusterFigures::vacuumsADay,
        Quantities::count);
    ofServer(
        "WAL a day",
        "By vacuum, on the whole server; standbys and archives get it, too.",
        ClusterFigures::walBytesADay,
        Measure.BYTES::text);
  }

  private void ofTable(
      String name,
      String meaning,
      ToDoubleFunction<TableFigures> figure,
      DoubleFunction<String> text) {
    add(
        name,
        meaning,
        each ->
            each.table(table.key())
                .map(found -> figure.applyAsDouble(found.figures()))
                .orElse(Double.NaN),
        text);
  }

  private void ofServer(
      String name,
      String meaning,
      ToDoubleFunction<ClusterFigures> figure,
      DoubleFunction<String> text) {
    add(name, meaning, each -> figure.applyAsDouble(each.figures()), text);
  }

  private void add(
      String name,
      String meaning,
      ToDoubleFunction<Trajectory> figure,
      DoubleFunction<String> text) {
    double today = figure.applyAsDouble(trial.today().likely());
    double then = figure.applyAsDouble(trial.then().likely());
    if (Double.isNaN(today) || Double.isNaN(then)) {
      return;
    }
    boolean isSame = trial.isSame();
    rows.add(
        new Row(
            name,
            meaning,
            text.apply(today),
            isSame ? "" : text.apply(then),
            isSame ? "" : change(today, then),
            trial.hasRange() ? range(trial.then().band(figure), text) : ""));
  }

  private static String range(Band band, DoubleFunction<String> text) {
    var low = text.apply(band.low());
    var high = text.apply(band.high());
    return low.equals(high) ? low : low + " – " + high;
  }

  /// `−85 %`, `× 3.2`, `the same`.
  static String change(double today, double then) {
    if (Math.abs(then - today) <= 0.005 * Math.abs(today) || today == then) {
      return "the same";
    }
    if (today == 0) {
      return "more";
    }
    double ratio = then / today;
    return ratio >= 2
        ? "× " + String.format(Locale.ROOT, ratio < 10 ? "%.1f" : "%,.0f", ratio)
        : String.format(Locale.ROOT, "%s%.0f %%", ratio < 1 ? "−" : "+", Math.abs(ratio - 1) * 100);
  }
}
