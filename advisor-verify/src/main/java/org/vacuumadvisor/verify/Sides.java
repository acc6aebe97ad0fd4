package org.vacuumadvisor.verify;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.history.Run;

/// What was counted of one table before and after a change: of the same hours of the week where
/// there are weeks, of the same hours of the day where there are days.
///
/// @param logged from vacuum to vacuum of a log
/// @param looked where looks before show few visits, all since the counters began is before
/// @param lookedBefore intervals in any case
record Sides(TableId table, Pair logged, Pair looked, List<Interval> lookedBefore) {
  private static final long HOUR = Duration.ofHours(1).toSeconds();
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration WEEK = Duration.ofDays(7);

  /// Fewer visits before than that are better replaced by all there ever were.
  private static final double FEW_VISITS = 6;

  /// Intervals of the same hours that are worth more than all of other hours.
  private static final int ENOUGH = 6;

  /// A sample of a minute does not tell the load of a day.
  private static final int LONGER = 10;

  /// Before and after.
  record Pair(List<Interval> before, List<Interval> after) {
    private double load() {
      boolean isLong = length(before).multipliedBy(LONGER).compareTo(length(after)) >= 0;
      return isLong ? rate(after) / rate(before) : Double.NaN;
    }

    private static double rate(List<Interval> side) {
      double written = side.stream().mapToDouble(each -> each.counted(Look.Table::written)).sum();
      return written / (double) length(side).toSeconds();
    }

    private static Duration length(List<Interval> side) {
      return side.stream().map(Interval::length).reduce(Duration.ZERO, Duration::plus);
    }
  }

  /// A figure as it was seen; before is all since the counters began where nobody looked.
  ///
  /// @param isUnvisitedBefore whether what it is counted by did not happen before
  record Way(Seen seen, Estimate estimate, boolean isSinceReset, boolean isUnvisitedBefore) {
    /// The same with what is estimated of more than the table.
    Way with(Estimate other) {
      return new Way(seen, other, isSinceReset, isUnvisitedBefore);
    }
  }

  static Sides of(TableId table, Split seen) {
    var before = seen.before();
    var looked = sinceReset(Interval.of(table.key(), before));
    double visits = visits(looked.stream());
    var older =
        visits >= FEW_VISITS || looked.size() >= FEW_VISITS || before.isEmpty()
            ? looked
            : Interval.sinceReset(table.key(), before.getLast())
                .filter(each -> each.counted(Look.Table::vacuums) > visits)
                .findFirst()
                .map(List::of)
                .orElse(looked);
    var newer = Interval.of(table.key(), seen.since());
    var own = Interval.of(table, seen.runs());
    var earlier = own.stream().filter(each -> each.at().isBefore(seen.moment())).toList();
    var later = own.subList(earlier.size(), own.size());
    return new Sides(
        table,
        new Pair(alike(earlier, later), alike(later, earlier)),
        new Pair(alike(older, newer), alike(newer, older)),
        alike(looked, newer));
  }

  /// What came before the last reset is lost; what came after it can be compared.
  private static List<Interval> sinceReset(List<Interval> intervals) {
    int at = intervals.size();
    while (at > 0 && !intervals.get(at - 1).isReset()) {
      at--;
    }
    return intervals.subList(at, intervals.size());
  }

  /// Those at hours of the week that the other side has, too, or else of the day; all of them where
  /// few would be left.
  private static List<Interval> alike(List<Interval> side, List<Interval> other) {
    var longest = Stream.of(span(side), span(other)).max(Comparator.naturalOrder()).orElseThrow();
    for (var period : List.of(WEEK, DAY)) {
      var hours = other.stream().flatMap(each -> hours(period, each)).collect(Collectors.toSet());
      var kept =
          side.stream().filter(each -> hours(period, each).allMatch(hours::contains)).toList();
      if (longest.compareTo(period) >= 0
          && (kept.size() >= ENOUGH || kept.size() * 2 >= side.size())) {
        return kept;
      }
    }
    return side;
  }

  /// The hours of a period that an interval reaches over, in UTC.
  private static Stream<Long> hours(Duration period, Interval interval) {
    long first = Math.floorDiv(interval.begin().getEpochSecond(), HOUR);
    long end = Math.max(first + 1, Math.ceilDiv(interval.at().getEpochSecond(), HOUR));
    return LongStream.range(first, end)
        .limit(period.toHours())
        .mapToObj(each -> Math.floorMod(each, period.toHours()));
  }

