package org.vacuumadvisor.forecast.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.model.RelationKey;

/// A database that the launcher sends workers to.
///
/// @param visited when a worker is known to have come last, as near as anything tells: the next one
///   comes so many naps later
/// @param underWay tables that workers are vacuuming, and for how long they have been at it
public record DatabaseStart(
    long oid, Optional<Instant> visited, Map<RelationKey, Duration> underWay) {
  public DatabaseStart {
    underWay = Map.copyOf(underWay);
  }

  /// A database of which nothing is known.
  public DatabaseStart(long oid) {
    this(oid, Optional.empty(), Map.of());
  }
}
