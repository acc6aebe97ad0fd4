package org.vacuumadvisor.forecast.trajectory;

import java.time.Duration;
import java.time.Instant;

/// A figure over time: one value for each of a number of equal spans.
public final class Series {
  private final Instant start;
  private final double seconds;
  private final float[] values;

  /// The values of spans of so many seconds, the first from `start` on.
  public Series(Instant start, double seconds, float[] values) {
    this.start = start;
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

  /// When that span begins.
  public Instant time(int span) {
    return start.plusMillis(Math.round(seconds * span * 1e3));
  }

  /// How long a span is.
  public Duration step() {
    return Duration.ofMillis(Math.round(seconds * 1e3));
  }

  public double highest() {
    double highest = 0;
    for (float value : values) {
      highest = Math.max(highest, value);
    }
    return highest;
  }

  /// The value of the last span; 0 of none.
  public double last() {
    return values.length == 0 ? 0 : values[values.length - 1];
  }
}
