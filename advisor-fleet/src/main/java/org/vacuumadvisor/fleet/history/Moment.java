package org.vacuumadvisor.fleet.history;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/// Moments as people write them: `now`, `2h ago`, `03:00`, `yesterday 03:00`, `2026-11-21`,
/// `2026-11-21 03:00`, `2026-11-21T03:00:00Z`.
public final class Moment {
  private static final Pattern AGO = Pattern.compile("(\\d{1,6})\\s*(m|min|h|d)(\\s+ago)?");

  private static final DateTimeFormatter FORM =
      new DateTimeFormatterBuilder()
          .appendPattern("[uuuu-MM-dd][ ][H:mm[:ss]]")
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

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
    var parts =
        FORM.parse(
            words
                .replace("today", today.toString())
                .replace("yesterday", today.minusDays(1).toString())
                .replaceFirst("(\\d)t(\\d)", "$1 $2"));
    var date = parts.query(TemporalQueries.localDate());
    var time = parts.query(TemporalQueries.localTime());
    if (date == null && time == null) {
      throw new DateTimeException("no time: " + words);
    }
    var day = Objects.requireNonNullElse(date, today);
    if (time != null) {
      return day.atTime(time).atZone(zone).toInstant();
    }
    var end = day.plusDays(1).atStartOfDay(zone).toInstant();
    return end.isAfter(now) ? now : end;
  }
}
