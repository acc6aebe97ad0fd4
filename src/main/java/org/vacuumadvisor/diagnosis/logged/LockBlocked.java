package org.vacuumadvisor.diagnosis.logged;

import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.run.NoticeKind;
import org.vacuumadvisor.workload.Confidence;

/// Vacuums or analyzes that passed a table by, time and again, because someone held a lock on it.
final class LockBlocked implements Rule {
  @Override
  public String id() {
    return "lock-blocked";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .flatMap(logs ->
            Setback.of(logs, NoticeKind.SKIPPED_LOCK_NOT_AVAILABLE)
                .filter(Setback::isOften)
                .map(setback -> finding(setback, logs)));
  }

  private Finding finding(Setback setback, LogCase logs) {
    var table = setback.table();
    return new Finding(
        id(),
        setback.severity(),
        logs.subject(table),
        "Vacuum passed %s by %s, because someone held a lock on it%s"
            .formatted(
                logs.name(table),
                Told.times(setback.told().count()),
                setback.isDoneSince() ? "; it has been vacuumed since" : ""),
        List.of(
            Told.times(setback.told(), "passed by: lock not available"),
            setback.lastVacuum(),
            Setback.often("a single one is DDL")),
        "Vacuum needs a lock that conflicts with ALTER TABLE, CREATE INDEX, LOCK TABLE and with"
            + " another vacuum, but not with reads and writes. Autovacuum does not wait for it: it"
            + " passes the table by and tries again after autovacuum_naptime. Vacuum settings do"
            + " not help; a shorter lock does.",
        Confidence.HIGH,
        "SELECT pid, mode, granted FROM pg_locks WHERE relation = '…'::regclass, while it happens.",
        List.of(
            new Remedy.Act(
                "Find the transaction that holds a strong lock on %s for so long, and make it shorter."
                    .formatted(logs.name(table)))));
  }
}
