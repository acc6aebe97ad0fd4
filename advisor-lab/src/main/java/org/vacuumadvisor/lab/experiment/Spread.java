package org.vacuumadvisor.lab.experiment;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/// A figure over the rounds of an experiment.
///
/// @param rounds how many rounds there were, at least 1
/// @param median of two rounds the mean
public record Spread(int rounds, double median, double least, double most) {

  /// Of the values of all rounds; `NaN` everywhere if there are none.
  public static Spread of(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    if (sorted.length == 0) {
      return new Spread(0, Double.NaN, Double.NaN, Double.NaN);
    }
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(sorted.length, median, sorted[0], Arrays.stream(sorted).max().orElse(median));
  }

  /// The distance between the extremes, as a part of the median; 0 if the median is 0.
  public double width() {
    return median == 0 ? 0 : (most - least) / median;
  }

  /// Whether there was anything to measure.
  public boolean isKnown() {
    return rounds > 0;
  }
}
