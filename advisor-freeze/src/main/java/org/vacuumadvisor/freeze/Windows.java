package org.vacuumadvisor.freeze;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.SettingValue;

/// The quiet hours of a week, in one time zone.
///
/// @param origin who chose them
public record Windows(List<Window> weekly, ZoneId zone, Origin origin) {
  private static final Window USUAL = Window.nightly(LocalTime.of(2, 0), LocalTime.of(4, 0));

  /// Who chose the hours.
  public enum Origin {
    CHOSEN,
    /// Nobody: the small hours of every night.
    ASSUMED
  }

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
    return new Windows(weekly, zone, Origin.CHOSEN);
  }

  /// Every night from two to four.
  public static Windows usual(ZoneId zone) {
    return new Windows(List.of(USUAL), zone, Origin.ASSUMED);
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
