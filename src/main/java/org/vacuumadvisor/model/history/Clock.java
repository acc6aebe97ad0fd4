package org.vacuumadvisor.model.history;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.DateTimeDigits;

/// Reads the time of a log's entries. A zone that it does not know counts as UTC: the times of one
/// log are right among each other all the same.
final class Clock {
  private static final int SECONDS_END = 19;

  /// Zeros stand for any digit.
  private static final String USUAL = "0000-00-00 00:00:00.000000000";

  /// Abbreviations that zones of today print and Java does not know, takes for others, or moves in
  /// summer: the offsets are those of PostgreSQL (`timezonesets/Default`).
  private static final Map<String, String> ABBREVIATIONS =
      Stream.of(
              """
              ACDT+10:30 ACST+09:30 ADT-03:00 AEDT+11:00 AEST+10:00 AKDT-08:00 AKST-09:00
              AST-04:00 AWST+08:00 BST+01:00 CDT-05:00 CEST+02:00 CET+01:00 CST-06:00 EDT-04:00
              EEST+03:00 EET+02:00 HKT+08:00 KST+09:00 MDT-06:00 MSK+03:00 NDT-02:30 NZDT+13:00
              NZST+12:00 PDT-07:00 PKT+05:00 PST-08:00 WEST+01:00 WET+00:00\
              """
                  .split("\\s+"))
          .collect(
              Collectors.toUnmodifiableMap(
                  each -> each.replaceFirst("[-+].*", ""),
                  each -> each.replaceFirst("[A-Z]+", "")));

  private Clock() {}

  static Optional<Instant> read(Stamp stamp) {
    var text = stamp.timestamp();
    if (text == null || text.length() < SECONDS_END) {
      return Optional.empty();
    }
    try {
      var local = local(text);
      return Optional.of(local.toInstant(offset(stamp.zone(), local)));
    } catch (DateTimeException strange) {
      return Optional.empty();
    }
  }

  /// `2026-11-21 10:52:05.123`, with up to nine digits behind the point.
  private static LocalDateTime local(String text) {
    if (text.length() == SECONDS_END + 1 || !DateTimeDigits.fit(USUAL, text)) {
      return LocalDateTime.parse(text.substring(0, 10) + "T" + text.substring(11));
    }
    int nanos = 0;
    for (int at = SECONDS_END + 1; at <= SECONDS_END + 9; at++) {
      nanos = 10 * nanos + (at < text.length() ? text.charAt(at) - '0' : 0);
    }
    return DateTimeDigits.read(text, nanos);
  }

  private static ZoneOffset offset(@Nullable String zone, LocalDateTime local) {
    if (zone == null) {
      return ZoneOffset.UTC;
    }
    try {
      var known = ABBREVIATIONS.get(zone);
      return known != null
          ? ZoneOffset.of(known)
          : ZoneId.of(zone, ZoneId.SHORT_IDS).getRules().getOffset(local);
    } catch (DateTimeException unknown) {
      return ZoneOffset.UTC;
    }
  }
}
