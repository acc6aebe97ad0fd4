package org.vacuumadvisor.freeze.outlook;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Tables that reach their limit together: autovacuum will take them one after the other and give
/// way to nobody.
///
/// @param byForce what autovacuum needs for all of them with its whole cost limit
public record Cohort(
    List<TableOutlook> tables, Optional<Instant> first, Optional<Instant> last, Duration byForce) {
  public Cohort {
    tables = List.copyOf(tables);
  }
}
