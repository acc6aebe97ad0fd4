package org.vacuumadvisor.diagnosis.rule;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.space.HeapEstimate;

/// A TOAST table's file is at least twice as large as its chunks can need.
final class ToastBloat implements Rule {
  @Override
  public String id() {
    return "toast-bloat";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return evidence
        .survey()
        .userRelations()
        .filter(each -> each.kind() == RelationKind.TOAST)
        .flatMap(each -> finding(each, evidence).stream())
        .sorted(BloatOrder.largestFirst());
  }

  private Optional<Finding> finding(Relation toast, Evidence evidence) {
    return Bloat.notable(HeapEstimate.of(toast), ReusedSpace.of(toast, evidence))
        .map(bloat -> finding(toast, bloat, evidence));
  }

  private Finding finding(Relation toast, Bloat bloat, Evidence evidence) {
    return new Finding(
        id(),
        bloat.severity(),
        new Subject.OfRelation(toast),
        "At least %s of %s are free or dead".formatted(bloat.words(), Names.of(toast, evidence)),
        bloat.facts("TOAST table"),
        "Long values live in the TOAST table, which is vacuumed by itself, by its own counters."
            + " Four of its chunks fit a page, so its rows cannot need more than a quarter of a"
            + " page each. The table itself may look perfectly tidy meanwhile. Rewriting the table"
            + " rewrites its TOAST table.",
        bloat.confidence(),
        bloat.estimate().isMeasured() ? null : "--exact measures it with pgstattuple.",
        List.of(
            new Remedy.RewriteTable(
                evidence.owner(toast), bloat.effect("TOAST table"), bloat.needed())));
  }
}
