package org.vacuumadvisor.model.history;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.history.WorkerTimeline.Turn;

/// Collects the turns of autovacuum's workers. When they are too many, the short ones go, and
/// shorter ones are not taken any more.
final class TimelineKeeper {
  private static final int MOST_TURNS = 200_000;
  private static final double FIRST_FLOOR = 0.1;

  private final List<Turn> turns = new ArrayList<>();
  private double floor;

  void add(TimedRun timed, RelationName table) {
    var run = timed.run();
    var seconds = run.elapsedSeconds();
    if (run.heading().trigger() != Trigger.AUTOVACUUM
        || seconds == null
        || seconds < floor
        || seconds == 0) {
      return;
    }
    if (timed.start() != null && timed.end() != null) {
      turns.add(new Turn(timed.start().toEpochMilli(), timed.end().toEpochMilli(), table));
    }
    while (turns.size() > MOST_TURNS) {
      floor = Math.max(FIRST_FLOOR, floor * 2);
      long least = Math.round(floor * 1e3);
      turns.removeIf(each -> each.end() - each.start() < least);
    }
  }

  WorkerTimeline timeline() {
    return WorkerTimeline.of(turns);
  }
}
