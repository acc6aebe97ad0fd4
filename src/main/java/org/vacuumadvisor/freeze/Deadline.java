package org.vacuumadvisor.freeze;

import java.time.Instant;
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

  /// How many IDs are left; none where the limit is reached.
  public XidAge left() {
    return isReached() ? XidAge.NONE : at.minus(age);
  }

  /// By PostgreSQL's comparisons: an age equal to a limit has not passed it, but an old enough
  /// table is.
  public boolean isReached() {
    return switch (limit) {
      case AGGRESSIVE -> age.compareTo(at) >= 0;
      case FORCED, FAILSAFE, WARNING, STOP -> age.exceeds(at);
    };
  }
}
