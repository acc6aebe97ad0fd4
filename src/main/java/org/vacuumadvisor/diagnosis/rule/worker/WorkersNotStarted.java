package org.vacuumadvisor.diagnosis.rule.worker;

import static org.vacuumadvisor.diagnosis.Provenance.CHOSEN;

import java.util.Optional;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.FindingId;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.workload.Confidence;

/// Workers of autovacuum that could not be started, as the server says (`AutoVacLauncherMain()`).
final class WorkersNotStarted {
  /// One can be a moment of load. Our choice.
  private static final long MIN_TIMES = 2;

  private WorkersNotStarted() {}

  static Optional<Finding> in(Evidence evidence) {
    return evidence
        .history()
        .flatMap(told -> told.notices(NoticeKind.WORKER_NOT_STARTED))
        .filter(each -> each.count() >= MIN_TIMES)
        .map(WorkersNotStarted::finding);
  }

  private static Finding finding(Occurrences told) {
    return Finding.of(
            FindingId.WORKER_STARVATION,
            LogFacts.isDaily(told) ? Severity.WARNING : Severity.INFO,
            new Subject.Cluster(),
            "Autovacuum could not start a worker %s".formatted(LogFacts.times(told.count())))
        .fact(LogFacts.times(told, "told"))
        .fact(
            Fact.threshold(
                "limit",
                MIN_TIMES + " times, and once a day",
                CHOSEN,
                "one can be a moment of load"))
        .because(
            "The launcher gives up on a worker that does not begin within a minute, or within"
                + " autovacuum_naptime where that is less. No table is vacuumed or analyzed while"
                + " none can start. The machine lacks memory, processes or processor time, or the"
                + " disk is so slow that a new process hangs; no setting of vacuum helps against"
                + " that.")
        .confidence(Confidence.MEDIUM)
        .remedy(
            new Remedy.Act(
                "Look at memory, load, disk waits and the limit of processes of the machine at"
                    + " those times."))
        .build();
  }
}
