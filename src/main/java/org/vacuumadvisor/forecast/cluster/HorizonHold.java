package org.vacuumadvisor.forecast.cluster;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.unit.XidAge;

/// Somebody for whom dead rows are kept.
///
/// @param who in words: "replication slot standby_2"
/// @param tables whose dead rows are kept, and how many a vacuum had to leave before the start
/// @param age how old its horizon is at the start
/// @param since how long before the start it began to hold
/// @param endsAfter how long after the start it lets go; empty: never
public record HorizonHold(
    String who,
    Map<RelationKey, Long> tables,
    XidAge age,
    Duration since,
    Optional<Duration> endsAfter) {
  public HorizonHold {
    tables = Map.copyOf(tables);
  }
}
