package org.vacuumadvisor.fleet.history;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// Figures of the past in words; what is not known is said to be.
final class Amounts {
  private Amounts() {}

  static String count(OptionalLong count) {
    return count.isPresent() ? Quantities.count(count.getAsLong()) : "not known";
  }

  static String count(OptionalDouble count) {
    return count.isPresent() ? Quantities.count(count.getAsDouble()) : "not known";
  }

  static String seconds(OptionalDouble seconds) {
    return seconds.isPresent() ? Quantities.seconds(seconds.getAsDouble()) : "not known";
  }

  static String size(OptionalLong bytes) {
    return bytes.isPresent() ? new Bytes(bytes.getAsLong()).toString() : "not known";
  }

  static String growth(OptionalLong bytes) {
    if (bytes.isEmpty()) {
      return "not known";
    }
    long grown = bytes.getAsLong();
    return grown == 0 ? "none" : (grown > 0 ? "+" : "-") + new Bytes(Math.abs(grown));
  }
}
