package org.vacuumadvisor.freeze;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.vacuumadvisor.forecast.cluster.Rhythm;
import org.vacuumadvisor.forecast.cluster.Rhythm.Grain;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.SettingValue;

/// The quiet hours of a week, in one time zone.
///
/// @param origin who chose them
/// @param quiet of [Origin#LEARNED], why these
public record Windows(List<Window> weekly, ZoneId zone, Origin origin, Optional<Quiet> quiet) {
  private static final Window USUAL = Window.nightly(LocalTime.of(2, 0), LocalTime.of(4, 0));

  /// Who chose the hours.
  public enum Origin {
    CHOSEN,
    /// Logs or surveys, which show when least is written.
    LEARNED,
    /// Nobody: the small hours of every night.
    ASSUMED
  }

  /// How quiet they are.
  ///
  /// @param load the part of a week's load that comes in them
  /// @param time the part of a week that they take
  /// @param rhythm how that was found
  public record Quiet(double load, double time, Rhythm rhythm) {}

  /// One of the windows on one day.
  public record Slot(Window window, Instant start, Instant end) {
    public Duration length() {
      return Duration.between(start, end);
    }
  }

  /// @throws IllegalArgumentException without a window
  public Windows {
    if (weekly.isEmpty()) {
      throw new IllegalArgumentException("a calendar needs a window");
    }
    weekly = List.copyOf(weekly);
  }

  public static Windows of(List<Window> weekly, ZoneId zone) {
    return new Windows(weekly, zone, Origin.CHOSEN, Optional.empty());
  }

  /// Every night from two to four.
  public static Windows usual(ZoneId zone) {
    return new Windows(List.of(USUAL), zone, Origin.ASSUMED, Optional.empty());
  }

  static Windows quiet(Window window, ZoneId zone, Quiet why) {
    return new Windows(List.of(window), zone, Origin.LEARNED, Optional.of(why));
  }

  /// The hours in which least is written, as far as logs or a series of surveys show it; else every
  /// night from two to four.
  public static Windows by(Sources sources, ZoneId zone) {
    return QuietHours.of(sources.rhythm(), zone, sources.now().takenAt())
        .orElseGet(() -> usual(zone));
  }

  /// The time zone that the server logs in, UTC where it is not known.
  public static ZoneId zoneOf(Survey survey) {
    var name = survey.settings().value("log_timezone").map(SettingValue::setting).orElse("UTC");
    try {
      return ZoneId.of(name);
    } catch (DateTimeException _) {
      return ZoneId.of("UTC");
    }
  }

  /// The windows that start from `after` on, in order, up to the first one that starts at `until`
  /// or later, which is the last. Where two overlap, the later one is left out.
  List<Slot> between(Instant after, Instant until) {
    var slots = new ArrayList<Slot>();
    var day = after.atZone(zone).toLocalDate();
    var last = until.atZone(zone).toLocalDate().plusDays(8);
    for (; !day.isAfter(last); day = day.plusDays(1)) {
      for (var window : weekly) {
        if (window.days().contains(day.getDayOfWeek())) {
          var start = ZonedDateTime.of(day, window.from(), zone);
          var endDay = window.to().isAfter(window.from()) ? day : day.plusDays(1);
          var end = ZonedDateTime.of(endDay, window.to(), zone);
          slots.add(new Slot(window, start.toInstant(), end.toInstant()));
        }
      }
    }
    return cleaned(slots, after, until);
  }

  private static List<Slot> cleaned(List<Slot> all, Instant after, Instant until) {
    var kept = new ArrayList<Slot>();
    for (var slot : all.stream().sorted(Comparator.comparing(Slot::start)).toList()) {
      boolean isFree = kept.isEmpty() || !slot.start().isBefore(kept.getLast().end());
      boolean isOver = !kept.isEmpty() && !kept.getLast().start().isBefore(until);
      if (!slot.start().isBefore(after) && slot.length().isPositive() && isFree && !isOver) {
        kept.add(slot);
      }
    }
    return kept;
  }

  /// Finds the hours of the day in which least is written.
  ///
  /// Two at least, and as many around them as are about as quiet, up to six. Where the week is
  /// known, days on which these hours are busier than the week's mean are left out.
  static final class QuietHours {
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

