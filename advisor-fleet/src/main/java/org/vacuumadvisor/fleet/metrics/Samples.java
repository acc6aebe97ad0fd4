package org.vacuumadvisor.fleet.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.model.Reading;

/// Gathers the values of one server. Each series has one value: of two the first counts.
final class Samples {
  private static final double NANOS = 1e9;

  private final String cluster;
  private final Map<Series, Sample> gathered = new LinkedHashMap<>();

  private record Series(Metric metric, List<String> labels) {}

  /// @param cluster the first label of everything
  Samples(String cluster) {
    this.cluster = cluster;
  }

  void add(Metric metric, long count, String... more) {
    add(metric, (double) count, more);
  }

  void add(Metric metric, double value, String... more) {
    var labels = new ArrayList<String>();
    labels.add(cluster);
    labels.addAll(List.of(more));
    add(metric, value, labels);
  }

  /// A value that belongs to a table: its name follows the cluster.
  void add(Metric metric, double value, List<String> labels) {
    var sample = new Sample(metric, labels, value);
    var _ = gathered.putIfAbsent(new Series(metric, sample.labels()), sample);
  }

  /// What is missing is left out.
  void addKnown(Metric metric, Reading<? extends Number> reading, List<String> labels) {
    switch (reading) {
      case Reading.Known<? extends Number>(var value, _) ->
          add(metric, value.doubleValue(), labels);
      case Reading.Missing<? extends Number> _ -> {}
    }
  }

  String cluster() {
    return cluster;
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
