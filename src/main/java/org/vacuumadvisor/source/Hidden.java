package org.vacuumadvisor.source;

import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;

/// PostgreSQL shows NULL for what a role may not see, as for what never happened. The row says
/// which.
final class Hidden {
  private Hidden() {}

  /// A reading of a row, null in which means "not for you" if the row is hidden from our role.
  static <T> Reading<T> in(boolean hidden, Reading<T> reading) {
    return hidden && reading.equals(Reading.missing(Why.NOT_APPLICABLE))
        ? Reading.missing(Why.NO_PRIVILEGE)
        : reading;
  }
}
