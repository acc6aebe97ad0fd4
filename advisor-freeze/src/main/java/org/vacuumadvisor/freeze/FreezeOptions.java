package org.vacuumadvisor.freeze;

import java.time.Duration;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.unit.Bytes;

/// What a plan is to go by.
///
/// @param jobs connections of `vacuumdb`
/// @param horizon how far the calendar reaches
/// @param diskPerSecond what the disks read and write for a vacuum
public record FreezeOptions(Windows windows, int jobs, Duration horizon, Bytes diskPerSecond) {
  /// Ours, low on purpose: a network disk of a small cloud server gives about as much.
  public static final Bytes ASSUMED_DISK = Bytes.ofMegabytes(100);

  private static final int USUAL_JOBS = 2;
  private static final Duration USUAL_HORIZON = Duration.ofDays(90);
  private static final int MOST_JOBS = 1000;
  private static final Duration LONGEST = Duration.ofDays(400);

  /// @throws IllegalArgumentException with a sentence for the user if a figure is out of range
  public FreezeOptions {
    if (jobs < 1 || jobs > MOST_JOBS) {
      throw new IllegalArgumentException(
          "%d jobs are out of range: 1 to %d".formatted(jobs, MOST_JOBS));
    }
    if (!horizon.isPositive() || horizon.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "%d days are out of range: 1 to %d".formatted(horizon.toDays(), LONGEST.toDays()));
    }
    if (diskPerSecond.count() <= 0) {
      throw new IllegalArgumentException("disks that read and write nothing cannot freeze");
    }
  }

  /// Every night from two to four by the server's clock, for three months.
  public static FreezeOptions usual(Survey survey) {
    return new FreezeOptions(
        Windows.usual(Windows.zoneOf(survey)), USUAL_JOBS, USUAL_HORIZON, ASSUMED_DISK);
  }

  public FreezeOptions with(Windows other) {
    return new FreezeOptions(other, jobs, horizon, diskPerSecond);
  }
}
