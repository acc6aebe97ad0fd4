package org.vacuumadvisor.advice.setting;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.CostModel;
import org.vacuumadvisor.postgres.HowToSet;
import org.vacuumadvisor.postgres.PageWork;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;

/// The cost limit and delay that autovacuum should have: one arithmetic, whatever asks for it.
record CostNumbers(Evidence evidence) {
  /// PostgreSQL's default: three workers share a limit of 200.
  private static final double DEFAULT_LIMIT = 200;

  private static final double DEFAULT_WORKERS = 3;

  /// One step: five times as much. Experts raise it to 1000 or 2000 and look what it does to WAL
  /// and latency before they go on.
  private static final double STEP = 5;

  private static final double MODEST_COST_LIMIT = 2_000;
  private static final double HIGHEST_COST_LIMIT = 10_000;

  /// Makes vacuums of a table sleep less: by the table's own limit where it has one, or where
  /// nobody may change the server's.
  List<Proposal> awake(Optional<Relation> relation, Goal.AsleepAtMost goal) {
    return relation
        .filter(each -> hasOwnCost(each) || !mayChangeServer())
        .map(each -> ofTable(each, goal))
        .orElseGet(this::faster);
  }

  private boolean hasOwnCost(Relation relation) {
    return evidence.options(relation).balance() == AutovacuumOptions.Balance.BYPASSED;
  }

  /// Some providers let nobody change the server's limit; a table's is always its owner's to set.
  private boolean mayChangeServer() {
    var server = evidence.survey().server();
    return server.assumedProvider().howToSet(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, server.release())
        != HowToSet.NOT_POSSIBLE;
  }

  private List<Proposal> ofTable(Relation relation, Goal.AsleepAtMost goal) {
    double limit = (double) evidence.options(relation).costLimit().value();
    double wanted = Math.min(HIGHEST_COST_LIMIT, limit * STEP);
    double asleep = (double) goal.longest().toSeconds() * goal.asleep().fraction();
    return wanted <= limit
        ? List.of()
        : List.of(
            ClosedForm.ofTable(
                relation,
                "autovacuum_vacuum_cost_limit",
                Long.toString(Math.round(wanted)),
                new Effect.Predicted(
                    "time asleep in a run like this",
                    Quantities.seconds(asleep),
                    Quantities.seconds(asleep * limit / wanted),
                    "the same work, %s times the limit".formatted(Quantities.number(STEP)))));
  }

  /// What makes autovacuum work faster; empty where it is fast enough for any disk, or not slowed
  /// at all. Where both numbers slow it, both.
  List<Proposal> faster() {
    double delay = evidence.settings().autovacuumCostDelay().value();
    double limit = evidence.settings().autovacuumCostLimit().value();
    if (delay <= 0) {
      return List.of();
    }
    var changes = new ArrayList<Proposal>();
    if (delay > CostModel.DEFAULT_DELAY) {
      changes.add(
          server(
              Setting.AUTOVACUUM_VACUUM_COST_DELAY,
              Quantities.number(CostModel.DEFAULT_DELAY) + "ms"));
    }
    if (changes.isEmpty() || limit < DEFAULT_LIMIT) {
      double wanted = Math.max(Math.min(limit * STEP, MODEST_COST_LIMIT), (double) fairLimit());
      if (wanted > limit) {
        changes.add(server(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, Long.toString(hundreds(wanted))));
      }
    }
    return changes;
  }

  /// Gives each worker the share that one of three has by default.
  List<Proposal> fairShare() {
    return List.of(server(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, Long.toString(fairLimit())));
  }

  private long fairLimit() {
    double workers = evidence.settings().integerOrDefault(Setting.AUTOVACUUM_MAX_WORKERS);
    return hundreds(DEFAULT_LIMIT * workers / DEFAULT_WORKERS);
  }

  private Proposal server(Setting setting, String value) {
    return new Proposal(
        new SettingChange.OfServer(setting, value),
        effect(evidence.settings().with(setting, value)));
  }

  /// Empty promises are not made where nobody showed what the server has today.
  private Effect effect(ServerSettings changed) {
    return evidence.settings().value(Setting.AUTOVACUUM_VACUUM_COST_DELAY).isPresent()
        ? new Effect.Predicted(
            "data that all workers together may change in a second, at most",
            ceiling(evidence.settings()),
            ceiling(changed),
            "the server's cost arithmetic: limit / delay / vacuum_cost_page_dirty; the disk may"
                + " allow less")
        : new Effect.NotPredicted(
            "the limit and delay in effect were not shown; five times the default is a first step");
  }

  private String ceiling(ServerSettings settings) {
    return Quantities.number(
            CostModel.ofAutovacuum(settings)
                .megabytesPerSecond(PageWork.DIRTY, evidence.survey().server().blockSize()))
        + " MB";
  }

  private static long hundreds(double limit) {
    return (long) (Math.ceil(Math.min(HIGHEST_COST_LIMIT, limit) / 100) * 100);
  }
}
