package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RunningVacuum;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// A vacuum runs in failsafe: to get done before wraparound it drops everything but freezing.
final class FailsafeActive implements Rule {
  @Override
  public String id() {
    return "failsafe-active";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return evidence.survey().machinery().vacuums().stream()
        .flatMap(each ->
            evidence.relation(each.database(), each.relation().or(0L)).stream()
                .filter(relation -> isInFailsafe(each, relation, evidence))
                .map(relation -> finding(each, relation, evidence)));
  }

  /// From 19 on the view says it; before, the age does, which vacuum looks at when it begins.
  private static boolean isInFailsafe(RunningVacuum vacuum, Relation relation, Evidence evidence) {
    var mode = vacuum.mode().known();
    return mode.isPresent() ? mode.get().equals("failsafe") : isPast(relation, evidence);
  }

  private static boolean isPast(Relation relation, Evidence evidence) {
    var settings = evidence.survey().settings();
    var ages = relation.ages().known();
    return ages.isPresent()
        && (settings.failsafeAge().filter(limit -> ages.get().xid().exceeds(limit)).isPresent()
            || settings
                .multixactFailsafeAge()
                .filter(limit -> ages.get().multixact() > limit.count())
                .isPresent());
  }

  private Finding finding(RunningVacuum vacuum, Relation relation, Evidence evidence) {
    boolean isTold = vacuum.mode().known().isPresent();
    return new Finding(
        id(),
        Severity.CRITICAL,
        new Subject.OfRelation(relation),
        "The vacuum of %s runs in failsafe".formatted(Names.of(relation, evidence)),
        List.of(
            isTold
                ? Fact.observed("mode", "failsafe", "pg_stat_progress_vacuum.mode")
                : Fact.observed("it runs", "process " + vacuum.pid(), "pg_stat_progress_vacuum"),
            Fact.observed(
                "age of its oldest transaction ID",
                Quantities.count(relation.ages().map(ages -> ages.xid().count()).or(0L)),
                "age(pg_class.relfrozenxid)"),
            Fact.threshold(
                "failsafe from",
                evidence
                    .survey()
                    .settings()
                    .failsafeAge()
                    .map(age -> Quantities.count(age.count()))
                    .orElse("unknown"),
                ENGINE,
                "vacuum_failsafe_age, at least 105 % of autovacuum_freeze_max_age")),
        "It runs without cost delay, leaves the indexes as they are and gives no space back, so"
            + " that freezing is done in time. Let it finish. Dead entries stay in the indexes: the"
            + " table needs another vacuum afterwards.",
        isTold ? Confidence.HIGH : Confidence.MEDIUM,
        null,
        List.of(
            new Remedy.Act(
                "Let it finish, then VACUUM %s once more for its indexes, and find out why freezing"
                        .formatted(Names.of(relation, evidence))
                    + " came so late.")));
  }
}
