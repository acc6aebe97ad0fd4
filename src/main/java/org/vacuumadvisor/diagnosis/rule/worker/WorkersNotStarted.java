package org.vacuumadvisor.diagnosis.rule.worker;

import static org.vacuumadvisor.diagnosis.Provenance.CHOSEN;

import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.workload.Confidence;

/// Workers of autovacuum that could not be started, as the server says (`AutoVacLauncherMain()`).
final class WorkersNotStarted {
  /// One can be a moment of load. Our choice.
  private static final long MIN_TIMES = 2;

  private WorkersNotStarted() {}

  static Optional<Finding> in(Evidence evidence, Rule rule) {
    return evidence
        .history()
        .flatMap(told -> told.notices(NoticeKind.WORKER_NOT_STARTED))
        .filter(each -> each.count() >= MIN_TIMES)
        .map(told -> finding(told, rule));
  }

  private static Finding finding(Occurrences told, Rule rule) {
    return rule.found(
            LogFacts.isDaily(told) ? Severity.WARNING : Severity.INFO,
            "Autovacuum could not start a worker %s",
            LogFacts.times(told.count()))
        .told(told, "told")
        .limit("limit", MIN_TIMES + " times, and once a day", CHOSEN, "one can be a moment of load")
        .because(
            "The launcher gives up on a worker that does not begin within a minute, or within"
                + " autovacuum_naptime where that is less. No table is vacuumed or analyzed while"
                + " none can start. The machine lacks memory, processes or processor time, or the"
                + " disk is so slow that a new process hangs; no setting of vacuum helps against"
                + " that.")
        .confidence(Confidence.MEDIUM)
        .act(
            "Look at memory, load, disk waits and the limit of processes of the machine at"
                + " those times.")
        .build();
  }
}
