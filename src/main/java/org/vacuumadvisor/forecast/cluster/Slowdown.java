package org.vacuumadvisor.forecast.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// Clients that wait for each answer write less while a table has many dead rows, as each answer
/// takes longer then: whoever takes the first row of a queue steps over those that are dead.
///
/// @param perDeadRow by which part of its time without dead rows a row takes longer for each
/// @param rowsASecond written where nothing is dead
/// @param stretches of time from which it was told
public record Slowdown(double perDeadRow, double rowsASecond, int stretches) {
  /// Fewer may lie on a line by chance.
  private static final int FEWEST = 12;

  /// Dead rows must have come and gone so often: else they only grew while something else became
  /// slower.
  private static final int FEWEST_VACUUMS = 3;

  /// How many standard errors the slope must be away from none: by chance it is once in several
  /// thousand times.
  private static final double SURE = 5;

  /// How many times as long rows must have taken at the most dead rows as at the fewest.
  private static final double WORTH_TELLING = 1.25;

  /// A stretch of time between two looks at a table, in which no vacuum came.
  ///
  /// @param seconds more than 0
  /// @param written rows, more than 0
  /// @param dead rows on average
  public record Stretch(double seconds, double written, double dead) {
    /// Between looks further apart dead rows may have come and gone with a quiet hour.
    public static final Duration LONGEST = Duration.ofMinutes(10);

    /// What a row takes is known from as many.
    public static final long FEWEST_ROWS = 100;

    double secondsARow() {
      return seconds / written;
    }
  }

  /// The line of least squares through the seconds that a row takes and the dead rows on average,
  /// over stretches of time in which no vacuum came.
  ///
  /// @param slope seconds for each dead row
  /// @param without seconds where nothing is dead
  /// @param explained which part of the differences the line explains, 0 to 1
  /// @param vacuums between the first and the last of the stretches
  /// @param fewest dead rows in a stretch
  /// @param most dead rows in a stretch
  public record Line(
      double slope,
      double without,
      double explained,
      int stretches,
      long vacuums,
      double fewest,
      double most) {
    /// The slope in its standard errors.
    double sureness() {
      return Math.sqrt(explained * (stretches - 2) / (1 - explained));
    }

    static Line through(List<Stretch> stretches, long vacuums) {
      double dead = mean(stretches, Stretch::dead);
      double time = mean(stretches, Stretch::secondsARow);
      double spread = mean(stretches, each -> square(each.dead() - dead));
      double both = mean(stretches, each -> (each.dead() - dead) * (each.secondsARow() - time));
      double differences = mean(stretches, each -> square(each.secondsARow() - time));
      double slope = both / spread;
      var seen = stretches.stream().mapToDouble(Stretch::dead).summaryStatistics();
      return new Line(
          slope,
          time - slope * dead,
          both * both / (spread * differences),
          stretches.size(),
          vacuums,
          seen.getMin(),
          seen.getMax());
    }
  }

  /// What a line tells, if time goes with dead rows; empty where it may be chance.
  public static Optional<Slowdown> of(Line line) {
    boolean told =
        line.stretches >= FEWEST
            && line.vacuums >= FEWEST_VACUUMS
            && line.slope > 0
            && line.without > 0
            && line.sureness() >= SURE;
    return Optional.of(line)
        .filter(_ -> told)
        .map(each -> new Slowdown(each.slope / each.without, 1 / each.without, each.stretches))
        .filter(each -> each.longer(line.most) >= WORTH_TELLING * each.longer(line.fewest));
  }

  /// How many times as long a row takes as without dead rows.
  public double longer(double dead) {
    return 1 + perDeadRow * dead;
  }

  /// The same with so many times the clients.
  Slowdown times(double factor) {
    return new Slowdown(perDeadRow, rowsASecond * factor, stretches);
  }

  private static double mean(List<Stretch> stretches, ToDoubleFunction<Stretch> of) {
    return stretches.stream().mapToDouble(of).average().orElse(0);
  }

  private static double square(double value) {
    return value * value;
  }
}
