package org.vacuumadvisor.diagnosis.logged;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.run.NoticeKind;
import org.vacuumadvisor.workload.Confidence;

/// A vacuum or analyze that passed a table by, because someone held a lock on it.
final class LockBlocked implements Rule {
  private static final long OFTEN = 3;

  @Override
  public String id() {
    return "lock-blocked";
  }

  @Override
  public Stream<Finding> examine(Situation situation) {
    return LogCase.of(situation)
        .flatMap(logs ->
            logs.with(NoticeKind.SKIPPED_LOCK_NOT_AVAILABLE)
                .map(table ->
                    finding(
                        table,
                        table.notices(NoticeKind.SKIPPED_LOCK_NOT_AVAILABLE).orElseThrow(),
                        logs)));
  }

  private Finding finding(TableHistory table, Occurrences told, LogCase logs) {
    boolean isDoneSince = Moments.of(told.last()).filter(table::wasVacuumedAfter).isPresent();
    boolean isOften = told.count() >= OFTEN;
    return new Finding(
        id(),
        isOften
            ? (isDoneSince ? Severity.ADVICE : Severity.WARNING)
            : isDoneSince ? Severity.INFO : Severity.ADVICE,
        logs.subject(table),
        "Vacuum passed %s by %s, because someone held a lock on it%s"
            .formatted(
                logs.name(table),
                Told.times(told.count()),
                isDoneSince ? "; it has been vacuumed since" : ""),
        facts(table, told),
        "Vacuum needs a lock that conflicts with ALTER TABLE, CREATE INDEX, LOCK TABLE and with"
            + " another vacuum, but not with reads and writes. Autovacuum does not wait for it: it"
            + " passes the table by and tries again after autovacuum_naptime. Vacuum settings do"
            + " not help; a shorter lock does.",
        Confidence.HIGH,
        "SELECT pid, mode, granted FROM pg_locks WHERE relation = '…'::regclass, while it happens.",
        isDoneSince && !isOften
            ? List.of()
            : List.of(
                new Remedy.Act(
                    "Find the transaction that holds a strong lock on %s for so long, and make it shorter."
                        .formatted(logs.name(table)))));
  }

  private static List<Fact> facts(TableHistory table, Occurrences told) {
    var facts = new ArrayList<Fact>();
    facts.add(Told.times(told, "passed by: lock not available"));
    facts.add(
        table
            .milestones()
            .latest()
            .map(run -> Told.by(run, "last vacuum that ended", "took " + Told.elapsed(run)))
            .orElseGet(() -> Fact.observed("vacuums of it that ended", "none", "these logs")));
    facts.add(
        Fact.threshold(
            "often",
            "%d times".formatted(OFTEN),
            Provenance.CONVENTION,
            "ours: a single one is DDL"));
    return facts;
  }
}
