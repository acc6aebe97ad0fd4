package org.vacuumadvisor.diagnosis.rule;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.space.BtreeEstimate;
import org.vacuumadvisor.unit.Bytes;

/// A B-tree is at least twice as large as its keys need.
final class IndexBloat implements Rule {
  @Override
  public String id() {
    return "index-bloat";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return evidence
        .survey()
        .userRelations()
        .flatMap(table ->
            table.indexes().stream().flatMap(index -> finding(table, index, evidence).stream()))
        .sorted(BloatOrder.largestFirst());
  }

  private Optional<Finding> finding(Relation table, Index index, Evidence evidence) {
    var release = evidence.survey().server().release();
    return Bloat.notable(
            ShownSpace.index(table, index, evidence)
                .orElseGet(() -> BtreeEstimate.of(table, index, release)),
            Bytes.NONE)
        .map(bloat -> finding(table, index, bloat));
  }

  private Finding finding(Relation table, Index index, Bloat bloat) {
    return new Finding(
        id(),
        bloat.severity(),
        new Subject.OfIndex(table, index),
        "%s of index %s of %s are empty".formatted(bloat.words(), Names.of(index), Names.of(table)),
        bloat.facts("index"),
        "A B-tree gives a page back only when its last key is gone, so keys that die all over the"
            + " tree leave half-empty pages behind: more to read, more to cache, longer vacuums. A"
            + " tree that grows in random order is a third empty as a matter of course; this is"
            + " more.",
        bloat.confidence(),
        bloat.estimate().isMeasured() ? null : "--exact measures it with pgstatindex.",
        List.of(new Remedy.RebuildIndex(table, index, bloat.effect("index"), bloat.needed())));
  }
}