  private static Duration span(List<Interval> side) {
    return side.isEmpty()
        ? Duration.ZERO
        : Duration.between(side.getFirst().at(), side.getLast().at());
  }

  /// How often the load is what it was; empty where nobody can tell.
  OptionalDouble load() {
    return Stream.of(new Pair(lookedBefore, looked.after), looked, logged)
        .mapToDouble(Pair::load)
        .filter(each -> Double.isFinite(each) && each > 0)
        .findFirst();
  }

  /// Why the counters of the time after the change cannot be used; empty if they can.
  Optional<String> obstacle() {
    if (looked.after.stream().anyMatch(Interval::isReset)) {
      return Optional.of("The statistics were reset after the change.");
    }
    return Stream.of(looked.after, logged.after).anyMatch(Sides::isBlocked)
        ? Optional.of(
            "Cleanup was blocked: vacuum came, and most dead rows had to stay for somebody who may"
                + " still see them.")
        : Optional.empty();
  }

  private static boolean isBlocked(List<Interval> side) {
    double blocked = visits(side.stream().filter(Interval::isBlocked));
    return blocked > 0 && blocked * 2 >= visits(side.stream());
  }

  private static double visits(Stream<Interval> intervals) {
    return intervals
        .mapToDouble(each -> each.counted(Look.Table::vacuums))
        .filter(Double::isFinite)
        .sum();
  }

  /// How the figure changed, by the log if that shows enough, else by looks, or by what is least in
  /// doubt; empty where neither says anything. A log outranks what was since the counters began.
  Optional<Way> estimate(Seen seen) {
    var byLog = way(seen, logged, false);
    boolean isSinceReset = looked.before.stream().anyMatch(each -> each.older() == null);
    var byLooks = isSinceReset && byLog.isPresent() ? byLog : way(seen, looked, isSinceReset);
    var all = Stream.of(byLog, byLooks).flatMap(Optional::stream).toList();
    return all.stream()
        .filter(each -> each.estimate().seen() >= FEW_VISITS)
        .findFirst()
        .or(() -> all.stream().min(Comparator.comparingDouble(each -> each.estimate().doubt())));
  }

  private static Optional<Way> way(Seen seen, Pair pair, boolean isSinceReset) {
    var then = seen.blocks(pair.before);
    var now = seen.blocks(pair.after);
    double visits = visits(Stream.concat(pair.before.stream(), pair.after.stream()));
    double cycle = visits <= 0 ? 1 : Math.max(1, (then.size() + now.size()) / visits);
    return Estimate.of(seen, then, now, cycle)
        .map(each -> new Way(seen, each, isSinceReset, Estimate.sum(then, Seen.Block::under) == 0));
  }

  /// What was seen of a server before and after a moment.
  ///
  /// @param looks the oldest first; those until the moment are before, those from it on after
  /// @param runs vacuums that logs tell of
  record Split(List<Look> looks, List<Run> runs, Instant moment) {
    /// A fifth of the time after hides no effect that is worth having.
    private static final int SOON = 5;

    List<Look> before() {
      return looks.stream().filter(each -> !each.at().isAfter(moment)).toList();
    }

    List<Look> after() {
      return looks.stream().filter(each -> !each.at().isBefore(moment)).toList();
    }

    /// What figures of the time after are taken from: where nobody looked right when the change was
    /// made, from the look before it on, if that was soon before.
    List<Look> since() {
      var after = after();
      var before = before();
      if (after.isEmpty() || before.isEmpty() || after.getFirst().equals(before.getLast())) {
        return after;
      }
      var missed = Duration.between(before.getLast().at(), moment);
      return missed.multipliedBy(SOON).compareTo(Duration.between(moment, looks.getLast().at()))
              <= 0
          ? Stream.concat(Stream.of(before.getLast()), after.stream()).toList()
          : after;
    }

    /// For how many days the change was looked at.
    double daysAfter() {
      return Math.max(1, (double) Duration.between(moment, looks.getLast().at()).toSeconds())
          / (double) Duration.ofDays(1).toSeconds();
    }

    /// Tables without these, those that most rows end in first.
    Stream<TableId> busiest(Set<RelationKey> without) {
      var first = looks.getFirst();
      return looks
          .getLast()
          .busiest()
          .map(Look.Table::id)
          .filter(each -> !without.contains(each.key()) && first.table(each.key()).isPresent());
    }
  }
}
