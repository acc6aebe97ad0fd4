package org.vacuumadvisor.advice;

import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.setting.Naptimes;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.FindingId;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.workload.WorkloadClass;

/// Changes that people often make upon such findings, and that do not help or do harm.
record CommonMistakes(List<Finding> findings, Evidence evidence) {
  Stream<NotRecommended> warnings() {
    return findings.stream()
        .flatMap(each -> warnings(each).map(warning -> warning.answering(each)));
  }

  private Stream<NotRecommended> warnings(Finding finding) {
    return HeldHorizon.isOne(finding) && !finding.isOfCatalogsOnly()
        ? Stream.of(NotRecommended.said("cleanup-blocked", finding.subject()))
            .filter(_ -> finding.severity().compareTo(Severity.ADVICE) < 0)
        : NotRecommended.upon(finding.id(), finding.subject()).stream()
            .filter(_ -> isLikely(finding));
  }

  private boolean isLikely(Finding finding) {
    return switch (finding.id()) {
      // where no room is missing, or nobody knows
      case FindingId.LOW_HOT_RATIO ->
          finding.remedies().stream().noneMatch(each -> each instanceof Remedy.Tune);
      case FindingId.NAPTIME_TOO_LONG -> finding.remedies().stream().anyMatch(this::isSlow);
      case FindingId.THRESHOLD_TOO_HIGH ->
          finding.subject() instanceof Subject.OfRelation(Relation relation)
              && evidence.workload(relation).kind() == WorkloadClass.QUEUE_CHURN;
      default -> true;
    };
  }

  /// Whether the rows of a table do not die so fast that a nap of seconds is worth its price.
  private boolean isSlow(Remedy remedy) {
    return remedy instanceof Remedy.Tune(_, _, Goal.DeadRowsBetweenLooks(_, double perSecond))
        && !new Naptimes(evidence).needsSeconds(perSecond);
  }
}
