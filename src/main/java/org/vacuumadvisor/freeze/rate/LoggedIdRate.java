package org.vacuumadvisor.freeze.rate;

import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.history.IdTrail;

/// IDs that were given out while logs were written.
final class LoggedIdRate {
  private LoggedIdRate() {}

  /// Up to the survey, where that is the later one and its counter is known.
  static IdsUsed transactions(IdTrail trail, Survey now) {
    var next = now.server().nextXid().known();
    return next.isPresent() && now.takenAt().isAfter(trail.to())
        ? new IdsUsed(
            trail.from(),
            now.takenAt(),
            trail.used() + trail.ahead(next.get()),
            words(trail) + ", and txid_snapshot_xmax() of the survey")
        : used(trail);
  }

  static IdsUsed multixacts(IdTrail trail) {
    return used(trail);
  }

  private static IdsUsed used(IdTrail trail) {
    return new IdsUsed(trail.from(), trail.to(), trail.used(), words(trail));
  }

  private static String words(IdTrail trail) {
    return switch (trail.source()) {
      case REMOVABLE_CUTOFF -> "\"removable cutoff\" and its age in the log";
      case OLDEST_XMIN -> "\"oldest xmin\" in the log";
      case NEW_RELMINMXID -> "\"new relminmxid\" in the log";
    };
  }
}
