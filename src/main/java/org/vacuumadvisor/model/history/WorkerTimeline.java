package org.vacuumadvisor.model.history;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
  public static final WorkerTimeline EMPTY = of(List.of());

  /// By start.
  private final List<Turn> turns;

  private final Map<RelationName, List<Turn>> byTable;
  private final Steps steps;
  private final Duration longest;
  private final int most;

  private WorkerTimeline(List<Turn> sorted) {
    this.turns = sorted;
    this.byTable = sorted.stream().collect(Collectors.groupingBy(Turn::table));
    this.steps = Steps.of(sorted);
    this.longest =
        sorted.stream()
            .map(each -> Duration.between(each.start(), each.end()))
            .max(Comparator.naturalOrder())
            .orElse(Duration.ZERO);
    this.most = Steps.of(certain(sorted)).most();
  }

  /// One worker at one table.
  public record Turn(Instant start, Instant end, RelationName table) {}

  /// A table that others stood behind, and for how long.
  public record Share(RelationName table, Duration time) {}

  static WorkerTimeline of(List<Turn> turns) {
    return new WorkerTimeline(turns.stream().sorted(Comparator.comparing(Turn::start)).toList());
  }

  List<Turn> turns() {
    return turns;
  }

  /// How many workers ever ran side by side.
  public int most() {
    return most;
  }

  /// The turns as far as they are certain. One table has one worker at a time (it takes SHARE
  /// UPDATE EXCLUSIVE, and `do_autovacuum()` passes by what another is at), so the second turn
  /// begins after the first. A time in whole seconds was cut off: the end is up to a second later,
  /// and so is the start.
  private static List<Turn> certain(List<Turn> sorted) {
    var ends = new HashMap<RelationName, Instant>();
    var certain = new ArrayList<Turn>();
    for (var turn : sorted) {
      boolean isCut = turn.end().equals(turn.end().truncatedTo(ChronoUnit.SECONDS));
      var start = isCut ? turn.start().plusSeconds(1) : turn.start();
      var before = ends.put(turn.table(), turn.end());
      start = before != null && start.isBefore(before) ? before : start;
      if (start.isBefore(turn.end())) {
        certain.add(new Turn(start, turn.end(), turn.table()));
      }
    }
    return certain;
  }

  /// The turns that touch a time, by start.
  private List<Turn> touching(Instant from, Instant to) {
    return turns.subList(firstFrom(from.minus(longest)), firstFrom(to)).stream()
        .filter(each -> each.end().isAfter(from))
        .toList();
  }

  /// The first turn that starts at this moment or later.
  private int firstFrom(Instant moment) {
    int low = 0;
    int high = turns.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (turns.get(middle).start().isBefore(moment)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// When so many workers were busy; made once for many questions.
  public Occupation occupation(int workers) {
    return new Occupation(steps, byTable, workers);
  }

  /// How many workers were at other tables on average between two moments.
  public double beside(RelationName table, Instant from, Instant to) {
    double length = Math.max(1, (double) (to.toEpochMilli() - from.toEpochMilli()));
    var own = Steps.of(byTable.getOrDefault(table, List.of()));
    return (steps.worked(from, to) - own.worked(from, to)) / length;
  }

  /// At which other tables workers were within a time, the longest first.
  public List<Share> during(Instant from, Instant to, RelationName waiting) {
    var byTable = new HashMap<RelationName, Duration>();
    for (var turn : touching(from, to)) {
      var start = turn.start().isBefore(from) ? from : turn.start();
      var end = turn.end().isAfter(to) ? to : turn.end();
      if (start.isBefore(end) && !turn.table().equals(waiting)) {
        var _ = byTable.merge(turn.table(), Duration.between(start, end), Duration::plus);
      }
    }
    return byTable.entrySet().stream()
        .sorted(Map.Entry.<RelationName, Duration>comparingByValue().reversed())
        .map(each -> new Share(each.getKey(), each.getValue()))
        .toList();
  }
}
