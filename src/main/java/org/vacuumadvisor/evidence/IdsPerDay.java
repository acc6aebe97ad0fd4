package org.vacuumadvisor.evidence;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.history.IdTrail;
import org.vacuumadvisor.postgres.Wraparound;

/// How fast IDs are given out: between two surveys, else as the reports of vacuums in logs tell.
final class IdsPerDay {
  private static final double SECONDS_A_DAY = 86_400;

  /// Less of a log says little about a day.
  private static final Duration LEAST_LOG = Duration.ofHours(1);

  private IdsPerDay() {}

  static Reading<Double> of(Wraparound ids, Evidence evidence) {
    var sampled = evidence.xidsPerSecond();
    if (ids == Wraparound.TRANSACTIONS && sampled.isPresent()) {
      return Reading.of(
          sampled.getAsDouble() * SECONDS_A_DAY,
          new Source.Words("txid_snapshot_xmax(txid_current_snapshot()) of two surveys"));
    }
    return trail(ids, evidence)
        .filter(each -> each.over().compareTo(LEAST_LOG) >= 0)
        .map(each ->
            Reading.of(
                (double) each.used() / ((double) each.over().toSeconds() / SECONDS_A_DAY),
                new Source.Derived(word(each) + " in the log", List.of())))
        .orElseGet(() -> Reading.missing(Reading.Why.NOT_COLLECTED));
  }

  private static Optional<IdTrail> trail(Wraparound ids, Evidence evidence) {
    return evidence
        .history()
        .flatMap(told ->
            switch (ids) {
              case TRANSACTIONS -> told.ids().transactions();
              case MULTIXACTS -> told.ids().multixacts();
            });
  }

  private static String word(IdTrail trail) {
    return switch (trail.source()) {
      case REMOVABLE_CUTOFF -> "\"removable cutoff\"";
      case OLDEST_XMIN -> "\"oldest xmin\"";
      case NEW_RELMINMXID -> "\"new relminmxid\"";
    };
  }
}
