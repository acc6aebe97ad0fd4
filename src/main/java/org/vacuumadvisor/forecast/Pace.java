package org.vacuumadvisor.forecast;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;

/// How the load goes up and down within a week: a factor for each hour, from Monday 0 o'clock UTC.
/// Their mean is 1.
public record Pace(List<Double> factors) {
  private static final int HOURS = 168;
  private static final double HOUR = 3600;

  /// The same load at all hours.
  public static final Pace STEADY = new Pace(Collections.nCopies(HOURS, 1.0));

  /// Factors are brought to a mean of 1.
  ///
  /// @throws IllegalArgumentException if there are not 168, or one is negative, or all are 0
  public Pace {
    double mean = factors.stream().mapToDouble(each -> each).average().orElse(0);
    if (factors.size() != HOURS || factors.stream().anyMatch(each -> !(each >= 0)) || mean <= 0) {
      throw new IllegalArgumentException("a week has 168 hours, none of them below zero");
    }
    factors = factors.stream().map(each -> each / mean).toList();
  }

  /// A clock that runs with the load from that moment on.
  LoadClock from(Instant start) {
    if (factors.stream().allMatch(each -> Math.abs(each - 1) < 1e-9)) {
      return LoadClock.STEADY;
    }
    var utc = start.atOffset(ZoneOffset.UTC);
    int hour = (utc.getDayOfWeek().getValue() - 1) * 24 + utc.getHour();
    var full = utc.withMinute(0).withSecond(0).withNano(0).toInstant();
    double within = (double) Duration.between(full, start).toMillis() / 1e3;
    return LoadClock.of(factors.stream().mapToDouble(each -> each).toArray(), hour * HOUR + within);
  }
}
