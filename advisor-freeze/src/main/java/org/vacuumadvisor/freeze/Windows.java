package org.vacuumadvisor.freeze;

import static java.time.format.TextStyle.SHORT;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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
            "(?:(?<days>\\p{Alpha}{3,9}(?:\\s*[-,]\\s*\\p{Alpha}{3,9})*)\\s+)?"
                + "(?<from>\\d{1,2}:\\d{2})\\s*-\\s*(?<to>\\d{1,2}:\\d{2})");
    private static final DateTimeFormatter TIME =
        DateTimeFormatter.ofPattern("H:mm", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
    private static final Set<DayOfWeek> WEEK = Set.of(DayOfWeek.values());

    /// @throws IllegalArgumentException without a day
    public Window {
      if (days.isEmpty()) {
        throw new IllegalArgumentException("a window needs a day of the week");
      }
      days = Set.copyOf(days);
    }

    /// Every day.
    public static Window nightly(LocalTime from, LocalTime to) {
      return new Window(WEEK, from, to);
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
      var days = form.group("days");
      try {
        return new Window(
            days == null || days.toLowerCase(Locale.ROOT).matches("daily|nightly")
                ? WEEK
                : days(days, text),
            LocalTime.parse(form.group("from"), TIME),
            LocalTime.parse(form.group("to"), TIME));
      } catch (DateTimeException _) {
        throw mistake(text, "a time lies between 00:00 and 23:59");
      }
    }

    /// `Sat 02:00-05:00`, `Mon,Fri 02:00-05:00`.
    @Override
    public String toString() {
      var names = days.stream().sorted().map(each -> each.getDisplayName(SHORT, Locale.ENGLISH));
      var some = days.equals(WEEK) ? "" : names.collect(Collectors.joining(",", "", " "));
      return "%s%s-%s".formatted(some, from, to);
    }

    private static Set<DayOfWeek> days(String list, String text) {
      var days = EnumSet.noneOf(DayOfWeek.class);
      for (var part : list.split(",", -1)) {
        var ends = part.strip().split("\\s*-\\s*", -1);
        if (ends.length > 2) {
          throw mistake(text, "a range of days has two ends, as in Mon-Fri");
        }
        var first = day(ends[0], text);
        var last = day(ends[ends.length - 1], text);
        days.add(last);
        for (var day = first; day != last; day = day.plus(1)) {
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

    private static IllegalArgumentException mistake(String text, String what) {
      return new IllegalArgumentException("'%s' is no window: %s".formatted(text.strip(), what));
    }
  }
}
