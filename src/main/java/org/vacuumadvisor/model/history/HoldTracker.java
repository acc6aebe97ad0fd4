package org.vacuumadvisor.model.history;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Follows the vacuums of one table and keeps one period in which the horizon did not advance: one
/// that goes on rather than one that has ended, else the one with the most dead rows kept.
final class HoldTracker {
  private @Nullable Run first;
  private @Nullable Run last;
  private long runs;
  private @Nullable Hold past;

  void add(Run run) {
    var kept = run.outcome().tuples().deadNotRemovable();
    var before = last;
    if (kept == null) {
      // it does not say, but where it removed as many, those that had to stay are gone
      var gone = run.outcome().tuples().gone();
      if (before != null && gone != null && gone >= before.kept()) {
        close();
      }
      return;
    }
    if (before != null && kept > 0 && isSameHorizon(before, run)) {
      last = run;
      runs++;
      return;
    }
    close();
    if (kept > 0) {
      first = run;
      last = run;
      runs = 1;
    }
  }

  Optional<Hold> hold() {
    return current(false).or(() -> Optional.ofNullable(past));
  }

  /// 9.6 does not print the horizon. There it counts as the same while no fewer rows are kept.
  private static boolean isSameHorizon(Run before, Run run) {
    var horizon = run.outcome().cutoffXid();
    return horizon == null
        ? run.kept() >= before.kept()
        : Objects.equals(horizon, before.outcome().cutoffXid());
  }

  private Optional<Hold> current(boolean isOver) {
    var from = first;
    var to = last;
    return from == null || to == null
        ? Optional.empty()
        : Optional.of(new Hold(from, to, runs, isOver));
  }

  private void close() {
    var ended = current(true);
    var known = past;
    if (ended.isPresent() && (known == null || known.last().kept() <= ended.get().last().kept())) {
      past = ended.get();
    }
    first = null;
    last = null;
    runs = 0;
  }
}
