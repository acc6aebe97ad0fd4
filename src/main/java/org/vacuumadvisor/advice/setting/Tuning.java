package org.vacuumadvisor.advice.setting;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.forecast.Band;
import org.vacuumadvisor.forecast.Forecast;
import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.simulator.SimulatedRun;
import org.vacuumadvisor.forecast.simulator.Trajectory;
import org.vacuumadvisor.postgres.Setting;

/// Changes that are worth it together, and what they come to.
///
/// @param today the server without any
/// @param with the server with all of them
/// @param without the server without one of them, by each of them
/// @param doubtToday what today's figures may be instead
/// @param doubtWith what those with all changes may be instead
/// @param length how much time was simulated
record Tuning(
    Trial today,
    Trial with,
    Map<SettingChange, Trial> without,
    Forecast doubtToday,
    Forecast doubtWith,
    Duration length) {
  /// A visit comes later than `autovacuum_naptime` by the start of a worker, which reads the
  /// counters first, and is missed by a table that a worker is still at. And sessions send what
  /// they counted once a second at most (`PGSTAT_MIN_INTERVAL`), so that counters may be behind.
  private static final double LATE_SECONDS = 1;

  private static final double MILLIS = 1e3;

  Tuning {
    without = Collections.unmodifiableMap(new LinkedHashMap<>(without));
  }

  Band today(Guard guard) {
    return widened(doubtToday.band(each -> today.value(guard, each)), guard, today);
  }

  Band with(Guard guard) {
    return widened(doubtWith.band(each -> with.value(guard, each)), guard, with);
  }

  /// The range with the doubt that comes of nobody's knowing when autovacuum looks: a table comes
  /// due just before a visit, or has to wait for the next one, and a simulation has it one way each
  /// time. It is the same where the figure does not grow until a visit, or no vacuum came.
  ///
  /// In the lab (`docs/experiments/promises.md`) ranges without this doubt held 6 of 14 figures.
  private static Band widened(Band band, Guard guard, Trial trial) {
    var start = trial.cluster().table(guard.table());
    var told = trial.trajectory().table(guard.table());
    var growth = start.flatMap(each -> growth(guard, each.arrivals()));
    if (growth.isEmpty()
        || told.isEmpty()
        || told.get().runs().stream().noneMatch(SimulatedRun::isVacuum)) {
      return band;
    }
    double rate = growth.get();
    double nap = trial.cluster().settings().realOrDefault(Setting.AUTOVACUUM_NAPTIME);
    double waited = Math.min(nap, longestWait(told.get().runs(), trial.trajectory()));
    double least =
        Math.max(
            band.likely() - rate * (waited + LATE_SECONDS), Math.min(band.likely(), rate * nap));
    double most = band.likely() + rate * (nap - waited + LATE_SECONDS);
    return new Band(Math.min(band.low(), least), band.likely(), Math.max(band.high(), most));
  }

  /// How fast a figure grows until autovacuum comes, a second; empty where it does not.
  private static Optional<Double> growth(Guard guard, Arrivals arrivals) {
    return switch (guard.figure()) {
      case DEAD_ROWS -> Optional.of(arrivals.lastingDead());
      case INSERTED_ROWS -> Optional.of(arrivals.inserts());
      case CHANGED_ROWS, INDEX_PASSES, ASLEEP, WAIT, MOVED_UPDATES -> Optional.empty();
    };
  }

  /// Of those that made the figure: the first visit is to what was there before.
  private static double longestWait(List<SimulatedRun> runs, Trajectory trajectory) {
    var settled = trajectory.start().plus(trajectory.length().dividedBy(Trial.SETTLING));
    var vacuums = runs.stream().filter(SimulatedRun::isVacuum).toList();
    var telling = vacuums.stream().filter(each -> !each.start().isBefore(settled)).toList();
    return (telling.isEmpty() ? vacuums.subList(vacuums.size() - 1, vacuums.size()) : telling)
        .stream().mapToDouble(each -> (double) each.waited().toMillis() / MILLIS).max().orElse(0);
  }
}
