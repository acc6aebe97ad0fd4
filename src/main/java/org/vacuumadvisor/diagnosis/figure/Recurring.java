package org.vacuumadvisor.diagnosis.figure;

import java.time.Duration;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Occurrences;

/// Whether a message of the server comes again and again, or came a few times in a long log.
public final class Recurring {
  private Recurring() {}

  /// Whether it came at least once a day on average, from its first time to its last. Our choice:
  /// the server tells it of a single round of autovacuum, which comes a thousand times a day.
  /// Without times, what was told often enough counts.
  public static boolean isDaily(Occurrences told) {
    var first = Moments.of(told.first());
    var last = Moments.of(told.last());
    return first.isEmpty()
        || last.isEmpty()
        || Duration.between(first.get(), last.get())
                .compareTo(Duration.ofDays(1).multipliedBy(told.count()))
            <= 0;
  }
}
