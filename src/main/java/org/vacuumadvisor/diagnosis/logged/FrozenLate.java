package org.vacuumadvisor.diagnosis.logged;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// A vacuum to prevent wraparound that did its work, but came when the table was far older than the
/// age at which it is forced: that is no routine.
final class FrozenLate implements Rule {
  /// Autovacuum is due at the limit itself; twice that is nobody's intention.
  private static final long TIMES = 2;

  @Override
  public String id() {
    return "wraparound-near";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .flatMap(logs ->
            logs.tables()
                .flatMap(
                    table -> latest(table, logs).stream().map(run -> finding(table, run, logs))));
  }

  /// The last such vacuum of the table.
  static Optional<Run> latest(TableHistory table, LogCase logs) {
    return table.milestones().forced().filter(run -> ahead(run) > limit(logs));
  }

  /// By how much relfrozenxid advanced: the table was at least that old.
  private static long ahead(Run run) {
    var advance = run.outcome().newRelfrozenXid();
    return advance == null ? 0 : advance.ahead();
  }

  private static long limit(LogCase logs) {
    return TIMES * forcedFrom(logs);
  }

  private static long forcedFrom(LogCase logs) {
    return logs.evidence()
        .survey()
        .settings()
        .integer(Setting.AUTOVACUUM_FREEZE_MAX_AGE)
        .orElse(Held.FREEZE_MAX_AGE);
  }

  private Finding finding(TableHistory table, Run run, LogCase logs) {
    return new Finding(
        id(),
        Severity.WARNING,
        logs.subject(table),
        "A vacuum froze %s only when it was %s transactions old"
            .formatted(logs.name(table), Quantities.count(ahead(run))),
        List.of(
            Told.by(run, "relfrozenxid moved on by", Quantities.count(ahead(run))),
            Told.by(run, "it took", Told.elapsed(run)),
            Fact.threshold(
                "forced from",
                Quantities.count(forcedFrom(logs)),
                Provenance.ENGINE,
                "autovacuum_freeze_max_age, its default where it is not shown"),
            Fact.threshold(
                "far beyond", "%d times that".formatted(TIMES), Provenance.CONVENTION, "ours")),
        "Autovacuum has to freeze a table from autovacuum_freeze_max_age on. This one came much"
            + " later: it was ended again and again, found no worker, was too slow, or the horizon"
            + " was held. Some 2.1 billion transactions are all there are, and then writes stop.",
        Confidence.HIGH,
        "SHOW autovacuum_freeze_max_age; SELECT datname, age(datfrozenxid) FROM pg_database;",
        List.of(
            new Remedy.Act(
                "Look in the log for earlier vacuums of %s that were cancelled or did not advance"
                        .formatted(logs.name(table))
                    + " relfrozenxid, and at the other tables' age(relfrozenxid) today.")));
  }
}
