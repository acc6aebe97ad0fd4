package org.vacuumadvisor.freeze;

import java.util.List;
import org.vacuumadvisor.freeze.rate.IdRate;
import org.vacuumadvisor.freeze.rate.IdRates;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.unit.XidAge;

/// Tells those who hold the horizon for too long from those who do for a while, as every
/// transaction does.
final class Obstacles {
  /// Ours: what freezing loses of its effect before it is worth an objection.
  private static final double PART_OF_LIMIT = 0.05;

  /// Below this an age says nothing, whoever holds it: about a minute of a busy server.
  private static final XidAge ORDINARY = new XidAge(100_000);

  private Obstacles() {}

  /// The oldest first. A horizon that is a day behind is not one that a quiet night waits for; nor
  /// one that takes a twentieth of the limit.
  static List<HorizonHolder> of(Survey survey, IdRates rates) {
    var part =
        new XidAge((long) (PART_OF_LIMIT * (double) survey.settings().freezeMaxAge().count()));
    var day =
        rates
            .transactions()
            .filter(rate -> rate.basis() == IdRate.Basis.MEASURED)
            .map(rate -> new XidAge(Math.max(ORDINARY.count(), (long) rate.perDay())))
            .orElse(part);
    var most = day.compareTo(part) < 0 ? day : part;
    return survey.horizonHolders().stream()
        .filter(each -> each.isOlderThan(most))
        .sorted(HorizonHolder.byAge().reversed())
        .toList();
  }
}
