package org.vacuumadvisor.verify;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What was counted of one table before and after a change: of the same hours of the week where
/// there are weeks, of the same hours of the day where there are days.
///
/// @param table whose it is
/// @param before intervals; where these show few visits, all since the counters began
/// @param lookedBefore intervals in any case
/// @param after intervals
/// @param runsBefore vacuums of a log
/// @param runsAfter likewise
record Sides(
    TableId table,
    List<Interval> before,
    List<Interval> lookedBefore,
    List<Interval> after,
    List<TableRun> runsBefore,
    List<TableRun> runsAfter) {
  private static final long HOUR = Duration.ofHours(1).toSeconds();
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration WEEK = Duration.ofDays(7);

  /// Fewer visits before than that are better replaced by all there ever were.
  private static final double FEW_VISITS = 6;

  private static final int LEAST_RUNS = 4;

  /// Pieces of the same hours that are worth more than all of other hours.
  private static final int ENOUGH = 6;

  /// A sample of a minute does not tell the load of a day.
  private static final int LONGER = 10;

  /// A figure as it was seen.
  record Way(Seen seen, Estimate estimate, List<Seen.Block> before, List<Seen.Block> after) {}

  static Sides of(
      TableId table, List<Look> before, List<Look> after, List<TableRun> runs, Instant changedAt) {
    var looked = sinceReset(Interval.of(table.key(), before));
    double visits = visits(looked.stream());
    var older =
        visits >= FEW_VISITS || looked.size() >= FEW_VISITS || before.isEmpty()
            ? looked
            : Interval.sinceReset(table.key(), before.getLast())
                .filter(each -> each.counted(TableLook::vacuums) > visits)
                .findFirst()
                .map(List::of)
                .orElse(looked);
    var newer = Interval.of(table.key(), after);
    var isEarlier =
        runs.stream()
            .filter(each -> each.isOf(table.name()))
            .collect(Collectors.partitioningBy(each -> each.at().isBefore(changedAt)));
    var earlier = isEarlier.getOrDefault(true, List.of());
    var later = isEarlier.getOrDefault(false, List.of());
    return new Sides(
        table,
        alike(older, newer),
        alike(looked, newer),
        alike(newer, older),
        alike(earlier, later),
        alike(later, earlier));
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
  private static <P extends Seen.Piece> List<P> alike(List<P> side, List<P> other) {
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

  /// The hours of a period that a piece reaches over, in UTC.
  private static Stream<Long> hours(Duration period, Seen.Piece piece) {
    long first = Math.floorDiv(piece.begin().getEpochSecond(), HOUR);
    long end = Math.max(first + 1, Math.ceilDiv(piece.at().getEpochSecond(), HOUR));
    return LongStream.range(first, end)
        .limit(period.toHours())
        .mapToObj(each -> Math.floorMod(each, period.toHours()));
  }

  private static Duration span(List<? extends Seen.Piece> side) {
    return side.isEmpty()
        ? Duration.ZERO
        : Duration.between(side.getFirst().at(), side.getLast().at());
  }

  /// How often the load is what it was; empty where nobody can tell.
  OptionalDouble load() {
    return DoubleStream.of(
            load(lookedBefore, TableLook::written),
            load(before, TableLook::ended),
            loggedRate(runsAfter) / loggedRate(runsBefore))
        .filter(each -> Double.isFinite(each) && each > 0)
        .findFirst();
  }

  private double load(List<Interval> earlier, Function<TableLook, @Nullable Number> rows) {
    boolean isLong = length(earlier).multipliedBy(LONGER).compareTo(length(after)) >= 0;
    return isLong ? rate(after, rows) / rate(earlier, rows) : Double.NaN;
  }

  private static double rate(List<Interval> side, Function<TableLook, @Nullable Number> rows) {
    return side.stream().mapToDouble(each -> each.counted(rows)).sum()
        / (double) length(side).toSeconds();
  }

  private static Duration length(List<Interval> side) {
    return side.stream().map(Interval::length).reduce(Duration.ZERO, Duration::plus);
  }

  /// Rows that die a second: what runs removed after the first of them.
  private static double loggedRate(List<TableRun> runs) {
    return runs.size() < LEAST_RUNS
        ? Double.NaN
        : runs.stream().skip(1).mapToDouble(each -> (double) each.removed()).sum()
            / Math.max(1, (double) span(runs).toSeconds());
  }

  /// Why the counters of the time after the change cannot be used; empty if they can.
  Optional<String> obstacle() {
    if (after.stream().anyMatch(Interval::isReset)) {
      return Optional.of("The statistics were reset after the change.");
    }
    double visited = visits(after.stream());
    double blocked = visits(after.stream().filter(Interval::isBlocked));
    long kept = runsAfter.stream().filter(each -> each.kept() > each.removed()).count();
    return (visited > 0 && blocked * 2 >= visited) || (kept > 0 && kept * 2 >= runsAfter.size())
        ? Optional.of(
            "Cleanup was blocked: vacuum came, and most dead rows had to stay for somebody who may"
                + " still see them.")
        : Optional.empty();
  }

  private static double visits(Stream<Interval> intervals) {
    return intervals
        .mapToDouble(each -> each.counted(TableLook::vacuums))
        .filter(Double::isFinite)
        .sum();
  }

  /// How the figure changed, by the first way to see it that shows enough, else by the one that is
  /// least in doubt; empty where none says anything.
  Optional<Way> estimate(List<Seen> ways) {
    var all = ways.stream().flatMap(each -> way(each).stream()).toList();
    return all.stream()
        .filter(each -> each.estimate().seen() >= FEW_VISITS)
        .findFirst()
        .or(() -> all.stream().min(Comparator.comparingDouble(each -> each.estimate().doubt())));
  }

  private Optional<Way> way(Seen seen) {
    boolean isLogged = seen.kind() == Seen.Kind.RUN;
    var then = seen.blocks(isLogged ? runsBefore : before);
    var now = seen.blocks(isLogged ? runsAfter : after);
    double visits = visits(Stream.concat(before.stream(), after.stream()));
    double cycle =
        isLogged || visits <= 0 ? 1 : Math.max(1, (before.size() + after.size()) / visits);
    return Estimate.of(seen.kind(), then, now, cycle).map(each -> new Way(seen, each, then, now));
  }
}
