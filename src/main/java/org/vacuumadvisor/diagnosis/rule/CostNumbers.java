package org.vacuumadvisor.diagnosis.rule;

import java.util.Optional;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.postgres.CostModel;
import org.vacuumadvisor.postgres.PageWork;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;

/// The cost limit and delay that rules ask autovacuum to have: one number, whichever rule asks.
final class CostNumbers {
  /// What autovacuum sleeps since 12; it was 20 ms before.
  static final double SHORT_DELAY = 2;

  /// PostgreSQL's default: three workers share a limit of 200.
  private static final double DEFAULT_LIMIT = 200;

  private static final double DEFAULT_WORKERS = 3;

  /// One step: five times as much. Experts raise it to 1000 or 2000 and look what it does to WAL
  /// and latency before they go on.
  private static final double STEP = 5;

  private static final double ENOUGH = 2_000;
  private static final double MOST = 10_000;

  private CostNumbers() {}

  /// The smallest limit at which each worker has the share that one of three has by default.
  static long fairLimit(ServerSettings settings) {
    double workers = settings.integerOrDefault(Setting.AUTOVACUUM_MAX_WORKERS);
    return hundreds(DEFAULT_LIMIT * workers / DEFAULT_WORKERS);
  }

  /// What to change so that autovacuum works faster; empty where it is fast enough for any disk, or
  /// not slowed at all.
  static Optional<Remedy> faster(Evidence evidence) {
    var settings = evidence.survey().settings();
    double delay = settings.autovacuumCostDelay().value();
    double limit = settings.autovacuumCostLimit().value();
    if (delay <= 0) {
      return Optional.empty();
    }
    if (delay > SHORT_DELAY) {
      return Optional.of(delay(evidence));
    }
    double wanted = Math.max(Math.min(limit * STEP, ENOUGH), (double) fairLimit(settings));
    return wanted > limit ? Optional.of(limit(hundreds(wanted), evidence)) : Optional.empty();
  }

  /// A limit of so much.
  static Remedy limit(long wanted, Evidence evidence) {
    var settings = evidence.survey().settings();
    var text = Long.toString(wanted);
    return new Remedy.TuneServer(
        Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
        text,
        effect(settings, settings.with(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, text), evidence));
  }

  private static Remedy delay(Evidence evidence) {
    var settings = evidence.survey().settings();
    var text = Quantities.number(SHORT_DELAY);
    return new Remedy.TuneServer(
        Setting.AUTOVACUUM_VACUUM_COST_DELAY,
        text + "ms",
        effect(settings, settings.with(Setting.AUTOVACUUM_VACUUM_COST_DELAY, text), evidence));
  }

  private static Effect effect(ServerSettings old, ServerSettings changed, Evidence evidence) {
    return new Effect.Predicted(
        "data that all workers together may change in a second, at most",
        ceiling(old, evidence),
        ceiling(changed, evidence),
        ceiling(changed, evidence),
        "the server's cost arithmetic: limit / delay / vacuum_cost_page_dirty; the disk may allow"
            + " less");
  }

  private static String ceiling(ServerSettings settings, Evidence evidence) {
    return Quantities.count(
            CostModel.ofAutovacuum(settings)
                .megabytesPerSecond(PageWork.DIRTY, evidence.survey().server().blockSize()))
        + " MB";
  }

  private static long hundreds(double limit) {
    return (long) (Math.ceil(Math.min(MOST, limit) / 100) * 100);
  }
}
