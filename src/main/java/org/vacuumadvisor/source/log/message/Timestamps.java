package org.vacuumadvisor.source.log.message;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.run.Stamp;

/// Timestamps as logs print them.
final class Timestamps {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter MILLISECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT);

  /// Digits of the seconds since 1970 until the year 2286.
  private static final int EPOCH_DIGITS = 10;

  private Timestamps() {}

  /// The stamp; seconds since 1970 (`%n`) become a time in UTC.
  static Stamp stamp(String timestamp, @Nullable String zone, @Nullable Long pid) {
    return isEpoch(timestamp)
        ? new Stamp(sinceEpoch(timestamp), "UTC", pid)
        : new Stamp(withSpace(timestamp), zone, pid);
  }

  private static boolean isEpoch(String text) {
    int point = text.indexOf('.');
    int whole = point < 0 ? text.length() : point;
    return whole == EPOCH_DIGITS
        && text.chars().allMatch(each -> each == '.' || (each >= '0' && each <= '9'));
  }

  private static String sinceEpoch(String text) {
    var seconds = new BigDecimal(text);
    var whole = seconds.setScale(0, RoundingMode.DOWN);
    var nanos = seconds.subtract(whole).movePointRight(9).intValue();
    var moment = Instant.ofEpochSecond(whole.longValue(), nanos).atOffset(ZoneOffset.UTC);
    return (text.indexOf('.') < 0 ? SECONDS : MILLISECONDS).format(moment);
  }

  private static String withSpace(String text) {
    return text.length() > 10 && text.charAt(10) == 'T'
        ? text.substring(0, 10) + " " + text.substring(11)
        : text;
  }
}
