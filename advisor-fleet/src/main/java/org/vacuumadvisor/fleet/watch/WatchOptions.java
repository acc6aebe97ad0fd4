package org.vacuumadvisor.fleet.watch;

import java.time.Duration;
import java.util.OptionalInt;
import org.vacuumadvisor.source.jdbc.Databases;

/// How servers are watched.
///
/// @param every how often a server is surveyed
/// @param glance how often, in between, it is looked at who holds back the oldest xmin
/// @param atOnce how many servers are looked at at the same time
/// @param statement the longest that one statement may run
/// @param keepDays for how many days the archive keeps what it has; empty: for ever
public record WatchOptions(
    Duration every,
    Duration glance,
    int atOnce,
    Duration statement,
    Databases databases,
    OptionalInt keepDays) {
  /// A server that failed is tried again after twice the time, each time, up to this.
  static final Duration LONGEST_BACK_OFF = Duration.ofMinutes(10);
}
