package org.vacuumadvisor.diagnosis.logged;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.run.NoticeKind;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.workload.Confidence;

/// Vacuums that fight with others for the lock under which they cut off empty pages at the end of a
/// table.
final class TruncationLock implements Rule {
  @Override
  public String id() {
    return "truncation-lock";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .flatMap(
            logs -> logs.tables().filter(each -> count(each) > 0).map(each -> finding(each, logs)));
  }

  private static long count(TableHistory table) {
    return table.count(NoticeKind.TRUNCATE_STOPPED) + table.count(NoticeKind.TRUNCATE_SUSPENDED);
  }

  private Finding finding(TableHistory table, LogCase logs) {
    return new Finding(
        id(),
        Severity.ADVICE,
        logs.subject(table),
        "Vacuum of %s gave up %s cutting off empty pages, because others wanted the table"
            .formatted(logs.name(table), Told.times(count(table))),
        facts(table),
        "To give empty pages at the end of a table back to the disk, vacuum needs an ACCESS"
            + " EXCLUSIVE lock. It asks for it for five seconds, and lets go when others wait. For"
            + " that time reads of the table wait, and on a standby queries are cancelled. The dead"
            + " rows are removed all the same; only the file keeps its size. A table that fills"
            + " again soon, as a queue does, need not be cut at all.",
        Confidence.HIGH,
        null,
        logs.isNamed(table) ? List.of(remedy(table, logs)) : List.of());
  }

  private static List<Fact> facts(TableHistory table) {
    var facts = new ArrayList<Fact>();
    for (var kind : List.of(NoticeKind.TRUNCATE_STOPPED, NoticeKind.TRUNCATE_SUSPENDED)) {
      table
          .notices(kind)
          .ifPresent(told ->
              facts.add(
                  Told.times(
                      told,
                      kind == NoticeKind.TRUNCATE_STOPPED
                          ? "stopped truncating"
                          : "suspended truncating")));
    }
    facts.add(
        Fact.threshold(
            "it asks for the lock for",
            "5 seconds",
            Provenance.ENGINE,
            "VACUUM_TRUNCATE_LOCK_TIMEOUT in vacuumlazy.c"));
    return facts;
  }

  private static Remedy remedy(TableHistory table, LogCase logs) {
    return new Remedy.Tune(
        new Subject.OfRelation(logs.relation(table)),
        Setting.VACUUM_TRUNCATE,
        new Goal.Switched(
            false,
            new Effect.NotPredicted(
                "vacuum no longer asks for the lock; the file stays as large as it once was, and"
                    + " its pages are used again")));
  }
}
