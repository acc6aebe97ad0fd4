package org.vacuumadvisor.model.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Follows the vacuums of one table and tells from them when it was written: what a vacuum found
/// dead died since the one before began. Of a table in which nothing dies, the rows that came
/// count.
final class LoadTracker {
  private @Nullable WeekTally hours;
  private @Nullable Instant since;
  private long kept;
  private @Nullable Long live;

  void add(TimedRun timed) {
    var run = timed.run();
    var start = timed.start();
    var tuples = run.outcome().tuples();
    var removed = tuples.gone();
    var remain = tuples.left();
    if (start == null || removed == null) {
      return;
    }
    long keptNow = run.kept();
    var before = since;
    var liveNow = remain == null ? null : Long.valueOf(remain - keptNow);
    if (before != null) {
      if (hours == null) {
        hours = new WeekTally();
      }
      hours.add(before, start, written(removed + keptNow - kept, liveNow));
    }
    if (before == null || start.isAfter(before)) {
      since = start;
      kept = keptNow;
      live = liveNow == null ? live : liveNow;
    }
  }

  private double written(long died, @Nullable Long liveNow) {
    if (died > 0) {
      return (double) died;
    }
    var liveBefore = live;
    return liveNow == null || liveBefore == null ? 0 : Math.max(0, (double) (liveNow - liveBefore));
  }

  WeekProfile profile() {
    return hours == null ? WeekProfile.NONE : hours.profile();
  }
}
