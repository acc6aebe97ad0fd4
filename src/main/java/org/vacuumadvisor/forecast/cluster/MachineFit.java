package org.vacuumadvisor.forecast.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.IndexWork;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.postgres.CostModel;
import org.vacuumadvisor.postgres.ServerSettings;

/// Finds out from logs how fast a machine vacuums: the time that its vacuums were awake, against
/// what the prior makes of the pages they went through.
final class MachineFit {
  private static final double LEAST_SECONDS = 0.5;

  /// Seconds of work on the machine of the prior: vacuums of small tables tell of locks they waited
  /// for, not of speed.
  private static final double LEAST_WORK = 0.2;

  /// Where runs print how long they slept the speed is known within this factor; where that is the
  /// arithmetic of the cost limit, within the other.
  private static final double TIMED_DOUBT = 1.5;

  private static final double RECKONED_DOUBT = 2;

  private final ServerSettings settings;
  private final List<Ratio> ratios = new ArrayList<>();
  private double awake;

  /// How much slower than the prior the vacuums of a table were, and how much work that rests on.
  private record Ratio(double slower, double expected) {}

  private MachineFit(ServerSettings settings) {
    this.settings = settings;
  }

  /// Empty where the runs are too few, or sleep almost all of their time.
  static Optional<Machine> of(History history, ServerSettings settings) {
    var timed = new MachineFit(settings);
    history.tables().forEach(timed::timed);
    if (timed.isEnough()) {
      return Optional.of(timed.machine(TIMED_DOUBT));
    }
    var reckoned = new MachineFit(settings);
    history.tables().forEach(reckoned::reckoned);
    return reckoned.isEnough() ? Optional.of(reckoned.machine(RECKONED_DOUBT)) : Optional.empty();
  }

  private boolean isEnough() {
    return awake >= LEAST_SECONDS
        && ratios.stream().mapToDouble(Ratio::expected).sum() >= LEAST_WORK;
  }

  private void timed(TableHistory table) {
    var work = table.work();
    if (work.timedSeconds() > 0) {
      add(table, work.timedSeconds() - work.sleptSeconds());
    }
  }

  /// What the cost limit does not explain, if nobody had a share of it. Where that is little beside
  /// the sleep, it is mostly the error of the arithmetic.
  private void reckoned(TableHistory table) {
    var work = table.work();
    var cost = CostModel.ofAutovacuum(settings);
    double asked = cost.secondsAsleep(work.hits(), work.reads(), work.dirtied());
    double slept =
        cost.throttles()
            ? asked * (1 + Machine.PRIOR.sleepSeconds() * 1e3 / cost.delayMillis())
            : 0;
    double rest = table.seconds().sum() - slept;
    if (work.hits() + work.reads() > 0 && rest > slept / 10) {
      add(table, rest);
    }
  }

  private void add(TableHistory table, double seconds) {
    var work = table.work();
    double vacuums = (double) table.counts().vacuums();
    double indexPages =
        table.milestones().latest().stream()
            .flatMap(each -> each.indexes().stream())
            .map(IndexWork::pages)
            .mapToDouble(each -> each == null ? 0 : (double) each)
            .sum();
    double expected =
        Machine.PRIOR.busySeconds(
                (double) (work.hits() + work.reads()),
                (double) work.reads(),
                (double) work.removed() * 2,
                indexPages * vacuums,
                settings.blockSize())
            + (vacuums - 1) * Machine.PRIOR.runSeconds();
    awake += Math.max(0, seconds);
    ratios.add(new Ratio(Math.max(0, seconds) / expected, expected));
  }

  /// The ratio that half of the work is slower than: small tables whose vacuums wait for a lock do
  /// not count for much.
  private Machine machine(double doubt) {
    var sorted = ratios.stream().sorted(Comparator.comparingDouble(Ratio::slower)).toList();
    double half = ratios.stream().mapToDouble(Ratio::expected).sum() / 2;
    double sum = 0;
    double slower = 1;
    for (var each : sorted) {
      slower = each.slower();
      sum += each.expected();
      if (sum >= half) {
        break;
      }
    }
    return Machine.PRIOR.slower(Math.clamp(slower, 0.1, 20), doubt);
  }
}
