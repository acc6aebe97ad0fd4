package org.vacuumadvisor.diagnosis.rule.wraparound;

import java.util.List;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.FreezeCohort;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.CostModel;
import org.vacuumadvisor.postgres.PageWork;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Quantities;

/// What freezing tables takes: the pages that are not frozen yet, at the speed the cost limit
/// allows. Before 18 nobody counts frozen pages, so all of them may be to do.
///
/// @param isCounted whether frozen pages were left out
record FreezeWork(Bytes size, double seconds, boolean isCounted) {

  static FreezeWork of(List<Relation> relations, Evidence evidence) {
    var cost = CostModel.ofAutovacuum(evidence.settings());
    long pages = relations.stream().mapToLong(FreezeCohort::unfrozen).sum();
    return new FreezeWork(
        new Pages(pages).bytes(evidence.survey().server().blockSize()),
        (double) pages / cost.pagesPerSecond(PageWork.MISS_AND_DIRTY),
        relations.stream().allMatch(each -> each.get(TableKeys.RELALLFROZEN).isKnown()));
  }

  /// It as a figure.
  Fact fact() {
    return Fact.observed(
        "to be frozen",
        "%s%s, at least %s of work"
            .formatted(isCounted ? "" : "up to ", size, Quantities.seconds(seconds)),
        isCounted
            ? new Source.Derived(
                "the cost limit's time", List.of(TableKeys.RELPAGES, TableKeys.RELALLFROZEN))
            : new Source.Derived("the cost limit's time", List.of(TableKeys.RELPAGES)));
  }
}
