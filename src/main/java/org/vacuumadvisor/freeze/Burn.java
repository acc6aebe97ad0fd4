package org.vacuumadvisor.freeze;

import java.util.Optional;
import org.vacuumadvisor.postgres.Wraparound;

/// How fast the two kinds of ID are given out, each as far as it is known.
public record Burn(Optional<BurnRate> transactions, Optional<BurnRate> multixacts) {

  /// The rate of one kind.
  public Optional<BurnRate> of(Wraparound ids) {
    return switch (ids) {
      case TRANSACTIONS -> transactions;
      case MULTIXACTS -> multixacts;
    };
  }
}
