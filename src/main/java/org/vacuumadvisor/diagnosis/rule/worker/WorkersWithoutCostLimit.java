package org.vacuumadvisor.diagnosis.rule.worker;

import java.util.List;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.ServerRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.postgres.CostModel;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;

/// More workers than PostgreSQL starts by default, and the same cost limit for all of them: each
/// one is slower, and together they do no more.
public final class WorkersWithoutCostLimit extends ServerRule {
  private static final int DEFAULT_WORKERS = 3;

  /// A limit a little below the default's share is nothing that anyone would notice.
  private static final double CLEARLY_LESS = 0.9;

  @Override
  protected List<? extends Verdict> examine(ServerEvidence server) {
    var settings = server.all().settings();
    if (server.all().isStandby()) {
      return List.of(clear(server));
    }
    long workers = workers(server);
    if (workers <= DEFAULT_WORKERS) {
      return List.of(clear(server));
    }
    // the limit is that of vacuum_cost_limit where autovacuum has none of its own
    if (!server.all().isReadWhole()
        && server.ask(Setting.AUTOVACUUM_VACUUM_COST_LIMIT).known().isEmpty()) {
      var _ = server.need(Setting.VACUUM_COST_LIMIT);
    }
    return List.of(
        share(settings) >= CLEARLY_LESS * share(ServerSettings.unknown(settings.release()))
            ? clear(server)
            : finding(workers, server));
  }

  private static long workers(ServerEvidence server) {
    if (!server.all().isReadWhole()) {
      var _ = server.need(Setting.AUTOVACUUM_MAX_WORKERS);
    }
    return server.all().settings().integerOrDefault(Setting.AUTOVACUUM_MAX_WORKERS);
  }

  /// Cost units a millisecond of one worker when all are at work.
  private static double share(ServerSettings settings) {
    int workers = (int) settings.integerOrDefault(Setting.AUTOVACUUM_MAX_WORKERS);
    double delay = settings.autovacuumCostDelay().value();
    return delay <= 0
        ? Double.POSITIVE_INFINITY
        : (double) CostModel.share(settings, workers) / delay;
  }

  private Finding finding(long workers, ServerEvidence server) {
    var settings = server.all().settings();
    long each = CostModel.share(settings, (int) workers);
    return advice(
            "%s workers share a cost limit of %s: each gets %s",
            workers, settings.autovacuumCostLimit().value(), each)
        .observed(
            "autovacuum_max_workers", server.ask(Setting.AUTOVACUUM_MAX_WORKERS).map(_ -> workers))
        .observed(
            "cost limit of all of them together",
            "%s every %s ms"
                .formatted(
                    Quantities.count(settings.autovacuumCostLimit().value()),
                    Quantities.number(settings.autovacuumCostDelay().value())),
            new Source.Words("autovacuum_vacuum_cost_limit, or vacuum_cost_limit where that is -1"))
        .engine(
            "share of a worker by default",
            CostModel.share(ServerSettings.unknown(settings.release()), DEFAULT_WORKERS),
            "the balance of autovacuum: 200 for 3 workers")
        .tune(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, new Goal.FairCostShare())
        .build();
  }
}
