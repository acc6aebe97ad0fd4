package org.vacuumadvisor.fleet.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.model.Survey;

/// What came of looking at a server once.
public sealed interface Look {
  /// Of which server.
  Target target();

  /// When it ended, by our clock.
  Instant time();

  /// How long it took, connecting included: the server worked on it at most so long.
  Duration took();

  /// It was seen who holds back the oldest xmin, and how old IDs are.
  record Glance(Target target, Instant time, Duration took, Survey survey) implements Look {}

  /// Everything was read and judged.
  ///
  /// @param again after which time it is surveyed again
  record Full(Target target, Instant time, Duration took, Duration again, Assessment assessment)
      implements Look {
    Survey survey() {
      return assessment.evidence().survey();
    }
  }

  /// Nothing was seen.
  ///
  /// @param reason for a person
  /// @param again after which time it is tried again; empty if not
  record Failed(Target target, Instant time, Duration took, String reason, Optional<Duration> again)
      implements Look {}
}
