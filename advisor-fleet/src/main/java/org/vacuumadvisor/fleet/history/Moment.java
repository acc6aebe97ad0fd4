package org.vacuumadvisor.fleet.history;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Moments as people write them: `now`, `2h ago`, `03:00`, `yesterday 03:00`, `2026-11-21`,
/// `2026-11-21 03:00`, `2026-11-21T03:00:00Z`.
public final class Moment {
  private static final Pattern AGO = Pattern.compile("(\\d{1,6})\\s*(m|min|h|d)(\\s+ago)?");

  private Moment() {}

  /// The moment; empty if it is none. A day alone is its end, or now for today.
  ///
  /// @param zone of what has no zone
  public static Optional<Instant> of(String text, Instant now, ZoneId zone) {
    var words = text.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    if (words.equals("now")) {
      return Optional.of(now);
    }
    var ago = AGO.matcher(words);
    if (ago.matches()) {
      long number = Long.parseLong(ago.group(1));
      var back =
          switch (ago.group(2)) {
            case "d" -> Duration.ofDays(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofMinutes(number);
          };
      return Optional.of(now.minus(back));
    }
    try {
      return Optional.of(parsed(words, now, zone));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  private static Instant parsed(String words, Instant now, ZoneId zone) {
    if (words.endsWith("z")) {
      return Instant.parse(words.toUpperCase(Locale.ROOT));
    }
    var today = LocalDate.ofInstant(now, zone);
    var parts = words.replaceFirst("^(\\d{4}-\\d{2}-\\d{2})t", "$1 ").split(" ", 2);
    if (parts.length == 1 && parts[0].contains(":")) {
      return at(today, parts[0], zone);
    }
    var day =
        switch (parts[0]) {
          case "today" -> today;
          case "yesterday" -> today.minusDays(1);
          default -> LocalDate.parse(parts[0]);
        };
    if (parts.length == 2) {
      return at(day, parts[1], zone);
    }
    var end = day.plusDays(1).atStartOfDay(zone).toInstant();
    return end.isAfter(now) ? now : end;
  }

  private static Instant at(LocalDate day, String time, ZoneId zone) {
    var full = time.length() == 4 ? "0" + time : time;
    return LocalDateTime.of(day, LocalTime.parse(full)).atZone(zone).toInstant();
  }
}
