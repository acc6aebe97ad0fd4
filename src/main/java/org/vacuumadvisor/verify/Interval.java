package org.vacuumadvisor.verify;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.RelationKey;

/// What was counted of one table between two looks that follow each other.
///
/// @param begin when it ends, where counters began at a moment that nobody knows
/// @param older null where counters are taken since they began: then all that is counted is of it
record Interval(Instant begin, Instant at, @Nullable TableLook older, TableLook newer)
    implements Seen.Piece {
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

  /// How long it is; none where the begin is not known.
  Duration length() {
    return Duration.between(begin, at);
  }

  /// How much a counter of the table grew; `NaN` where it is not known.
  double counted(Function<TableLook, ? extends @Nullable Number> counter) {
    Number then = older == null ? 0 : counter.apply(older);
    Number now = counter.apply(newer);
    return then == null || now == null ? Double.NaN : now.doubleValue() - then.doubleValue();
  }

  /// Whether a counter fell, or the server says that they were reset in between.
  boolean isReset() {
    var reset = newer.resetAt();
    return older != null
        && ((reset != null && reset.isAfter(begin) && !reset.isAfter(at))
            || Stream.<Function<TableLook, @Nullable Long>>of(
                    TableLook::inserted, TableLook::updated, TableLook::deleted, TableLook::vacuums)
                .anyMatch(each -> counted(each) < 0));
  }

  /// Whether vacuum came and the dead rows did not go.
  boolean isBlocked() {
    double ended = counted(TableLook::ended);
    return older != null
        && counted(TableLook::vacuums) > 0
        && ended >= LEAST_ENDED
        && counted(TableLook::dead) >= NEARLY_ALL * ended;
  }
}
