package org.vacuumadvisor.freeze;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.forecast.cluster.Rhythm;
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
}
