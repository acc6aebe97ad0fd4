package org.vacuumadvisor.model.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.vacuumadvisor.model.RelationName;

/// When autovacuum's workers were at work, and at what: rebuilt from the end and the length of each
/// run. Of very many runs the shortest are left out.
public final class WorkerTimeline {
  private static final long SECOND = 1000;

  public static final WorkerTimeline EMPTY = of(List.of());

  /// By start.
  private final List<Turn> turns;

  private final Map<RelationName, List<Turn>> byTable;
  private final Steps steps;
  private final int most;

  private WorkerTimeline(List<Turn> sorted) {
    this.turns = sorted;
    this.byTable = sorted.stream().collect(Collectors.groupingBy(Turn::table));
    this.steps = Steps.of(sorted);
    this.most = Steps.of(certain(sorted)).most();
  }

  /// One worker at one table, in milliseconds since 1970.
  record Turn(long start, long end, RelationName table) {}

  /// A table that others stood behind, and for how long.
  public record Share(RelationName table, Duration time) {}

  static WorkerTimeline of(List<Turn> turns) {
    var sorted = new ArrayList<>(turns);
    sorted.sort(Comparator.comparingLong(Turn::start));
    return new WorkerTimeline(sorted);
  }

  /// How many workers ever ran side by side.
  public int most() {
    return most;
  }

  List<Turn> turns() {
    return turns;
  }

  /// The turns as far as they are certain. One table has one worker at a time (it takes SHARE
  /// UPDATE EXCLUSIVE, and `do_autovacuum()` passes by what another is at), so the second turn
  /// begins after the first. A time in whole seconds was cut off: the end is up to a second later,
  /// and so is the start.
  private static List<Turn> certain(List<Turn> sorted) {
    var ends = new HashMap<RelationName, Long>();
    var certain = new ArrayList<Turn>();
    for (var turn : sorted) {
      long cut = turn.end() % SECOND == 0 ? SECOND : 0;
      var before = ends.put(turn.table(), turn.end());
      long start = Math.max(turn.start() + cut, before == null ? Long.MIN_VALUE : before);
      if (start < turn.end()) {
        certain.add(new Turn(start, turn.end(), turn.table()));
      }
    }
    return certain;
  }

  /// When so many workers were busy; made once for many questions.
  public Occupation occupation(int workers) {
    return new Occupation(steps, byTable, workers);
  }

  /// How many workers were at other tables on average between two moments.
  public double beside(RelationName table, Instant from, Instant to) {
    double length = Math.max(1, (double) (to.toEpochMilli() - from.toEpochMilli()));
    return (steps.worked(from, to) - worked(table, from, to)) / length;
  }

  /// At which other tables workers were within a time, the longest first.
  public List<Share> during(Instant from, Instant to, RelationName waiting) {
    return byTable.keySet().stream()
        .filter(table -> !table.equals(waiting))
        .map(table -> new Share(table, Duration.ofMillis(worked(table, from, to))))
        .filter(share -> share.time().isPositive())
        .sorted(Comparator.comparing(Share::time).reversed())
        .toList();
  }

  private long worked(RelationName table, Instant from, Instant to) {
    return Steps.of(byTable.getOrDefault(table, List.of())).worked(from, to);
  }
}
