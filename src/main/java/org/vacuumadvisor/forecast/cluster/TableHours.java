package org.vacuumadvisor.forecast.cluster;

import java.time.Duration;
import java.util.Optional;
import org.vacuumadvisor.forecast.cluster.Rhythm.Grain;
import org.vacuumadvisor.model.history.WeekProfile;

/// The hours of one table, where it was looked at often enough to have hours of its own.
public final class TableHours {
  /// Two looks at each hour of a day: as much as [WeekShape] believes beforehand.
  private static final double LEAST_LOOKS = 48;

  private TableHours() {}

  /// The hours at which it was written; empty where it was not looked at often enough.
  ///
  /// @param written to the table; looks that found nothing count as much as others, but a table of
  ///   few rows was not looked at oftener than rows were written
  public static Optional<Pace> of(WeekProfile written) {
    var watched = Duration.ofSeconds(Math.round(written.seconds()));
    if (Math.min((double) written.spells(), written.amount()) < LEAST_LOOKS
        || Grain.of(watched) == Grain.NONE) {
      return Optional.empty();
    }
    var shape = new WeekShape();
    shape.add(written);
    return shape.isEmpty() ? Optional.empty() : shape.pace(Grain.of(watched));
  }
}
