package org.vacuumadvisor.model.history;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.IdTrail.Source;

/// Follows one figure of vacuum reports that tells which ID comes next. Reports of several workers
/// are written in no strict order, and a horizon may be held: only what is ahead of all before
/// counts, for the whole time since.
final class IdTracker {
  /// Ours: no server uses as many. The logs of two are mixed.
  private static final double MOST_A_SECOND = 1e6;

  private final Source source;
  private final WeekTally hours = new WeekTally();
  private @Nullable Instant from;
  private Instant to = Instant.EPOCH;
  private long first;
  private long last;
  private long used;

  IdTracker(Source source) {
    this.source = source;
  }

  void see(Instant at, long id) {
    if (from == null) {
      from = at;
      to = at;
      first = id;
      last = id;
      return;
    }
    int ahead = IdTrail.ahead(last, id);
    double seconds = Math.max(1, (double) Duration.between(to, at).toMillis() / 1e3);
    if (ahead <= 0 || !at.isAfter(to) || ahead > MOST_A_SECOND * seconds) {
      return;
    }
    hours.add(to, at, ahead);
    used += ahead;
    last = id;
    to = at;
  }

  /// Nothing where there were no two sights with IDs in between.
  Optional<IdTrail> trail() {
    var start = from;
    return start == null || used == 0
        ? Optional.empty()
        : Optional.of(new IdTrail(source, start, to, first, last, used, hours.profile()));
  }
}
