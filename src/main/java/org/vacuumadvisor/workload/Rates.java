package org.vacuumadvisor.workload;

import java.time.Duration;
import java.util.Optional;
import org.vacuumadvisor.model.Activity;

/// What was done to a table, and in what time.
public record Rates(Activity activity, Period period) {
  /// A load, and whatever else comes right after a reset, is no rate.
  private static final Duration LEAST_SINCE_RESET = Duration.ofHours(1);

  /// Rows a second that a later vacuum has to remove: each UPDATE and DELETE leaves one.
  public Optional<Double> deadRowsPerSecond() {
    return perSecond(activity.updated() + activity.deleted());
  }

  /// Rows a second inserted, updated or deleted.
  public Optional<Double> writtenRowsPerSecond() {
    return perSecond(activity.written());
  }

  public Optional<Double> insertsPerSecond() {
    return perSecond(activity.inserted());
  }

  private Optional<Double> perSecond(long count) {
    return period
        .length()
        .filter(Duration::isPositive)
        .filter(this::isLongEnough)
        .map(length -> count * 1e9 / length.toNanos());
  }

  private boolean isLongEnough(Duration length) {
    return switch (period) {
      case Period.Between _ -> true;
      case Period.SinceReset _ -> length.compareTo(LEAST_SINCE_RESET) >= 0;
    };
  }
}
