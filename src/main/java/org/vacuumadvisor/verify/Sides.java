package org.vacuumadvisor.verify;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationName;

/// What was counted of one table before and after a change: of the same hours of the week where
/// there are weeks, of the same hours of the day where there are days.
///
/// @param before intervals; where these show few visits, all since the counters began
/// @param lookedBefore intervals in any case
/// @param after intervals
/// @param runsBefore vacuums of a log
/// @param runsAfter likewise
record Sides(
    List<Interval> before,
    List<Interval> lookedBefore,
    List<Interval> after,
    List<TableRun> runsBefore,
    List<TableRun> runsAfter) {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration WEEK = Duration.ofDays(7);

  /// Fewer visits before than that are better replaced by all there ever were.
  private static final double FEW_VISITS = 6;

  private static final int LEAST_RUNS = 4;

  /// Blocks of the same hours that are worth more than all of other hours.
  private static final int ENOUGH = 6;

  /// A sample of a minute does not tell the load of a day.
  private static final int LONGER = 10;

  static Sides of(
      RelationKey table,
      RelationName name,
      List<Look> before,
      List<Look> after,
      List<TableRun> runs,
      Instant changedAt) {
    var looked = since(Interval.of(table, before));
    double visits = looked.stream().mapToDouble(Interval::vacuums).filter(Double::isFinite).sum();
    var whole =
        before.isEmpty()
            ? Optional.<Interval>empty()
            : Interval.sinceReset(table, before.getLast());
    boolean isMore =
        visits < FEW_VISITS
            && looked.size() < FEW_VISITS
            && whole.filter(each -> each.vacuums() > visits).isPresent();
    var older = isMore ? List.of(whole.get()) : looked;
    var newer = Interval.of(table, after);
    var mine = runs.stream().filter(each -> each.isOf(name)).toList();
    var earlier = mine.stream().filter(each -> each.at().isBefore(changedAt)).toList();
    var later = mine.stream().filter(each -> !each.at().isBefore(changedAt)).toList();
    return new Sides(
        alike(older, newer, Interval::to),
        alike(looked, newer, Interval::to),
        alike(newer, older, Interval::to),
        alike(earlier, later, TableRun::at),
        alike(later, earlier, TableRun::at));
  }

  /// What came before the last reset is lost; what came after it can be compared.
  private static List<Interval> since(List<Interval> intervals) {
    int last = -1;
    for (int at = 0; at < intervals.size(); at++) {
      last = intervals.get(at).isReset() ? at : last;
    }
    return intervals.subList(last + 1, intervals.size());
  }

  /// Those at hours of the week that the other side has, too, or else of the day; all of them where
  /// few would be left.
  private static <T> List<T> alike(List<T> side, List<T> other, Function<T, Instant> at) {
    var span = longer(span(side, at), span(other, at));
    for (boolean isOfWeek :
        span.compareTo(WEEK) >= 0 ? new boolean[] {true, false} : new boolean[] {false}) {
      Set<Integer> hours =
          other.stream().map(each -> hour(at.apply(each), isOfWeek)).collect(Collectors.toSet());
      var kept =
          side.stream().filter(each -> hours.contains(hour(at.apply(each), isOfWeek))).toList();
      if (span.compareTo(DAY) >= 0 && (kept.size() >= ENOUGH || kept.size() * 2 >= side.size())) {
        return kept;
      }
    }
    return side;
  }

  private static int hour(Instant at, boolean isOfWeek) {
    var time = ZonedDateTime.ofInstant(at, ZoneOffset.UTC);
    return time.getHour() + (isOfWeek ? 24 * time.getDayOfWeek().getValue() : 0);
  }

  private static <T> Duration span(List<T> side, Function<T, Instant> at) {
    return side.isEmpty()
        ? Duration.ZERO
        : Duration.between(at.apply(side.getFirst()), at.apply(side.getLast()));
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /// How often the load is what it was; empty where nobody can tell.
  OptionalDouble load() {
    var counted = load(lookedBefore, Interval::written);
    if (counted.isEmpty()) {
      counted = load(before, Interval::ended);
    }
    if (counted.isPresent()) {
      return counted;
    }
    double logged = loggedRate(runsAfter) / loggedRate(runsBefore);
    return Double.isFinite(logged) && logged > 0
        ? OptionalDouble.of(logged)
        : OptionalDouble.empty();
  }

  private OptionalDouble load(List<Interval> earlier, Function<Interval, Double> figure) {
    double ratio = rate(after, figure) / rate(earlier, figure);
    boolean isLong = length(earlier).multipliedBy(LONGER).compareTo(length(after)) >= 0;
    return isLong && Double.isFinite(ratio) && ratio > 0
        ? OptionalDouble.of(ratio)
        : OptionalDouble.empty();
  }

  private static double rate(List<Interval> side, Function<Interval, Double> figure) {
    double seconds = (double) length(side).toSeconds();
    return seconds <= 0 ? Double.NaN : side.stream().mapToDouble(figure::apply).sum() / seconds;
  }

  private static Duration length(List<Interval> side) {
    return side.stream().map(Interval::length).reduce(Duration.ZERO, Duration::plus);
  }

  /// Rows that die a second: what runs removed after the first of them.
  private static double loggedRate(List<TableRun> runs) {
    return runs.size() < LEAST_RUNS
        ? Double.NaN
        : runs.stream().skip(1).mapToDouble(each -> (double) each.removed()).sum()
            / Math.max(1, (double) span(runs, TableRun::at).toSeconds());
  }

  /// Why the counters of the time after the change cannot be used; empty if they can.
  Optional<String> obstacle() {
    if (after.stream().anyMatch(Interval::isReset)) {
      return Optional.of("The statistics were reset after the change.");
    }
    double visited = visits(after.stream());
    double blocked = visits(after.stream().filter(Interval::isBlocked));
    long kept = runsAfter.stream().filter(each -> each.kept() > each.removed()).count();
    if ((visited > 0 && blocked * 2 >= visited) || (kept > 0 && kept * 2 >= runsAfter.size())) {
      return Optional.of(
          "Cleanup was blocked: vacuum came, and most dead rows had to stay for somebody who may"
              + " still see them.");
    }
    return Optional.empty();
  }

  private static double visits(Stream<Interval> intervals) {
    return intervals.mapToDouble(Interval::vacuums).filter(Double::isFinite).sum();
  }

  /// How the figure changed, by the way to see it that says most; empty where none says anything.
  Optional<Way> estimate(List<Seen> ways) {
    var all =
        ways.stream()
            .flatMap(seen -> {
              var then = seen.isLogged() ? seen.runs(runsBefore.stream()) : seen.intervals(before);
              var now = seen.isLogged() ? seen.runs(runsAfter.stream()) : seen.intervals(after);
              double visits = visits(Stream.concat(before.stream(), after.stream()));
              double cycle =
                  seen.isLogged() || visits <= 0
                      ? 1
                      : Math.max(1, (before.size() + after.size()) / visits);
              return Estimate.of(seen, then, now, cycle)
                  .map(each -> new Way(seen, each, then, now))
                  .stream();
            })
            .toList();
    return all.stream()
        .filter(each -> each.estimate().seen() >= FEW_VISITS)
        .findFirst()
        .or(() ->
            all.stream()
                .min((one, other) ->
                    Double.compare(one.estimate().doubt(), other.estimate().doubt())));
  }

  /// A figure as it was seen.
  record Way(Seen seen, Estimate estimate, List<Block> before, List<Block> after) {}
}
