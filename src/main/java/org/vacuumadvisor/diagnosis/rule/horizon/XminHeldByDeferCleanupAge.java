package org.vacuumadvisor.diagnosis.rule.horizon;

import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.HorizonHolder.DeferredCleanup;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.XidAge;

/// `vacuum_defer_cleanup_age`, until 15: dead rows are kept for a number of transactions, needed or
/// not.
public final class XminHeldByDeferCleanupAge implements Rule {

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var setting = Setting.VACUUM_DEFER_CLEANUP_AGE;
    boolean isStandby = evidence.isStandby();
    return LogFacts.verdicts(
        isStandby
            ? List.of()
            : HorizonCase.of(evidence, DeferredCleanup.class::isInstance)
                .map(this::finding)
                .toList(),
        Question.setting(setting.parameter()),
        evidence.isReadWhole() || evidence.settings().value(setting).isPresent());
  }

  private Finding finding(HorizonCase each) {
    var age = each.holder().age().map(XidAge::toString).or("so many");
    return found(
            each.severity(
                each.rows().pastThreshold().isEmpty() ? Severity.ADVICE : Severity.WARNING),
            each.subject())
        .headline("vacuum_defer_cleanup_age keeps what died in the last " + age + " transactions")
        .engine("default", "0", "PostgreSQL; the setting is gone in 16")
        .facts(each.facts())
        .tune(
            Setting.VACUUM_DEFER_CLEANUP_AGE,
            new Goal.ReleaseDefault(
                new Effect.Predicted(
                    "transactions whose dead rows are kept", age, "0", "what the setting says")))
        .build();
  }
}
