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

/// A table's file is at least twice as large as its rows need.
final class HeapBloat implements Rule {
  @Override
  public String id() {
    return "heap-bloat";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return evidence
        .survey()
        .userRelations()
        .filter(each -> each.kind() != RelationKind.TOAST)
        .filter(each -> !ShownSpace.isMostlyDead(each, evidence))
        .flatMap(each -> finding(each, evidence).stream())
        .sorted(BloatOrder.largestFirst());
  }

  private Optional<Finding> finding(Relation relation, Evidence evidence) {
    return Bloat.notable(
            ShownSpace.heap(relation, evidence).orElseGet(() -> HeapEstimate.of(relation)),
            ReusedSpace.of(relation, evidence))
        .map(bloat -> finding(relation, bloat));
  }

  private Finding finding(Relation relation, Bloat bloat) {
    return new Finding(
        id(),
        bloat.severity(),
        new Subject.OfRelation(relation),
        "%s of %s are free or dead".formatted(bloat.words(), Names.of(relation)),
        bloat.facts("table"),
        "VACUUM makes the space of dead rows reusable but gives back only empty pages at the end of"
            + " the file. New rows will fill the free space; until then every sequential scan and"
            + " every backup reads it. It is worth a rewrite only if the rows that left it will not"
            + " come back, and only after their cause is gone.",
        bloat.confidence(),
        bloat.estimate().isMeasured() ? null : "--exact measures it with pgstattuple.",
        List.of(new Remedy.RewriteTable(relation, bloat.effect("table"), bloat.needed())));
  }
}
