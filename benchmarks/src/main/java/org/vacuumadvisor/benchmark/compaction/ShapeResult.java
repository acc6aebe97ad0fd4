package org.vacuumadvisor.benchmark.compaction;

import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.StreamSupport;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;

/// What was measured side by side of one kind of page, in nanoseconds for a page; ratios are those
/// of one iteration, and the one in the middle counts.
///
/// @param tuples on a page; empty where they differ
/// @param survivors their share; empty where it differs
/// @param toC the port's time for each of C's; 0 where there is no C
/// @param gain the sort-based time for each of the sort-free
/// @param ours the sort-free time for each of ours
record ShapeResult(
    String tuples,
    String survivors,
    String order,
    double sorted,
    double sortFree,
    double stride,
    double sortedInC,
    double sortFreeInC,
    double toC,
    double gain,
    double ours) {
  static ShapeResult of(RunResult result) {
    var params = result.getParams();
    boolean recorded = params.getParam("order") == null;
    return new ShapeResult(
        recorded ? "" : params.getParam("tuples"),
        recorded ? "" : params.getParam("survivors") + " %",
        recorded ? "recorded" : params.getParam("order"),
        median(values(result, "sorted")),
        median(values(result, "sortFree")),
        median(values(result, "stride")),
        median(values(result, "sortedInC")),
        median(values(result, "sortFreeInC")),
        ratio(values(result, "sortFree"), values(result, "sortFreeInC")),
        ratio(values(result, "sorted"), values(result, "sortFree")),
        ratio(values(result, "sortFree"), values(result, "stride")));
  }

  /// The kind of page in words.
  String label() {
    return tuples.isEmpty() ? name() : tuples + " tuples, " + survivors + ", " + name();
  }

  String name() {
    return order.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /// JMH gives its results as raw types.
  @SuppressWarnings("rawtypes")
  static double[] values(RunResult result, String metric) {
    return result.getBenchmarkResults().stream()
        .map(BenchmarkResult::getIterationResults)
        .flatMap(iterations -> StreamSupport.stream(iterations.spliterator(), false))
        .map(IterationResult::getSecondaryResults)
        .mapToDouble(results -> results.get(metric).getScore())
        .toArray();
  }

  private static double ratio(double[] values, double[] unit) {
    var ratios = new double[values.length];
    for (int each = 0; each < values.length; each++) {
      ratios[each] = unit[each] == 0 ? 0 : values[each] / unit[each];
    }
    return median(ratios);
  }

  static double median(double[] values) {
    var sorted = DoubleStream.of(values).sorted().toArray();
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
  }
}
