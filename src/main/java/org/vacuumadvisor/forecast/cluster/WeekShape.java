package org.vacuumadvisor.forecast.cluster;

import java.time.Duration;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.vacuumadvisor.forecast.cluster.Rhythm.Grain;
import org.vacuumadvisor.model.history.WeekProfile;

/// Finds the shape of a week in what was counted of several tables. Each counts by how often it was
/// looked at, whatever its size.
///
/// Where little was seen the shape leans to the mean: an hour of the day as if [#PRIOR] more looks
/// had found the mean, an hour of the week as if they had found its hour of the day.
final class WeekShape {
  private static final double PRIOR = 2;
  private static final int DAY = 24;

  /// Looks farther apart than this, on average, say nothing of hours.
  private static final double SPARSE = 6 * 3600.0;

  private final double[] seen = new double[Pace.HOURS];
  private final double[] expected = new double[Pace.HOURS];
  private long spells;
  private int members;
  private double longest;

  /// Rows of a table, or IDs; nothing where too little was looked at.
  void add(WeekProfile profile) {
    if (profile.spells() > 0 && profile.seconds() / (double) profile.spells() <= SPARSE) {
      addDense(profile);
    }
  }

  private void addDense(WeekProfile profile) {
    double all = profile.amount();
    if (!(all > 0)) {
      return;
    }
    double looks = Math.min((double) profile.spells(), all);
    for (int hour = 0; hour < Pace.HOURS; hour++) {
      seen[hour] += looks * profile.amount(hour) / all;
      expected[hour] += looks * profile.seconds(hour) / profile.seconds();
    }
    spells += profile.spells();
    members++;
    longest = Math.max(longest, profile.seconds());
  }

  boolean isEmpty() {
    return members == 0;
  }

  long spells() {
    return spells;
  }

  /// The time over which the member seen for longest was seen, without the gaps.
  Duration watched() {
    return Duration.ofSeconds(Math.round(longest));
  }

  int members() {
    return members;
  }

  Rhythm rhythm(Duration watched, String source) {
    var grain = Grain.of(watched);
    return pace(grain).map(pace -> new Rhythm(pace, grain, watched, source)).orElse(Rhythm.UNKNOWN);
  }

  /// The shape told so finely; empty where hours are not told apart.
  Optional<Pace> pace(Grain grain) {
    return switch (grain) {
      case NONE -> Optional.empty();
      case HOUR_OF_DAY -> Optional.of(pace(this::ofDay));
      case HOUR_OF_WEEK -> Optional.of(pace(this::ofWeek));
    };
  }

  private static Pace pace(IntToDoubleFunction factor) {
    return new Pace(IntStream.range(0, Pace.HOURS).mapToDouble(factor).boxed().toList());
  }

  private double ofDay(int hour) {
    double found = 0;
    double usual = 0;
    for (int at = hour % DAY; at < Pace.HOURS; at += DAY) {
      found += seen[at];
      usual += expected[at];
    }
    return (found + PRIOR) / (usual + PRIOR);
  }

  private double ofWeek(int hour) {
    return (seen[hour] + PRIOR * ofDay(hour)) / (expected[hour] + PRIOR);
  }
}
