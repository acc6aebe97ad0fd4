package org.vacuumadvisor.workload;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.vacuumadvisor.model.Reading;

/// The time that figures rest on.
public sealed interface Period {

  /// Between two surveys of one server.
  record Between(Instant from, Instant to) implements Period {}

  /// Since the statistics were last reset: an average over busy and quiet times, worth less than a
  /// measured window. When that was is often unknown.
  record SinceReset(Reading<Instant> from, Instant to) implements Period {}

  /// How long it is, if that is known.
  default Optional<Duration> length() {
    return switch (this) {
      case Between(Instant from, Instant to) -> Optional.of(Duration.between(from, to));
      case SinceReset(Reading<Instant> from, Instant to) ->
          from.known().map(start -> Duration.between(start, to));
    };
  }
}
