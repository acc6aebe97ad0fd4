package org.vacuumadvisor.gui.paste;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.vacuumadvisor.unit.Quantities;

/// Times of a timeline in words, in UTC: as exact as what is shown needs.
final class TimeText {
  private static final long DAY = 86_400_000;
  private static final long HOUR = 3_600_000;
  private static final DateTimeFormatter DATE = form("yyyy-MM-dd");
  private static final DateTimeFormatter DATE_TIME = form("MM-dd HH:mm");
  private static final DateTimeFormatter TIME = form("HH:mm:ss");
  private static final DateTimeFormatter WHOLE = form("yyyy-MM-dd HH:mm:ss");

  private TimeText() {}

  private static DateTimeFormatter form(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
  }

  /// A time on the axis of a stretch.
  static String of(TimeSpan span, long time) {
    var form = span.length() > 20 * DAY ? DATE : span.length() > 6 * HOUR ? DATE_TIME : TIME;
    return form.format(Instant.ofEpochMilli(time));
  }

  /// `2026-11-20 10:00:00 to 2026-11-21 10:00:00 UTC, 1 d`.
  static String inWords(TimeSpan span) {
    return "%s to %s UTC, %s"
        .formatted(
            WHOLE.format(Instant.ofEpochMilli(span.from())),
            WHOLE.format(Instant.ofEpochMilli(span.to())),
            Quantities.duration(Duration.ofMillis(span.length())));
  }
}
