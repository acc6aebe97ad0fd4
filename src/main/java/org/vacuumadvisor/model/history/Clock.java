package org.vacuumadvisor.model.history;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.run.Stamp;

/// Reads the time of a log's entries. A zone that it does not know counts as UTC: the times of one
/// log are right among each other all the same.
final class Clock {
  private static final int SECONDS_END = 19;

  private Clock() {}

  static Optional<Instant> read(Stamp stamp) {
    var text = stamp.timestamp();
    if (text == null || text.length() < SECONDS_END) {
      return Optional.empty();
    }
    try {
      var local = LocalDateTime.parse(text.substring(0, 10) + "T" + text.substring(11));
      return Optional.of(local.toInstant(offset(stamp.zone(), local)));
    } catch (DateTimeException strange) {
      return Optional.empty();
    }
  }

  private static ZoneOffset offset(@Nullable String zone, LocalDateTime local) {
    if (zone == null) {
      return ZoneOffset.UTC;
    }
    try {
      return ZoneId.of(zone, ZoneId.SHORT_IDS).getRules().getOffset(local);
    } catch (DateTimeException unknown) {
      return ZoneOffset.UTC;
    }
  }
}
