package org.vacuumadvisor.source;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import org.vacuumadvisor.model.DateTimeDigits;

/// Reads a `timestamp with time zone` in PostgreSQL's ISO style.
final class Timestamps {
  private static final DateTimeFormatter ANY =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendPattern("[ ]['T']")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .appendOffset("+HH:mm:ss", "Z")
          .toFormatter(Locale.ROOT);

  private static final String USUAL = "0000-00-00 00:00:00.000000+00";

  private Timestamps() {}

  /// @throws DateTimeException if it is none
  static Instant parse(String text) {
    return isUsual(text) ? usual(text) : OffsetDateTime.parse(text, ANY).toInstant();
  }

  /// Tables have up to four of them, and the general way takes ten times as long.
  private static boolean isUsual(String text) {
    if (text.length() != USUAL.length()) {
      return false;
    }
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      boolean fits =
          USUAL.charAt(at) == '0'
              ? character >= '0' && character <= '9'
              : character == USUAL.charAt(at);
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static Instant usual(String text) {
    return DateTimeDigits.read(text, DateTimeDigits.number(text, 20, 26) * 1000)
        .toInstant(ZoneOffset.ofHours(DateTimeDigits.number(text, 27, 29)));
  }
}
