package org.vacuumadvisor.model.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A run with its times, which are read from the log's text once.
///
/// @param start null where the log has no times, as `end`
record TimedRun(Run run, @Nullable Instant start, @Nullable Instant end) {
  static TimedRun of(Run run) {
    var written = Clock.read(run.heading().stamp());
    return new TimedRun(
        run,
        written.map(time -> Moments.start(run, time)).orElse(null),
        written.map(time -> Moments.end(run, time)).orElse(null));
  }
}