  /// Quiet hours that come back every week: on some days, from one time to another. If the end is
  /// not after the start, it is on the next day.
  public record Window(Set<DayOfWeek> days, LocalTime from, LocalTime to) {
    private static final Pattern FORM =
        Pattern.compile(
            "(?:(\\p{Alpha}{3,9}(?:\\s*[-,]\\s*\\p{Alpha}{3,9})*)\\s+)?"
                + "(\\d{1,2}):(\\d{2})\\s*-\\s*(\\d{1,2}):(\\d{2})");
    private static final List<DayOfWeek> WEEK = List.of(DayOfWeek.values());
    private static final int LATEST_HOUR = 23;
    private static final int LATEST_MINUTE = 59;
    private static final Set<String> EVERY_DAY = Set.of("daily", "nightly");

    /// @throws IllegalArgumentException without a day
    public Window {
      if (days.isEmpty()) {
        throw new IllegalArgumentException("a window needs a day of the week");
      }
      days = Set.copyOf(days);
    }

    /// Every day.
    public static Window nightly(LocalTime from, LocalTime to) {
      return new Window(EnumSet.allOf(DayOfWeek.class), from, to);
    }

    /// Reads `Sat 02:00-05:00`, `Mon-Fri 23:30-01:00`, `Sat,Sun 01:00-06:00`, `daily 02:00-04:00`,
    /// `02:00-04:00`.
    ///
    /// @throws IllegalArgumentException with a sentence for the user if it is none of these
    public static Window parse(String text) {
      var form = FORM.matcher(text.strip());
      if (!form.matches()) {
        throw mistake(
            text, "write \"Sat 02:00-05:00\", \"Mon-Fri 23:30-01:00\" or \"02:00-04:00\"");
      }
      var days = form.group(1);
      return new Window(
          days == null || EVERY_DAY.contains(days.toLowerCase(Locale.ROOT))
              ? EnumSet.allOf(DayOfWeek.class)
              : days(days, text),
          time(form, 2, text),
          time(form, 4, text));
    }

    /// `Sat 02:00-05:00`.
    @Override
    public String toString() {
      return "%s%s-%s".formatted(days.size() == WEEK.size() ? "" : dayNames() + " ", from, to);
    }

    /// `Sat`, `Mon,Fri`.
    private String dayNames() {
      return WEEK.stream()
          .filter(days::contains)
          .map(Window::shortName)
          .collect(Collectors.joining(","));
    }

    private static String shortName(DayOfWeek day) {
      return day.name().charAt(0) + day.name().substring(1, 3).toLowerCase(Locale.ROOT);
    }

    private static Set<DayOfWeek> days(String list, String text) {
      var days = EnumSet.noneOf(DayOfWeek.class);
      for (var part : list.split(",", -1)) {
        var ends = part.strip().split("\\s*-\\s*", -1);
        if (ends.length > 2) {
          throw mistake(text, "a range of days has two ends, as in Mon-Fri");
        }
        var day = day(ends[0], text);
        var last = day(ends[ends.length - 1], text);
        days.add(day);
        while (day != last) {
          day = day.plus(1);
          days.add(day);
        }
      }
      return days;
    }

    private static DayOfWeek day(String name, String text) {
      var prefix = name.strip().toUpperCase(Locale.ROOT);
      return WEEK.stream()
          .filter(each -> prefix.length() >= 3 && each.name().startsWith(prefix))
          .findFirst()
          .orElseThrow(() -> mistake(text, "'%s' is no day of the week".formatted(name.strip())));
    }

    private static LocalTime time(Matcher form, int group, String text) {
      int hour = Integer.parseInt(form.group(group));
      int minute = Integer.parseInt(form.group(group + 1));
      if (hour > LATEST_HOUR || minute > LATEST_MINUTE) {
        throw mistake(text, "a time lies between 00:00 and 23:59");
      }
      return LocalTime.of(hour, minute);
    }

    private static IllegalArgumentException mistake(String text, String what) {
      return new IllegalArgumentException("'%s' is no window: %s".formatted(text.strip(), what));
    }
  }
}
