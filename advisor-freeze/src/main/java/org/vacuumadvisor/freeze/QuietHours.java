package org.vacuumadvisor.freeze;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.EnumSet;
import java.util.Optional;
import java.util.stream.IntStream;
import org.vacuumadvisor.forecast.cluster.Rhythm;
import org.vacuumadvisor.forecast.cluster.Rhythm.Grain;

/// Finds the hours of the day in which least is written.
///
/// Two at least, and as many around them as are about as quiet, up to six. Where the week is known,
/// days on which these hours are busier than the week's mean are left out.
final class QuietHours {
  private static final int DAY = 24;
  private static final int FEWEST_HOURS = 2;
  private static final int MOST_HOURS = 6;

  /// Ours: hours with more of the load than this part of their share are not worth the name.
  private static final double QUIET = 0.8;

  /// Ours: an hour belongs to the quiet ones up to this factor, and so much of a mean hour more.
  private static final double ABOUT_AS_QUIET = 1.25;

  private static final double SLACK = 0.05;

  private final Rhythm rhythm;

  /// The load of each hour of the week by the clock, from Monday 0 o'clock on.
  private final double[] local = new double[7 * DAY];

  private QuietHours(Rhythm rhythm, ZoneId zone, Instant at) {
    this.rhythm = rhythm;
    var day = at.atZone(zone).toLocalDate();
    var monday = day.minusDays(day.getDayOfWeek().getValue() - 1L);
    for (int hour = 0; hour < local.length; hour++) {
      local[hour] = rhythm.pace().factors().get(utcHour(monday, hour, zone));
    }
  }

  private static int utcHour(LocalDate monday, int hour, ZoneId zone) {
    var utc =
        ZonedDateTime.of(monday.plusDays(hour / DAY), LocalTime.of(hour % DAY, 0), zone)
            .withZoneSameInstant(ZoneOffset.UTC);
    return (utc.getDayOfWeek().getValue() - 1) * DAY + utc.getHour();
  }

  /// Nothing where no hours are known to be quiet.
  ///
  /// @param at whose daylight saving time holds
  static Optional<Windows> of(Rhythm rhythm, ZoneId zone, Instant at) {
    return rhythm.isKnown() ? new QuietHours(rhythm, zone, at).windows(zone) : Optional.empty();
  }

  private Optional<Windows> windows(ZoneId zone) {
    int start = 0;
    for (int hour = 1; hour < DAY; hour++) {
      start = mean(hour, FEWEST_HOURS) < mean(start, FEWEST_HOURS) ? hour : start;
    }
    double quietest = mean(start, FEWEST_HOURS);
    if (quietest > QUIET) {
      return Optional.empty();
    }
    double most = quietest * ABOUT_AS_QUIET + SLACK;
    int length = FEWEST_HOURS;
    while (length < MOST_HOURS) {
      double before = mean(start + DAY - 1, 1);
      double after = mean(start + length, 1);
      if (Math.min(before, after) > most) {
        break;
      }
      start = before < after ? (start + DAY - 1) % DAY : start;
      length++;
    }
    return Optional.of(windows(start, length, zone));
  }

  private Windows windows(int start, int length, ZoneId zone) {
    var days = EnumSet.allOf(DayOfWeek.class);
    if (rhythm.grain() == Grain.HOUR_OF_WEEK) {
      days.removeIf(day -> load(day, start, length) > length);
    }
    double load = days.stream().mapToDouble(day -> load(day, start, length)).sum();
    return Windows.quiet(
        new Window(days, LocalTime.of(start, 0), LocalTime.of((start + length) % DAY, 0)),
        zone,
        new Windows.Quiet(
            load / local.length, (double) (length * days.size()) / local.length, rhythm));
  }

  private double load(DayOfWeek day, int start, int length) {
    return hours((day.getValue() - 1) * DAY + start, length);
  }

  /// The mean of all days, of so many hours from that one on.
  private double mean(int start, int length) {
    return IntStream.range(0, 7).mapToDouble(day -> hours(day * DAY + start, length)).sum()
        / (7 * length);
  }

  private double hours(int from, int length) {
    return IntStream.range(from, from + length).mapToDouble(at -> local[at % local.length]).sum();
  }
}
