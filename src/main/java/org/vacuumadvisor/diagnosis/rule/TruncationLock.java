package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableLock;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// Sessions wait while a vacuum gives empty pages at the end of a table back: for that it takes the
/// table for itself.
final class TruncationLock implements Rule {
  @Override
  public String id() {
    return "truncation-lock";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    var truncating =
        evidence.survey().machinery().vacuums().stream()
            .filter(each -> each.phase().or("").equals("truncating heap"))
            .toList();
    return truncating.stream()
        .flatMap(vacuum -> {
          var waiting =
              evidence.survey().machinery().locks().stream()
                  .filter(each -> !each.granted() && each.blockers().contains(vacuum.pid()))
                  .toList();
          return waiting.isEmpty()
              ? Stream.<Finding>empty()
              : evidence.relation(vacuum.database(), vacuum.relation().or(0L)).stream()
                  .map(relation -> finding(relation, waiting, evidence));
        });
  }

  private Finding finding(Relation relation, List<TableLock> waiting, Evidence evidence) {
    return new Finding(
        id(),
        Severity.ADVICE,
        new Subject.OfRelation(relation),
        "%s while a vacuum shortens %s"
            .formatted(
                waiting.size() == 1
                    ? "A session waits"
                    : "%d sessions wait".formatted(waiting.size()),
                Names.of(relation, evidence)),
        List.of(
            Fact.observed(
                "phase of the vacuum", "truncating heap", "pg_stat_progress_vacuum.phase"),
            Fact.observed(
                "waiting", Quantities.counted(waiting.size(), "session"), "pg_blocking_pids()"),
            Fact.threshold(
                "pages are given back from",
                "1,000 empty pages at the end, or a sixteenth of the table",
                ENGINE,
                "should_attempt_truncation()")),
        "Vacuum takes ACCESS EXCLUSIVE to cut empty pages off, looks every 20 ms whether someone"
            + " waits, and lets go if so; on standbys the lock is replayed and ends queries. In a"
            + " table that fills up again the pages are needed anyway.",
        Confidence.HIGH,
        null,
        Setting.VACUUM_TRUNCATE.isTableParameterIn(evidence.survey().server().release())
            ? List.of(
                new Remedy.Tune(
                    new Subject.OfRelation(relation),
                    Setting.VACUUM_TRUNCATE,
                    new Goal.Switched(
                        false,
                        new Effect.NotPredicted(
                            "no vacuum of the table takes that lock again; VACUUM (TRUNCATE ON)"
                                + " gives space back when you choose"))))
            : List.of());
  }
}
