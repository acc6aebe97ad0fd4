package org.vacuumadvisor.forecast.cluster;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.format.TextStyle;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.IdTrail;
import org.vacuumadvisor.model.history.WeekProfile;
import org.vacuumadvisor.model.history.WeekTally;
import org.vacuumadvisor.unit.Quantities;

/// How a server's load was found to go up and down, and from what.
///
/// @param watched the time it was seen over
/// @param source what was counted, for people
public record Rhythm(Pace pace, Grain grain, Duration watched, String source) {
  public static final Rhythm UNKNOWN = new Rhythm(Pace.STEADY, Grain.NONE, Duration.ZERO, "");

  /// Hours that differ by less than this part of the mean are told as alike.
  private static final double ALIKE = 0.2;

  /// How finely the hours are told apart. Less than two days say nothing of a day, less than two
  /// weeks nothing of a week: the least in which each hour comes twice.
  public enum Grain {
    NONE,
    HOUR_OF_DAY,
    HOUR_OF_WEEK;

    /// A log of two whole days begins with its first vacuum, some hours later.
    static Grain of(Duration seen) {
      var watched = seen.plus(Duration.ofHours(6));
      return watched.compareTo(Duration.ofDays(14)) >= 0
          ? HOUR_OF_WEEK
          : watched.compareTo(Duration.ofDays(2)) >= 0 ? HOUR_OF_DAY : NONE;
    }
  }

  /// The load of a server as the vacuums of its tables tell: of those that were vacuumed four times
  /// a day or more. Where there are none, as its transaction IDs tell.
  public static Rhythm of(History history) {
    var shape = new WeekShape();
    history.tables().forEach(each -> shape.add(each.written()));
    if (!shape.isEmpty()) {
      return shape.rhythm(
          shape.watched(),
          "the rows of %s vacuums of %s"
              .formatted(
                  Quantities.count(shape.spells()), Quantities.counted(shape.members(), "table")));
    }
    return history.ids().transactions().map(Rhythm::of).orElse(UNKNOWN);
  }

  /// How fast IDs were used hour by hour.
  public static Rhythm of(IdTrail trail) {
    return of(trail.hours(), trail.over(), "the IDs in reports of vacuums");
  }

  /// From one thing that was counted again and again.
  public static Rhythm of(WeekProfile profile, Duration watched, String source) {
    var shape = new WeekShape();
    shape.add(profile);
    return shape.isEmpty() ? UNKNOWN : shape.rhythm(watched, source);
  }

  /// The rows written between surveys of one server, the oldest first: of those at most six hours
  /// apart on average.
  public static Rhythm of(List<Survey> surveys) {
    if (surveys.size() < 3) {
      return UNKNOWN;
    }
    return of(
        surveys, "rows written", (older, newer) -> Optional.of(WrittenRows.between(older, newer)));
  }

  /// What was counted between surveys of one server, the oldest first.
  ///
  /// @param what it is, for people
  /// @param counted between two of them; empty where that is not known
  public static Rhythm of(
      List<Survey> surveys, String what, BiFunction<Survey, Survey, Optional<Double>> counted) {
    var tally = new WeekTally();
    for (int number = 1; number < surveys.size(); number++) {
      var older = surveys.get(number - 1);
      var newer = surveys.get(number);
      counted
          .apply(older, newer)
          .ifPresent(amount -> tally.add(older.takenAt(), newer.takenAt(), amount));
    }
    return of(
        tally.profile(),
        Duration.between(surveys.getFirst().takenAt(), surveys.getLast().takenAt()),
        "the %s between %s".formatted(what, Quantities.counted(surveys.size(), "survey")));
  }

  /// The better known one; this one where both are as well known.
  public Rhythm or(Rhythm other) {
    return other.grain.compareTo(grain) > 0 ? other : this;
  }

  public boolean isKnown() {
    return grain != Grain.NONE;
  }

  /// `Load by the hour of the day, from the rows of 870 vacuums of 3 tables in 9 days: most at
  /// 13:00 UTC, 2.1 times the mean, least at 02:00 UTC, 0.2 times.`
  public String words() {
    var hours = IntStream.range(0, Pace.HOURS).boxed().toList();
    var byFactor = Comparator.comparingDouble((Integer hour) -> pace.factors().get(hour));
    int most = hours.stream().max(byFactor).orElseThrow();
    int least = hours.stream().min(byFactor).orElseThrow();
    if (pace.factors().get(most) - pace.factors().get(least) < ALIKE) {
      return "Load about the same at all hours, by %s in %s."
          .formatted(source, Quantities.duration(watched));
    }
    return ("Load by the hour of the %s, from %s in %s: most at %s UTC, %s times the mean; least at"
            + " %s UTC, %s times.")
        .formatted(
            grain == Grain.HOUR_OF_WEEK ? "week" : "day",
            source,
            Quantities.duration(watched),
            hour(most),
            Quantities.number(Math.round(pace.factors().get(most) * 100) / 100.0),
            hour(least),
            Quantities.number(Math.round(pace.factors().get(least) * 100) / 100.0));
  }

  private String hour(int hour) {
    var time = "%02d:00".formatted(hour % 24);
    return grain == Grain.HOUR_OF_WEEK
        ? DayOfWeek.of(hour / 24 + 1).getDisplayName(TextStyle.SHORT, Locale.ENGLISH) + " " + time
        : time;
  }
}
