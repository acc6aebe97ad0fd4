package org.vacuumadvisor.model.history;

import java.time.Duration;
import java.util.Optional;

/// Vacuums of a table, one after the other, that all found dead rows they had to keep, and all for
/// the same transaction.
///
/// @param runs how many
/// @param isOver whether a later vacuum of the table got past that transaction
public record Hold(Run first, Run last, long runs, boolean isOver) {

  /// From the end of the first to the end of the last of them: somebody held on at least so long.
  public Optional<Duration> atLeast() {
    return Moments.end(first)
        .flatMap(from -> Moments.end(last).map(to -> Duration.between(from, to)));
  }
}
