package org.vacuumadvisor.diagnosis.logged;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.action.HolderQuery;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.run.NoticeKind;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// A table that vacuums cannot make younger: each ends in an error, or ends well and gains nothing.
final class WraparoundTableCannotAdvance implements Rule {
  private static final long AGAIN = 2;

  /// Errors that other rules tell of.
  private static final List<NoticeKind> DAMAGE =
      List.of(NoticeKind.CORRUPT_HEAP, NoticeKind.CORRUPT_INDEX, NoticeKind.CORRUPT_FILE);

  @Override
  public String id() {
    return "wraparound-table-cannot-advance";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .flatMap(logs -> logs.tables().flatMap(table -> finding(table, logs).stream()));
  }

  private Optional<Finding> finding(TableHistory table, LogCase logs) {
    return errors(table, logs).or(() -> stuck(table, logs));
  }

  private Optional<Finding> stuck(TableHistory table, LogCase logs) {
    var milestones = table.milestones();
    if (milestones.stuck() < AGAIN) {
      return Optional.empty();
    }
    var run = milestones.forced().orElseThrow();
    boolean isHeld = logs.isHeld(table) || Held.isOld(run);
    return Optional.of(
        new Finding(
            id(),
            Severity.WARNING,
            logs.subject(table),
            "Vacuums to prevent wraparound do not make %s younger".formatted(logs.name(table)),
            facts(table, run, milestones.stuck()),
            isHeld
                ? "A vacuum can freeze no further than the horizon, and that is held back: the next"
                    + " vacuum is forced again and gains nothing again, until the holder lets go."
                : "Each ended without moving relfrozenxid on, so autovacuum is forced to come"
                    + " again. Old row versions must be left on pages that it could not clean, or"
                    + " someone held the horizon.",
            Confidence.MEDIUM,
            "SELECT age(relfrozenxid) FROM pg_class, before and after the next vacuum.",
            List.of(
                new Remedy.Inquire(
                    "Find out who holds back the horizon",
                    HolderQuery.SQL,
                    Optional.of(table.name().database()).filter(name -> !name.isEmpty())))));
  }

  private static List<Fact> facts(
      TableHistory table, org.vacuumadvisor.model.run.Run run, long times) {
    var facts = new ArrayList<Fact>();
    facts.add(
        Told.by(
            run, "forced vacuums in a row without a new relfrozenxid", Quantities.count(times)));
    facts.add(
        Told.by(run, "vacuums to prevent wraparound", Quantities.count(table.counts().forced())));
    var cutoff = run.outcome().cutoff();
    if (cutoff != null) {
      facts.add(Told.by(run, "age of the removable cutoff", Quantities.count(cutoff.age())));
    }
    facts.add(
        Fact.threshold(
            "worth a word",
            AGAIN + " in a row",
            Provenance.CONVENTION,
            "ours: one can be bad luck"));
    return facts;
  }

  private Optional<Finding> errors(TableHistory table, LogCase logs) {
    return table
        .notices(NoticeKind.AUTOVACUUM_ERROR)
        .filter(_ -> DAMAGE.stream().allMatch(kind -> table.count(kind) == 0))
        .filter(told -> told.count() >= AGAIN)
        .filter(told -> Moments.of(told.last()).filter(table::wasVacuumedAfter).isEmpty())
        .map(told ->
            new Finding(
                id(),
                Severity.WARNING,
                logs.subject(table),
                "Autovacuum of %s ends in an error each time".formatted(logs.name(table)),
                List.of(
                    Told.by(told.last(), "the error", String.valueOf(told.last().text())),
                    Told.times(told, "failed"),
                    Fact.threshold(
                        "worth a word",
                        AGAIN + " times, and no vacuum that ended well since",
                        Provenance.CONVENTION,
                        "ours")),
                "As long as no vacuum of the table ends well, its dead rows stay and its"
                    + " transaction IDs age, at last up to wraparound. No setting of vacuum helps"
                    + " against an error.",
                Confidence.HIGH,
                "A manual VACUUM (VERBOSE) of the table shows how far it gets.",
                List.of(
                    new Remedy.Act(
                        "Clear the cause of the error that ends each vacuum of %s."
                            .formatted(logs.name(table))))));
  }
}
