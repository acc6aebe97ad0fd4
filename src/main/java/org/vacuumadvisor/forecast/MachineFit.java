package org.vacuumadvisor.forecast;

import java.util.Optional;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.TableHistory;

/// Finds out from logs how fast a machine vacuums: the time that its vacuums were awake, against
/// what the prior makes of the pages they went through.
final class MachineFit {
  private static final double LEAST_SECONDS = 1;

  private MachineFit() {}

  /// Empty where no run says how long it slept.
  static Optional<Machine> of(History history) {
    double awake = 0;
    double expected = 0;
    for (TableHistory table : history.tables()) {
      var work = table.work();
      if (work.timedSeconds() > 0) {
        awake += Math.max(0, work.timedSeconds() - work.sleptSeconds());
        expected +=
            (double) table.counts().vacuums() * Machine.PRIOR.runSeconds()
                + (double) (work.hits() + work.reads()) * Machine.PRIOR.heapPageSeconds()
                + (double) work.removed() * Machine.PRIOR.deadRowSeconds();
      }
    }
    return awake < LEAST_SECONDS || expected <= 0
        ? Optional.empty()
        : Optional.of(Machine.PRIOR.slower(Math.clamp(awake / expected, 0.1, 20)).doubted(1.5));
  }
}
