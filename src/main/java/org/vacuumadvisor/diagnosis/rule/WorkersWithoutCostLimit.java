package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.postgres.CostBalance;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// More workers than PostgreSQL starts by default, and the same cost limit for all of them: each
/// one is slower, and together they do no more.
final class WorkersWithoutCostLimit implements Rule {
  private static final int DEFAULT_WORKERS = 3;

  /// A limit a little below the default's share is nothing that anyone would notice.
  private static final double CLEARLY_LESS = 0.9;

  @Override
  public String id() {
    return "workers-without-cost-limit";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    var settings = evidence.survey().settings();
    var workers = settings.integer(Setting.AUTOVACUUM_MAX_WORKERS);
    return evidence.survey().server().standby()
            || workers.isEmpty()
            || workers.getAsLong() <= DEFAULT_WORKERS
            || share(settings) >= CLEARLY_LESS * defaultShare(settings)
        ? Stream.empty()
        : Stream.of(finding(workers.getAsLong(), evidence));
  }

  /// Cost units a millisecond of one worker when all are at work.
  private static double share(ServerSettings settings) {
    int workers = (int) settings.integerOrDefault(Setting.AUTOVACUUM_MAX_WORKERS);
    double delay = settings.autovacuumCostDelay().value();
    return delay <= 0
        ? Double.POSITIVE_INFINITY
        : (double) CostBalance.share(settings.release(), settings, workers) / delay;
  }

  private static double defaultShare(ServerSettings settings) {
    return share(ServerSettings.unknown(settings.release()));
  }

  private Finding finding(long workers, Evidence evidence) {
    var settings = evidence.survey().settings();
    long each = CostBalance.share(settings.release(), settings, (int) workers);
    return new Finding(
        id(),
        Severity.ADVICE,
        new Subject.Cluster(),
        "%s workers share a cost limit of %s: each gets %s"
            .formatted(
                Quantities.count(workers),
                Quantities.count(settings.autovacuumCostLimit().value()),
                Quantities.count(each)),
        List.of(
            Fact.observed("autovacuum_max_workers", Quantities.count(workers), "pg_settings"),
            Fact.observed(
                "cost limit of all of them together",
                "%s every %s ms"
                    .formatted(
                        Quantities.count(settings.autovacuumCostLimit().value()),
                        Quantities.number(settings.autovacuumCostDelay().value())),
                "autovacuum_vacuum_cost_limit, or vacuum_cost_limit where that is -1"),
            Fact.threshold(
                "share of a worker by default",
                Quantities.count(
                    CostBalance.share(
                        settings.release(),
                        ServerSettings.unknown(settings.release()),
                        DEFAULT_WORKERS)),
                ENGINE,
                "the balance of autovacuum: 200 for 3 workers")),
        "The cost limit is one for all workers: it is divided by those at work. More workers with"
            + " the same limit vacuum more tables at once, each more slowly, and none is done"
            + " earlier. Tables with a cost limit or delay of their own stand outside.",
        Confidence.HIGH,
        null,
        List.of(
            new Remedy.Tune(
                new Subject.Cluster(),
                Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
                new Goal.FairCostShare())));
  }
}
