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
    return Clock.read(run.heading().stamp()).map(written -> start(run, written));
  }

  public static Optional<Instant> end(Run run) {
    return Clock.read(run.heading().stamp()).map(written -> end(run, written));
  }

  static Instant start(Run run, Instant written) {
    return end(run, written).minus(elapsed(run));
  }

  static Instant end(Run run, Instant written) {
    boolean isOver = !run.isByHand();
    return isOver || run.usage().statementSeconds() != null ? written : written.plus(elapsed(run));
  }

  public static Optional<Instant> of(Notice notice) {
    return Clock.read(notice.stamp());
  }

  private static Duration elapsed(Run run) {
    var seconds = run.elapsedSeconds();
    return seconds == null ? Duration.ZERO : Duration.ofNanos(Math.round(seconds * NANOS));
  }
}
