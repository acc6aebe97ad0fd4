package org.vacuumadvisor.freeze;

import java.time.Instant;
import java.util.Optional;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

/// How fast the two kinds of ID are given out, each as far as it is known.
///
/// @param logs what became of the logs
public record IdRates(Optional<IdRate> transactions, Optional<IdRate> multixacts, LogUse logs) {

  /// What logs were good for.
  public enum LogUse {
    NOT_GIVEN,
    USED,
    /// No two reports of vacuums in them say which transaction ID came next.
    SAY_NOTHING,
    /// Their transaction IDs cannot be those of the server surveyed.
    OF_ANOTHER_SERVER
  }

  /// How many of one kind are given out between two moments; none where no rate is known.
  long between(Wraparound ids, Instant from, Instant to) {
    return of(ids).map(each -> each.between(from, to)).orElse(XidAge.NONE).count();
  }

  /// The rate of one kind.
  public Optional<IdRate> of(Wraparound ids) {
    return switch (ids) {
      case TRANSACTIONS -> transactions;
      case MULTIXACTS -> multixacts;
    };
  }
}
