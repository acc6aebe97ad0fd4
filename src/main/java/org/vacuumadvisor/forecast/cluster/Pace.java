package org.vacuumadvisor.forecast.cluster;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;

/// How the load goes up and down within a week: a factor for each hour, from Monday 0 o'clock UTC.
/// Their mean is 1.
public final class Pace {
  static final int HOURS = 168;
  private static final double HOUR = 3600;

  /// The same load at all hours.
  public static final Pace STEADY = new Pace(Collections.nCopies(HOURS, 1.0));

  private final List<Double> factors;

  /// From Monday 0 o'clock on.
  private final LoadClock week;

  /// Factors are brought to a mean of 1.
  ///
  /// @throws IllegalArgumentException if there are not 168, or one is negative, or all are 0
  public Pace(List<Double> factors) {
    double mean = factors.stream().mapToDouble(each -> each).average().orElse(0);
    if (factors.size() != HOURS || factors.stream().anyMatch(each -> !(each >= 0)) || mean <= 0) {
      throw new IllegalArgumentException("a week has 168 hours, none of them below zero");
    }
    this.factors = factors.stream().map(each -> each / mean).toList();
    week =
        isSteady()
            ? LoadClock.STEADY
            : LoadClock.of(this.factors.stream().mapToDouble(each -> each).toArray(), 0);
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
    return week.startingAt(hour * HOUR + seconds(full, start));
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
}
