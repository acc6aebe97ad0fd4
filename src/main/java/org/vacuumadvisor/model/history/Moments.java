package org.vacuumadvisor.model.history;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// When things happened. Autovacuum's record is written when a run ends, the first message of a
/// manual VACUUM when it begins.
public final class Moments {
  private static final double NANOS = 1e9;

  private Moments() {}

  public static Optional<Instant> start(Run run) {
    var written = Clock.read(run.heading().stamp());
    return run.heading().trigger() == Trigger.MANUAL
        ? written
        : written.map(time -> time.minus(elapsed(run)));
  }

  public static Optional<Instant> end(Run run) {
    var written = Clock.read(run.heading().stamp());
    return run.heading().trigger() == Trigger.MANUAL
        ? written.map(time -> time.plus(elapsed(run)))
        : written;
  }

  public static Optional<Instant> of(Notice notice) {
    return Clock.read(notice.stamp());
  }

  private static Duration elapsed(Run run) {
    var seconds = run.elapsedSeconds();
    return seconds == null ? Duration.ZERO : Duration.ofNanos(Math.round(seconds * NANOS));
  }
}
