package org.vacuumadvisor.forecast.cluster;

import java.util.Arrays;

/// Turns seconds into load and back: a second of a busy hour counts for more. A steady load counts
/// as the clock does.
public final class LoadClock {
  static final LoadClock STEADY = new LoadClock(new double[0], new double[0], 0);

  private static final double HOUR = 3600;
  private static final double WEEK = 168 * HOUR;

  private final double[] factors;

  /// The load of a week up to the start of each hour.
  private final double[] before;

  private final double offset;

  private LoadClock(double[] factors, double[] before, double offset) {
    this.factors = factors;
    this.before = before;
    this.offset = offset;
  }

  /// @param offset seconds from the start of the week to the start of the clock
  static LoadClock of(double[] factors, double offset) {
    var before = new double[factors.length + 1];
    for (int hour = 0; hour < factors.length; hour++) {
      before[hour + 1] = before[hour] + factors[hour] * HOUR;
    }
    return new LoadClock(factors, before, offset);
  }

  /// The same week from another second on.
  LoadClock startingAt(double other) {
    return factors.length == 0 ? this : new LoadClock(factors, before, other);
  }

  /// The load from the start until that second.
  public double load(double second) {
    return factors.length == 0 ? second : total(offset + second) - total(offset);
  }

  /// The second at which so much load has come.
  public double second(double load) {
    if (factors.length == 0 || Double.isInfinite(load)) {
      return load;
    }
    double target = total(offset) + load;
    double weeks = Math.floor(target / WEEK);
    double rest = target - weeks * WEEK;
    int found = Arrays.binarySearch(before, rest);
    int hour = Math.min(found >= 0 ? found : -found - 2, factors.length - 1);
    while (hour < factors.length - 1 && factors[hour] <= 0) {
      hour++;
    }
    double within = factors[hour] > 0 ? (rest - before[hour]) / factors[hour] : 0;
    return weeks * WEEK + hour * HOUR + Math.max(0, within) - offset;
  }

  private double total(double second) {
    double weeks = Math.floor(second / WEEK);
    double rest = second - weeks * WEEK;
    int hour = Math.min((int) (rest / HOUR), factors.length - 1);
    return weeks * WEEK + before[hour] + (rest - hour * HOUR) * factors[hour];
  }
}
