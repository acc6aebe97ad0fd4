package org.vacuumadvisor.freeze;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

/// When one of the limits is reached.
///
/// @param at the limit
/// @param age how old the oldest ID is now
/// @param when the time of the survey where it is reached; empty where no rate is known or it is
///   far
public record Deadline(Wraparound ids, Limit limit, XidAge at, XidAge age, Optional<Instant> when) {

  /// The one of a limit that is reached first.
  public static Optional<Deadline> first(List<Deadline> some, Limit limit) {
    return some.stream()
        .filter(each -> each.limit() == limit)
        .min(
            Comparator.comparing(Deadline::isReached)
                .reversed()
                .thenComparing(each -> each.when().orElse(Instant.MAX))
                .thenComparing(Deadline::left));
  }

  /// How many IDs are left; none where the limit is reached.
  public XidAge left() {
    return isReached() ? XidAge.NONE : at.minus(age);
  }

  /// The same, but negative where the limit is passed.
  long margin() {
    return at.count() - age.count();
  }

  /// By PostgreSQL's comparisons: an age equal to a limit has not passed it.
  public boolean isReached() {
    return age.exceeds(at);
  }

  /// The ages at which something happens that was not asked for.
  public enum Limit {
    /// `autovacuum_freeze_max_age`: past it autovacuum comes by force and gives way to no lock.
    FORCED,
    /// `vacuum_failsafe_age`: past it a vacuum drops index work and its cost limit, since 14.
    FAILSAFE,
    /// Every statement that takes an ID warns.
    WARNING,
    /// No ID is given out any more.
    STOP
  }
}
