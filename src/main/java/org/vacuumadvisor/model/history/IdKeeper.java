package org.vacuumadvisor.model.history;

import java.util.Optional;
import org.vacuumadvisor.model.history.IdTrail.Source;

/// Follows both kinds of ID through the reports of all tables: a server has one counter of each.
final class IdKeeper {
  private final IdTracker cutoffs = new IdTracker(Source.REMOVABLE_CUTOFF);
  private final IdTracker horizons = new IdTracker(Source.OLDEST_XMIN);
  private final IdTracker multixacts = new IdTracker(Source.NEW_RELMINMXID);

  void add(TimedRun timed) {
    var at = timed.end();
    if (at == null) {
      return;
    }
    var outcome = timed.run().outcome();
    if (outcome.cutoff() != null) {
      cutoffs.see(at, outcome.cutoff().xid() + outcome.cutoff().age());
    }
    if (outcome.oldestXmin() != null) {
      horizons.see(at, outcome.oldestXmin());
    }
    if (outcome.newRelminMxid() != null) {
      multixacts.see(at, outcome.newRelminMxid().value());
    }
  }

  IdTrails trails() {
    Optional<IdTrail> transactions = cutoffs.trail().or(horizons::trail);
    return new IdTrails(transactions, multixacts.trail());
  }
}
