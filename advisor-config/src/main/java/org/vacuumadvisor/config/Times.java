package org.vacuumadvisor.config;

import java.time.Duration;
import java.util.regex.Pattern;

/// Times as people write them: `30s`, `5m`, `1h`, `500ms`; a bare number is seconds.
public final class Times {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|min|h|)");
  private static final Duration LONGEST = Duration.ofDays(7);

  private Times() {}

  /// The time that is written.
  ///
  /// @throws IllegalArgumentException if it is none; the message says what to write
  public static Duration of(String text) {
    var form = FORM.matcher(text.strip());
    if (!form.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not a time: write 30s, 5m or 1h");
    }
    long number = Long.parseLong(form.group(1));
    var time =
        switch (form.group(2)) {
          case "ms" -> Duration.ofMillis(number);
          case "m", "min" -> Duration.ofMinutes(number);
          case "h" -> Duration.ofHours(number);
          default -> Duration.ofSeconds(number);
        };
    if (!time.isPositive() || time.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "'" + text + "' is out of range: a time is longer than nothing and at most 7 days");
    }
    return time;
  }
}
