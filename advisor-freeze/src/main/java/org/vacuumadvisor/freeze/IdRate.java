package org.vacuumadvisor.freeze;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.vacuumadvisor.forecast.cluster.Rhythm;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// How fast IDs of one kind are given out.
///
/// @param perSecond of an average hour
/// @param rhythm how it goes up and down within a week
/// @param over the time it was seen over
/// @param source the views and columns it was read from
public record IdRate(
    Wraparound ids, double perSecond, Rhythm rhythm, Basis basis, Duration over, String source) {
  /// What lies farther in the future than this has no date.
  private static final double FARTHEST_DAYS = 100 * 365.25;

  private static final double SECONDS_A_DAY = 86_400;

  /// A rate is good for so many times as long as it was measured: a convention of ours.
  private static final int FARTHEST = 100;

  /// What a rate is worth.
  public enum Basis {
    /// The difference of two surveys, or of two reports of vacuums.
    MEASURED,
    /// No more than this: from the age of what was vacuumed a known time ago. Dates that follow
    /// from it are the earliest possible.
    AT_MOST
  }

  /// IDs given out in a day.
  public double perDay() {
    return perSecond * SECONDS_A_DAY;
  }

  /// IDs given out between two moments, rounded up: a plan must not come late by one.
  public XidAge between(Instant from, Instant to) {
    return new XidAge((long) Math.ceil(perSecond * Math.max(0, rhythm.pace().load(from, to))));
  }

  /// When something `age` old at `now` will be `limit` old; empty if never, or not within what a
  /// calendar can hold.
  public Optional<Instant> reaches(XidAge limit, XidAge age, Instant now) {
    var days = Wraparound.daysTo(limit, age, perSecond);
    return days.isPresent() && days.getAsDouble() <= FARTHEST_DAYS
        ? Optional.of(
            now.plusMillis(
                (long) (rhythm.pace().seconds(now, days.getAsDouble() * SECONDS_A_DAY) * 1000)))
        : Optional.empty();
  }

  /// Whether a date that follows from it can be named. One that lies too far beyond the time it was
  /// measured over cannot; an upper bound gives the earliest date, however far.
  public boolean dates(Instant when, Instant now) {
    return basis == Basis.AT_MOST
        || Duration.between(now, when).compareTo(over.multipliedBy(FARTHEST)) <= 0;
  }

  /// How long it would have to be measured to name that date, in whole days from two on.
  public Duration neededFor(Duration away) {
    var needed = away.dividedBy(FARTHEST);
    return needed.toDays() < 2
        ? Duration.ofMinutes(1 + needed.toMinutes())
        : Duration.ofDays(1 + needed.toDays());
  }

  /// `129.6 million transaction IDs a day, measured over 2 h`.
  public String words() {
    var noun = ids == Wraparound.TRANSACTIONS ? "transaction IDs" : "multixact IDs";
    return switch (basis) {
      case MEASURED ->
          "%s %s a day, measured over %s"
              .formatted(Quantities.count(perDay()), noun, Quantities.duration(over));
      case AT_MOST ->
          "at most %s %s a day, over the last %s"
              .formatted(Quantities.count(perDay()), noun, Quantities.duration(over));
    };
  }
}
