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
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.model.run.NoticeKind;
import org.vacuumadvisor.workload.Confidence;

/// A standby's log tells that queries were cancelled for a lock that the primary took.
final class StandbyLockConflict implements Rule {
  private static final long OFTEN = 3;

  @Override
  public String id() {
    return "standby-lock-conflict";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .flatMap(logs ->
            logs.history().notices(NoticeKind.CONFLICT_LOCK).stream()
                .map(told -> finding(told, logs)));
  }

  private Finding finding(Occurrences told, LogCase logs) {
    return new Finding(
        id(),
        told.count() >= OFTEN ? Severity.WARNING : Severity.ADVICE,
        new Subject.Cluster(),
        "Queries on this standby were cancelled %s for a lock of the primary"
            .formatted(Told.times(told.count())),
        facts(told, logs),
        "DDL, and a vacuum that cuts empty pages off the end of a table, take ACCESS EXCLUSIVE on"
            + " the primary; when that is replayed, queries of the table have to go."
            + " hot_standby_feedback keeps rows for the standby, it does not keep locks away.",
        Confidence.MEDIUM,
        "The primary's log of that minute: DDL, or a vacuum that removed pages.",
        List.of(
            new Remedy.Act(
                "On the primary, set vacuum_truncate = off for tables that shrink and are read on"
                    + " the standby, queues above all.")));
  }

  private static List<Fact> facts(Occurrences told, LogCase logs) {
    var facts = new ArrayList<Fact>();
    facts.add(Told.times(told, "cancelled for a lock"));
    logs.history()
        .notices(NoticeKind.CONFLICT_SNAPSHOT)
        .ifPresent(rows -> facts.add(Told.times(rows, "cancelled for rows that vacuum removed")));
    facts.add(
        Fact.threshold(
            "a query may delay replay for",
            "30 s by default",
            Provenance.ENGINE,
            "max_standby_streaming_delay"));
    facts.add(Fact.threshold("often", "%d times".formatted(OFTEN), Provenance.CONVENTION, "ours"));
    return facts;
  }
}
