package org.vacuumadvisor.verify;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Passes;
import org.vacuumadvisor.model.history.Run;

/// What was counted of one table between two looks that follow each other, or from one vacuum that
/// a log tells of to the next.
///
/// @param begin when it ends, where counters began at a moment that nobody knows
/// @param older null where counters are taken since they began, and of a log: then all that is
///   counted is of it
record Interval(Instant begin, Instant at, Look.@Nullable Table older, Look.Table newer) {
  private static final double LEAST_ENDED = 1_000;
  private static final double NEARLY_ALL = 0.8;

  /// Those of a table, the oldest first; between two looks that both have it.
  static List<Interval> of(RelationKey table, List<Look> looks) {
    var all = looks.stream().flatMap(each -> sinceReset(table, each)).toList();
    return IntStream.range(1, all.size())
        .mapToObj(at ->
            new Interval(
                all.get(at - 1).at(),
                all.get(at).at(),
                all.get(at - 1).newer(),
                all.get(at).newer()))
        .toList();
  }

  /// All that was counted until a look: of counters that nobody looked at before.
  static Stream<Interval> sinceReset(RelationKey table, Look look) {
    return look.table(table).stream()
        .map(each ->
            new Interval(
                Objects.requireNonNullElse(each.resetAt(), look.at()), look.at(), null, each));
  }

  /// Whether a run tells when it was and what it removed.
  static boolean isCounted(Run run) {
    return run.heading().command() == Command.VACUUM
        && run.outcome().tuples().removed() != null
        && Moments.end(run).isPresent();
  }

  /// From vacuum to vacuum of a table, by the runs that count.
  static List<Interval> of(TableId table, List<Run> runs) {
    var own =
        runs.stream()
            .filter(each -> canBeOf(table.name(), each.heading().name().relation()))
            .sorted(Comparator.comparing(Interval::end))
            .toList();
    return IntStream.range(1, own.size())
        .mapToObj(at -> of(table, own.get(at), end(own.get(at - 1))))
        .toList();
  }

  private static Instant end(Run run) {
    return Moments.end(run).orElseThrow();
  }

  /// The log may leave out where the table is.
  private static boolean canBeOf(RelationName table, RelationName told) {
    return table.name().equals(told.name())
        && (told.schema().isEmpty() || table.schema().equals(told.schema()))
        && (told.database().isEmpty() || table.database().equals(told.database()));
  }

  private static Interval of(TableId table, Run run, Instant begin) {
    long removed = removed(run);
    long kept = Objects.requireNonNullElse(run.outcome().tuples().deadNotRemovable(), 0L);
    return new Interval(
        begin,
        end(run),
        null,
        Look.Table.ofRun(
            table, removed, removed + kept, run.elapsedSeconds(), run.outcome().indexScans()));
  }

  /// Rows whose dead item identifiers were removed from indexes: row versions that queries had
  /// pruned before are among them.
  private static long removed(Run run) {
    var scan = run.outcome().indexScan();
    long versions = Objects.requireNonNullElse(run.outcome().tuples().removed(), 0L);
    long passes = run.passes().heap().stream().mapToLong(Passes.HeapPass::tuples).sum();
    return Math.max(versions, Math.max(passes, scan == null ? 0 : scan.deadItemIds()));
  }

  /// How long it is; none where the begin is not known.
  Duration length() {
    return Duration.between(begin, at);
  }

  /// How much a counter of the table grew; `NaN` where it is not known.
  double counted(Function<Look.Table, ? extends @Nullable Number> counter) {
    Number then = older == null ? 0 : counter.apply(older);
    Number now = counter.apply(newer);
    return then == null || now == null ? Double.NaN : now.doubleValue() - then.doubleValue();
  }

  /// Whether a counter fell, or the server says that they were reset in between.
  boolean isReset() {
    var reset = newer.resetAt();
    return older != null
        && ((reset != null && reset.isAfter(begin) && !reset.isAfter(at))
            || DoubleStream.of(
                    counted(Look.Table::inserted),
                    counted(Look.Table::updated),
                    counted(Look.Table::deleted),
                    counted(Look.Table::vacuums))
                .anyMatch(each -> each < 0));
  }

  /// Whether vacuum came and the dead rows did not go.
  boolean isBlocked() {
    double ended = counted(Look.Table::ended);
    double dead = counted(Look.Table::dead);
    return older == null
        ? dead > 2 * ended
        : counted(Look.Table::vacuums) > 0 && ended >= LEAST_ENDED && dead >= NEARLY_ALL * ended;
  }
}
