package org.vacuumadvisor.model;

import java.util.Optional;

/// What vacuums waited for, counted over sessions or samples: people sample `pg_stat_activity` and
/// group it by `wait_event`.
///
/// @param event `wait_event`: `VacuumDelay` while a vacuum sleeps for the cost limit
/// @param times how many sessions or samples were seen in it
/// @param relation the table's name where it is told
public record VacuumWait(String event, long times, Optional<String> relation) {
  /// Only vacuums wait for it: `vacuum_delay_point()` in `vacuum.c`.
  public static final String DELAY = "VacuumDelay";

  /// The wait for a pinned page (`LockBufferForCleanup()`), type and event; from 19 an event alone.
  public static final String PIN = "BufferPin";

  /// Whether it is that event, of whatever release.
  public static boolean isPin(String event) {
    return event.equals(PIN) || event.equals("BufferCleanup");
  }

  public boolean isDelay() {
    return event.equals(DELAY);
  }
}
