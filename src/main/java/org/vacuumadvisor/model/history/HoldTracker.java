package org.vacuumadvisor.model.history;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.run.Run;

/// Follows the vacuums of one table and keeps the most telling time in which the horizon stood
/// still: one that has not ended before one that has, then the one with most rows kept.
final class HoldTracker {
  private @Nullable Run first;
  private @Nullable Run last;
  private long runs;
  private @Nullable Hold past;

  void add(Run run) {
    var kept = run.outcome().tuples().deadNotRemovable();
    var before = last;
    if (before != null && kept != null && kept > 0 && isSameHorizon(before, run)) {
      last = run;
      runs++;
      return;
    }
    close();
    if (kept != null && kept > 0) {
      first = run;
      last = run;
      runs = 1;
    }
  }

  Optional<Hold> hold() {
    return current(false).or(() -> Optional.ofNullable(past));
  }

  /// The oldest transaction whose rows a vacuum had to keep, as far as its release says.
  static @Nullable Long horizon(Run run) {
    var cutoff = run.outcome().cutoff();
    return cutoff != null ? Long.valueOf(cutoff.xid()) : run.outcome().oldestXmin();
  }

  /// 9.6 does not print the horizon: there, what stays or grows is what is known.
  private static boolean isSameHorizon(Run before, Run run) {
    var horizon = horizon(run);
    return horizon == null ? kept(run) >= kept(before) : Objects.equals(horizon, horizon(before));
  }

  static long kept(Run run) {
    var kept = run.outcome().tuples().deadNotRemovable();
    return kept == null ? 0 : kept;
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
    if (ended.isPresent() && (known == null || kept(known.last()) <= kept(ended.get().last()))) {
      past = ended.get();
    }
    first = null;
    last = null;
    runs = 0;
  }
}
