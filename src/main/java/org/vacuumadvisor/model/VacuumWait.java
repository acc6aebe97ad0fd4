package org.vacuumadvisor.model;

import java.util.Optional;
import java.util.Set;

/// What vacuums waited for, counted over sessions or samples: people sample `pg_stat_activity` and
/// group it by `wait_event`.
///
/// @param event `wait_event`: `VacuumDelay` while a vacuum sleeps for the cost limit
/// @param times how many sessions or samples were seen in it
/// @param relation the table's name where it is told
public record VacuumWait(String event, long times, Optional<String> relation) {
  /// Only vacuums wait for it: `vacuum_delay_point()` in `vacuum.c`.
  public static final String DELAY = "VacuumDelay";

  /// What a vacuum waits in for a page that somebody has pinned (`LockBufferForCleanup()`): its
  /// name changed in 19.
  private static final Set<String> PINS = Set.of("BufferPin", "BufferCleanup");

  /// Whether it is the wait for a page that somebody has pinned.
  public static boolean isPin(String event) {
    return PINS.contains(event);
  }

  public boolean isDelay() {
    return event.equals(DELAY);
  }
}
