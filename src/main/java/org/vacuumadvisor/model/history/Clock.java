package org.vacuumadvisor.model.history;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.DateTimeDigits;

/// Reads the time of a log's entries. A zone that it does not know counts as UTC: the times of one
/// log are right among each other all the same.
final class Clock {
  private static final int SECONDS_END = 19;
  private static final int LONGEST = SECONDS_END + 10;

  /// Zeros stand for any digit.
  private static final String USUAL = "0000-00-00 00:00:00.000000000";

  /// Abbreviations that zones of today print and Java does not know, takes for others, or moves in
  /// summer: the offsets are those of PostgreSQL (`timezonesets/Default`).
  private static final Map<String, String> ABBREVIATIONS =
      Map.ofEntries(
          Map.entry("ACDT", "+10:30"),
          Map.entry("ACST", "+09:30"),
          Map.entry("ADT", "-03:00"),
          Map.entry("AEDT", "+11:00"),
          Map.entry("AEST", "+10:00"),
          Map.entry("AKDT", "-08:00"),
          Map.entry("AKST", "-09:00"),
          Map.entry("AST", "-04:00"),
          Map.entry("AWST", "+08:00"),
          Map.entry("BST", "+01:00"),
          Map.entry("CDT", "-05:00"),
          Map.entry("CEST", "+02:00"),
          Map.entry("CET", "+01:00"),
          Map.entry("CST", "-06:00"),
          Map.entry("EDT", "-04:00"),
          Map.entry("EEST", "+03:00"),
          Map.entry("EET", "+02:00"),
          Map.entry("HKT", "+08:00"),
          Map.entry("KST", "+09:00"),
          Map.entry("MDT", "-06:00"),
          Map.entry("MSK", "+03:00"),
          Map.entry("NDT", "-02:30"),
          Map.entry("NZDT", "+13:00"),
          Map.entry("NZST", "+12:00"),
          Map.entry("PDT", "-07:00"),
          Map.entry("PKT", "+05:00"),
          Map.entry("PST", "-08:00"),
          Map.entry("WEST", "+01:00"),
          Map.entry("WET", "+00:00"));

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
    if (!isUsual(text)) {
      return LocalDateTime.parse(text.substring(0, 10) + "T" + text.substring(11));
    }
    int nanos = 0;
    for (int at = SECONDS_END + 1; at <= SECONDS_END + 9; at++) {
      nanos = 10 * nanos + (at < text.length() ? text.charAt(at) - '0' : 0);
    }
    return DateTimeDigits.read(text, nanos);
  }

  /// An expression for it takes ten times as long, and each run of a log asks.
  private static boolean isUsual(String text) {
    if (text.length() > LONGEST || text.length() == SECONDS_END + 1) {
      return false;
    }
    for (int at = 0; at < text.length(); at++) {
      char wanted = USUAL.charAt(at);
      char found = text.charAt(at);
      if (wanted == '0' ? found < '0' || found > '9' : found != wanted) {
        return false;
      }
    }
    return true;
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
