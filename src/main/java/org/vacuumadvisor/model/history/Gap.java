package org.vacuumadvisor.model.history;

import java.time.Duration;
import java.time.Instant;

/// The time between two automatic vacuums of a table.
///
/// @param from when the earlier one ended
/// @param to when the later one began
/// @param place of the later one
public record Gap(Instant from, Instant to, Place place) {
  public Duration length() {
    return Duration.between(from, to);
  }
}
