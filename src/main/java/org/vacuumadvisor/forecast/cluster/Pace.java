package org.vacuumadvisor.forecast.cluster;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/// How the load goes up and down within a week: a factor for each hour, from Monday 0 o'clock UTC.
/// Their mean is 1.
public final class Pace {
  static final int HOURS = 168;
  private static final double HOUR = 3600;
  private static final double WEEK = HOURS * HOUR;

  /// The same load at all hours.
  public static final Pace STEADY = new Pace(Collections.nCopies(HOURS, 1.0));

  private final List<Double> factors;

  /// The load of a week up to the start of each hour; empty where all hours are alike.
  private final double[] before;

  /// Factors are brought to a mean of 1.
  ///
  /// @throws IllegalArgumentException if there are not 168, or one is negative, or all are 0
  public Pace(List<Double> factors) {
    double mean = factors.stream().mapToDouble(each -> each).average().orElse(0);
    if (factors.size() != HOURS || factors.stream().anyMatch(each -> !(each >= 0)) || mean <= 0) {
      throw new IllegalArgumentException("a week has 168 hours, none of them below zero");
    }
    this.factors = factors.stream().map(each -> each / mean).toList();
    before = new double[isSteady() ? 0 : HOURS + 1];
    for (int hour = 1; hour < before.length; hour++) {
      before[hour] = before[hour - 1] + this.factors.get(hour - 1) * HOUR;
    }
  }

  public List<Double> factors() {
    return factors;
  }

  public boolean isSteady() {
    return factors.stream().allMatch(each -> Math.abs(each - 1) < 1e-9);
  }

  /// How much load comes between two moments, in seconds of an average hour.
  public double load(Instant from, Instant to) {
    return from(from).load(seconds(from, to));
  }

  /// After how many seconds so much load has come, in seconds of an average hour.
  public double seconds(Instant from, double load) {
    return from(from).second(load);
  }

  /// A clock that runs with the load from that moment on.
  public LoadClock from(Instant start) {
    var utc = start.atOffset(ZoneOffset.UTC);
    int hour = (utc.getDayOfWeek().getValue() - 1) * 24 + utc.getHour();
    var full = utc.withMinute(0).withSecond(0).withNano(0).toInstant();
    return new LoadClock(hour * HOUR + seconds(full, start));
  }

  private static double seconds(Instant from, Instant to) {
    return (double) Duration.between(from, to).toMillis() / 1e3;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Pace pace && factors.equals(pace.factors);
  }

  @Override
  public int hashCode() {
    return factors.hashCode();
  }

  /// Turns seconds into load and back: a second of a busy hour counts for more. A steady load
  /// counts as the clock does.
  public final class LoadClock {
    private final double offset;

    /// @param offset seconds from the start of the week to the start of the clock
    private LoadClock(double offset) {
      this.offset = offset;
    }

    /// The load from the start until that second.
    public double load(double second) {
      return before.length == 0 ? second : total(offset + second) - total(offset);
    }

    /// The second at which so much load has come.
    public double second(double load) {
      if (before.length == 0 || Double.isInfinite(load)) {
        return load;
      }
      double target = total(offset) + load;
      double weeks = Math.floor(target / WEEK);
      double rest = target - weeks * WEEK;
      int found = Arrays.binarySearch(before, rest);
      int hour = Math.min(found >= 0 ? found : -found - 2, HOURS - 1);
      while (hour < HOURS - 1 && factors.get(hour) <= 0) {
        hour++;
      }
      double within = factors.get(hour) > 0 ? (rest - before[hour]) / factors.get(hour) : 0;
      return weeks * WEEK + hour * HOUR + Math.max(0, within) - offset;
    }

    private double total(double second) {
      double weeks = Math.floor(second / WEEK);
      double rest = second - weeks * WEEK;
      int hour = Math.min((int) (rest / HOUR), HOURS - 1);
      return weeks * WEEK + before[hour] + (rest - hour * HOUR) * factors.get(hour);
    }
  }
}
