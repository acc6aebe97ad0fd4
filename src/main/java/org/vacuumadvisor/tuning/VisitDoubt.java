package org.vacuumadvisor.tuning;

import java.time.Duration;
import org.vacuumadvisor.forecast.Band;
import org.vacuumadvisor.forecast.simulator.SimulatedRun;
import org.vacuumadvisor.forecast.simulator.TableTrajectory;
import org.vacuumadvisor.forecast.simulator.VacuumWork;
import org.vacuumadvisor.postgres.Setting;

/// How far off the most dead rows of a table can be because nobody knows when autovacuum looks: a
/// table comes due just before a visit, or has to wait for the next one. A simulation has it one
/// way each time.
///
/// In the lab (`docs/experiments/promises.md`) ranges without this doubt held 6 of 14 figures.
final class VisitDoubt {
  /// A visit comes later than `autovacuum_naptime` by the start of a worker, which reads the
  /// counters first, and is missed by a table that a worker is still at.
  private static final double LATE_SECONDS = 1;

  private static final double MILLIS = 1e3;

  private VisitDoubt() {}

  /// The range with this doubt; the same where the figure is another one, or no vacuum came.
  static Band widened(Band band, Guard guard, Trial trial) {
    if (!(guard instanceof Guard.OfTable(var figure, var key, _, _))
        || figure != TableFigure.DEAD_ROWS) {
      return band;
    }
    var start = trial.cluster().table(key);
    var told = trial.trajectory().table(key);
    if (start.isEmpty() || told.isEmpty() || !isVacuumed(told.get())) {
      return band;
    }
    var arrivals = start.get().arrivals();
    double rate = arrivals.deletes() + arrivals.otherUpdates();
    double nap = trial.cluster().settings().realOrDefault(Setting.AUTOVACUUM_NAPTIME);
    double waited = Math.min(nap, longestWait(told.get()));
    double least = Math.max(band.likely() - rate * waited, Math.min(band.likely(), rate * nap));
    double most = band.likely() + rate * (nap - waited + LATE_SECONDS);
    return new Band(Math.min(band.low(), least), band.likely(), Math.max(band.high(), most));
  }

  private static boolean isVacuumed(TableTrajectory told) {
    return told.runs().stream().anyMatch(VisitDoubt::isVacuum);
  }

  private static boolean isVacuum(SimulatedRun run) {
    return !run.work().equals(VacuumWork.NONE);
  }

  private static double longestWait(TableTrajectory told) {
    return told.runs().stream()
        .filter(VisitDoubt::isVacuum)
        .mapToDouble(
            each -> (double) Duration.between(each.due(), each.start()).toMillis() / MILLIS)
        .max()
        .orElse(0);
  }
}
