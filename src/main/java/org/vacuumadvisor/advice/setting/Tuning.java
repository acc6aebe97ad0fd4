package org.vacuumadvisor.advice.setting;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.vacuumadvisor.forecast.Band;
import org.vacuumadvisor.forecast.Forecast;
import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.simulator.SimulatedRun;
import org.vacuumadvisor.forecast.simulator.Trajectory;
import org.vacuumadvisor.postgres.Setting;

/// The changes found, as one set.
///
/// @param today the server without any
/// @param found the server with all of them
/// @param choices one for each change, in the order of what they do
/// @param unmet guards that no set within the others keeps; what was found comes nearest
/// @param doubtToday what today's figures may be instead
/// @param doubtFound what those found may be instead
/// @param idle knobs that alone would have done nothing, with the strongest value tried
/// @param length how much time was simulated
public record Tuning(
    Trial today,
    Trial found,
    List<Choice> choices,
    List<Guard> unmet,
    Forecast doubtToday,
    Forecast doubtFound,
    Map<Knob, Trial> idle,
    Duration length) {
  /// A visit comes later than `autovacuum_naptime` by the start of a worker, which reads the
  /// counters first, and is missed by a table that a worker is still at. And sessions send what
  /// they counted once a second at most (`PGSTAT_MIN_INTERVAL`), so that counters may be behind.
  private static final double LATE_SECONDS = 1;

  private static final double MILLIS = 1e3;

  public Tuning {
    choices = List.copyOf(choices);
    unmet = List.copyOf(unmet);
    idle = Collections.unmodifiableMap(new LinkedHashMap<>(idle));
  }

  /// A guarded figure as it is today.
  public Band today(Guard guard) {
    return widened(doubtToday.band(each -> guard.value(today.cluster(), each)), guard, today);
  }

  /// A guarded figure with all changes.
  public Band found(Guard guard) {
    return widened(doubtFound.band(each -> guard.value(found.cluster(), each)), guard, found);
  }

  /// The range with the doubt that comes of nobody's knowing when autovacuum looks: a table comes
  /// due just before a visit, or has to wait for the next one, and a simulation has it one way each
  /// time. It is the same where the figure does not grow until a visit, or no vacuum came.
  ///
  /// In the lab (`docs/experiments/promises.md`) ranges without this doubt held 6 of 14 figures.
  private static Band widened(Band band, Guard guard, Trial trial) {
    if (!(guard instanceof Guard.OfTable(var figure, var key, _, _))) {
      return band;
    }
    var start = trial.cluster().table(key);
    var told = trial.trajectory().table(key);
    var growth = start.map(each -> growth(figure, each.arrivals())).orElse(OptionalDouble.empty());
    if (growth.isEmpty()
        || told.isEmpty()
        || told.get().runs().stream().noneMatch(SimulatedRun::isVacuum)) {
      return band;
    }
    double rate = growth.getAsDouble();
    double nap = trial.cluster().settings().realOrDefault(Setting.AUTOVACUUM_NAPTIME);
    double waited = Math.min(nap, longestWait(told.get().runs(), trial.trajectory()));
    double least =
        Math.max(
            band.likely() - rate * (waited + LATE_SECONDS), Math.min(band.likely(), rate * nap));
    double most = band.likely() + rate * (nap - waited + LATE_SECONDS);
    return new Band(Math.min(band.low(), least), band.likely(), Math.max(band.high(), most));
  }

  /// How fast a figure grows until autovacuum comes, a second; empty where it does not.
  private static OptionalDouble growth(TableFigure figure, Arrivals arrivals) {
    return switch (figure) {
      case DEAD_ROWS -> OptionalDouble.of(arrivals.lastingDead());
      case INSERTED_ROWS -> OptionalDouble.of(arrivals.inserts());
      case CHANGED_ROWS, INDEX_PASSES, ASLEEP, WAIT, MOVED_UPDATES -> OptionalDouble.empty();
    };
  }

  /// Of those that made the figure: the first visit is to what was there before.
  private static double longestWait(List<SimulatedRun> runs, Trajectory trajectory) {
    var settled = trajectory.start().plus(trajectory.length().dividedBy(TableFigure.SETTLING));
    var vacuums = runs.stream().filter(SimulatedRun::isVacuum).toList();
    var telling = vacuums.stream().filter(each -> !each.start().isBefore(settled)).toList();
    return (telling.isEmpty() ? vacuums.subList(vacuums.size() - 1, vacuums.size()) : telling)
        .stream().mapToDouble(each -> (double) each.waited().toMillis() / MILLIS).max().orElse(0);
  }
}
