package org.vacuumadvisor.fleet.history;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.vacuumadvisor.unit.Quantities;

/// Figures of the past for people; what is not known is said to be.
final class Figures {
  static final String UNKNOWN = "not known";

  private Figures() {}

  static String count(OptionalLong count) {
    return count.isPresent() ? Quantities.count(count.getAsLong()) : UNKNOWN;
  }

  static String seconds(OptionalDouble seconds) {
    return seconds.isPresent() ? Quantities.seconds(seconds.getAsDouble()) : UNKNOWN;
  }
}
