package org.vacuumadvisor.gui.paste;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// What some runs in a stretch of time come to: those of a table, or of the whole log. Of a run
/// that is partly in it, that part counts.
///
/// @param table empty for the whole log
record RunSums(String table, List<RunLine> runs, TimeSpan span) {

  /// All runs of a log that were at work then.
  static RunSums of(List<RunLine> all, TimeSpan span) {
    return new RunSums("", all.stream().filter(each -> each.isIn(span)).toList(), span);
  }

  /// Those of each table; what took longest first.
  List<RunSums> byTable() {
    var tables =
        runs.stream()
            .collect(
                Collectors.groupingBy(RunLine::table, LinkedHashMap::new, Collectors.toList()));
    return tables.entrySet().stream()
        .map(each -> new RunSums(each.getKey(), each.getValue(), span))
        .sorted(Comparator.comparingDouble(each -> -each.sum(Figure.TOOK)))
        .toList();
  }

  /// Those of a purpose.
  RunSums of(RunLine.Purpose purpose) {
    return new RunSums(table, runs.stream().filter(each -> each.purpose == purpose).toList(), span);
  }

  long count() {
    return runs.size();
  }

  /// Not a number where no run says it, likewise the most.
  double sum(Figure figure) {
    return known(each -> each.figure(figure) * each.partIn(span), Double::sum);
  }

  /// The most that one of them says.
  double most(Figure figure) {
    return known(each -> each.figure(figure), Math::max);
  }

  private double known(ToDoubleFunction<RunLine> figure, DoubleBinaryOperator how) {
    return runs.stream()
        .mapToDouble(figure)
        .filter(each -> !Double.isNaN(each))
        .reduce(how)
        .orElse(Double.NaN);
  }

  /// How many of them were at work at a time, in equal steps: the mean of each step, as the end of
  /// a run is the only moment most logs tell.
  double[] atWork(int steps) {
    var means = new double[steps];
    double step = (double) span.length() / steps;
    for (var run : runs) {
      double begin = Math.max(0, (run.begin - span.from()) / step);
      double end = Math.min(steps, (run.end - span.from()) / step);
      for (int at = (int) begin; run.isTimed && at < end; at++) {
        means[at] += Math.min(end, at + 1) - Math.max(begin, at);
      }
    }
    return means;
  }
}
