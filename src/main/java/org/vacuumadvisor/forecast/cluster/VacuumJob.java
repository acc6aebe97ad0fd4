package org.vacuumadvisor.forecast.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// A `VACUUM` of one table that somebody runs at regular times, as cron does. Autovacuum's counters
/// (`autovacuum_count`) do not count it, but it sets `n_dead_tup` and `n_ins_since_vacuum` like any
/// vacuum (`pgstat_report_vacuum()`).
///
/// @param next when it comes next
/// @param every from one to the next
/// @param seen how often it was seen
/// @param analyzes whether it is a `VACUUM (ANALYZE)`
public record VacuumJob(Instant next, Duration every, int seen, boolean analyzes) {
  /// Two runs have one distance, which is no rule.
  private static final int LEAST_RUNS = 3;

  private static final Duration SHORTEST = Duration.ofMinutes(1);

  /// What a distance may differ from a multiple of the usual one, as a part of the usual one.
  private static final double TOLERANCE = 0.1;

  /// The part of the distances that must be regular.
  private static final double REGULAR = 0.75;

  /// A job that has not come for longer, as a multiple of its usual distance, has ended.
  private static final double ENDED = 1.5;

  /// @throws IllegalArgumentException if it would never end to come
  public VacuumJob {
    if (every.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException("a job comes once a minute at most");
    }
  }

  /// The job behind these runs; empty where they are too few, or came at no regular times, or have
  /// ended.
  ///
  /// @param runs when each began
  /// @param now the time up to which was looked
  static Optional<VacuumJob> of(Collection<Instant> runs, Instant now) {
    var sorted = runs.stream().filter(each -> !each.isAfter(now)).distinct().sorted().toList();
    if (sorted.size() < LEAST_RUNS) {
      return Optional.empty();
    }
    var every = usual(sorted);
    double since = millis(sorted.getLast(), now);
    boolean goesOn =
        every.compareTo(SHORTEST) >= 0
            && since <= ENDED * (double) every.toMillis()
            && isRegular(sorted, every);
    return goesOn
        ? Optional.of(
            new VacuumJob(after(sorted.getLast(), every, now), every, sorted.size(), false))
        : Optional.empty();
  }

  /// The same as one that analyzes, or does not.
  VacuumJob analyzing(boolean analyze) {
    return new VacuumJob(next, every, seen, analyze);
  }

  private static Duration usual(List<Instant> sorted) {
    double[] apart =
        IntStream.range(1, sorted.size())
            .mapToDouble(at -> millis(sorted.get(at - 1), sorted.get(at)))
            .sorted()
            .toArray();
    return Duration.ofMillis(Math.round(apart[apart.length / 2]));
  }

  /// A run that was missed doubles a distance.
  private static boolean isRegular(List<Instant> sorted, Duration every) {
    double usual = (double) every.toMillis();
    long regular =
        IntStream.range(1, sorted.size())
            .mapToDouble(at -> millis(sorted.get(at - 1), sorted.get(at)) / usual)
            .filter(times -> Math.abs(times - Math.max(1, Math.rint(times))) <= TOLERANCE)
            .count();
    return (double) regular >= REGULAR * (double) (sorted.size() - 1);
  }

  private static Instant after(Instant last, Duration every, Instant now) {
    var next = last.plus(every);
    return next.isAfter(now) ? next : now;
  }

  private static double millis(Instant from, Instant to) {
    return (double) Duration.between(from, to).toMillis();
  }
}
