package org.vacuumadvisor.forecast.simulator;

import java.time.Instant;
import org.vacuumadvisor.model.RelationName;

/// When a table's age reaches a limit, within the simulation.
public record LimitDate(RelationName table, Limit limit, Instant when) {

  /// The limits of age.
  public enum Limit {
    /// `autovacuum_freeze_max_age`: autovacuum is forced.
    FORCED,
    /// The server warns at every statement that takes an ID.
    WARNING,
    /// Vacuums drop everything but freezing.
    FAILSAFE,
    /// No ID is given out any more.
    STOP
  }
}
