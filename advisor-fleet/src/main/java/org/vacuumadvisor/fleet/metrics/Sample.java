package org.vacuumadvisor.fleet.metrics;

import java.util.List;

/// A value of a metric. What is not known has none.
///
/// @param labels the values of the metric's labels, in their order
record Sample(Metric metric, List<String> labels, double value) {
  Sample {
    labels = List.copyOf(labels);
    if (labels.size() != metric.labels().size()) {
      throw new IllegalArgumentException(metric + " has labels " + metric.labels());
    }
  }
}
