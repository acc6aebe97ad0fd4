package org.vacuumadvisor.fleet.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Reading;

/// Gathers the values of one server. Each series has one value: of two the first counts.
final class Samples {
  private static final double NANOS = 1e9;

  private final String cluster;
  private final Map<Series, Sample> gathered = new LinkedHashMap<>();

  private record Series(Metric metric, List<String> labels) {}

  /// A value of a metric. What is not known has none.
  ///
  /// @param labels the values of the metric's labels, in their order
  record Sample(Metric metric, List<String> labels, double value) {
    Sample {
      labels = List.copyOf(labels);
      if (labels.size() != metric.labels().size()) {
        throw new IllegalArgumentException(metric.name() + " has labels " + metric.labels());
      }
    }
  }

  /// @param cluster the first label of everything
  Samples(String cluster) {
    this.cluster = cluster;
  }

  /// @param name as `metrics.txt` has it
  /// @param more the values of the labels behind the cluster
  void add(String name, double value, String... more) {
    var labels = Stream.concat(Stream.of(cluster), Stream.of(more)).toList();
    var sample = new Sample(Metric.of(name), labels, value);
    var _ = gathered.putIfAbsent(new Series(sample.metric(), labels), sample);
  }

  void add(String name, long count, String... more) {
    add(name, (double) count, more);
  }

  /// What is missing is left out.
  void add(String name, Reading<? extends Number> reading, String... more) {
    reading.known().ifPresent(value -> add(name, value.doubleValue(), more));
  }

  List<Sample> list() {
    return List.copyOf(gathered.values());
  }

  static double seconds(Duration duration) {
    return (double) duration.toNanos() / NANOS;
  }

  /// In Unix time.
  static double seconds(Instant time) {
    return (double) time.getEpochSecond() + time.getNano() / NANOS;
  }
}
