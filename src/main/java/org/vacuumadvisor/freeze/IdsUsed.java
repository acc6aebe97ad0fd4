package org.vacuumadvisor.freeze;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.vacuumadvisor.forecast.cluster.Rhythm;
import org.vacuumadvisor.freeze.IdRate.Basis;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Wraparound;

/// IDs that were given out between two moments.
///
/// @param source where that was read
record IdsUsed(Instant from, Instant to, long ids, String source) {

  /// Nothing where time or counter ran backwards.
  static Optional<IdsUsed> between(Survey older, Survey now, long ids, String source) {
    return older.takenAt().isBefore(now.takenAt()) && ids >= 0
        ? Optional.of(
            new IdsUsed(
                older.takenAt(),
                now.takenAt(),
                ids,
                source + (older.isArchived() ? ", the older from the archive" : "")))
        : Optional.empty();
  }

  Duration over() {
    return Duration.between(from, to);
  }

  /// The rate of an average hour: what was seen by day alone is more than the mean.
  IdRate rate(Wraparound kind, Rhythm rhythm) {
    double load = Math.max(1e-3, rhythm.pace().load(from, to));
    return new IdRate(kind, (double) ids / load, rhythm, Basis.MEASURED, over(), source);
  }
}
