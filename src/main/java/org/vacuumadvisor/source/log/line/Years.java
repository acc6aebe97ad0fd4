package org.vacuumadvisor.source.log.line;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.log.Entry;

/// Gives the dates of syslog the year that they lack: the latest in which they are not in the
/// future, or after the file was last written to. So times of less than a year ascend, also over
/// the end of a year, and end before now. What was assumed is marked.
///
/// @param latest the last day that there can be
record Years(LocalDate latest) {
  /// Clocks and zones differ by a day at most.
  ///
  /// @param known a day after which there is nothing; null for today
  static Years until(@Nullable LocalDate known) {
    var today = LocalDate.now(ZoneOffset.UTC);
    return new Years((known == null || known.isAfter(today) ? today : known).plusDays(1));
  }

  /// The timestamp as other logs print it.
  ///
  /// @param year as printed, -1 if it is not
  /// @param time as printed
  String timestamp(int year, int month, int day, String time) {
    boolean isLater =
        month > latest.getMonthValue()
            || (month == latest.getMonthValue() && day > latest.getDayOfMonth());
    int assumed = isLater ? latest.getYear() - 1 : latest.getYear();
    return String.format(
        Locale.ROOT,
        "%s%04d-%02d-%02d %s",
        year < 0 ? Entry.ASSUMED : "",
        year < 0 ? assumed : year,
        month,
        day,
        time);
  }
}
