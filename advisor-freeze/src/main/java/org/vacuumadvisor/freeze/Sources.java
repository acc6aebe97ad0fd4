package org.vacuumadvisor.freeze;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.freeze.IdRates.LogUse;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.history.History;

/// What a plan is made from.
///
/// @param now the server as it is
/// @param older earlier surveys of the same server, the oldest first
/// @param history what its logs tell
public record Sources(Survey now, List<Survey> older, Optional<History> history) {
  public Sources {
    older = List.copyOf(older);
  }

  /// All surveys, the oldest first.
  List<Survey> surveys() {
    var all = new ArrayList<>(older);
    all.add(now);
    return all;
  }

  /// What the logs are good for.
  LogUse logUse() {
    if (history.isEmpty()) {
      return LogUse.NOT_GIVEN;
    }
    var trail = history.get().ids().transactions();
    var next = now.server().nextXid().known();
    return trail.isEmpty()
        ? LogUse.SAY_NOTHING
        : next.isPresent() && !trail.get().mayBeOf(next.get(), now.takenAt())
            ? LogUse.OF_ANOTHER_SERVER
            : LogUse.USED;
  }
}
