package org.vacuumadvisor.workload;

import java.time.Duration;
import java.util.OptionalDouble;
import org.vacuumadvisor.model.Activity;

/// What was done to a table, and in what time.
public record Rates(Activity activity, Period period) {

  /// Rows a second that a later vacuum has to remove: each UPDATE and DELETE leaves one.
  public OptionalDouble deadRowsPerSecond() {
    return perSecond(activity.updated() + activity.deleted());
  }

  public OptionalDouble insertsPerSecond() {
    return perSecond(activity.inserted());
  }

  private OptionalDouble perSecond(long count) {
    var length = period.length().filter(Duration::isPositive);
    return length.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(count * 1e9 / length.get().toNanos());
  }
}
