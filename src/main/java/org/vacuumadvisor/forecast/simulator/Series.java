package org.vacuumadvisor.forecast.simulator;

import java.time.Duration;

/// A figure over time: one value for each of a number of equal spans.
public final class Series {
  private final double seconds;
  private final float[] values;

  /// The values of spans of so many seconds.
  public Series(double seconds, float[] values) {
    this.seconds = seconds;
    this.values = values;
  }

  public int size() {
    return values.length;
  }

  /// The value of that span.
  public double at(int span) {
    return values[span];
  }

  /// How long a span is.
  public Duration step() {
    return Duration.ofMillis(Math.round(seconds * 1e3));
  }
}
