package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;
import org.vacuumadvisor.workload.WorkloadClass;

/// A table that is read through its indexes, and of which the visibility map knows little: what
/// could be answered by an index alone has to visit the table as well.
final class VisibilityMapStale implements Rule {
  private static final double HARDLY_VISIBLE = 0.5;

  @Override
  public String id() {
    return "visibility-map-stale";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    if (evidence.survey().server().standby()) {
      return Stream.empty();
    }
    return evidence.survey().relations().stream()
        .filter(each -> each.kind() == RelationKind.TABLE && !each.isSystem())
        .filter(each -> each.isAutovacuumed())
        .filter(each -> each.extent().size().compareTo(InsertThresholdTooHigh.LARGE) >= 0)
        .filter(each -> each.extent().visibleShare().fraction() < HARDLY_VISIBLE)
        .filter(each -> isReadByIndex(each, evidence))
        .filter(each -> evidence.options(each).state().isOn())
        .filter(each -> !evidence.isPastVacuumThreshold(each))
        .filter(each -> each.maintenance().vacuumedLast().isPresent())
        .filter(each -> !InsertThresholdTooHigh.isAppendOnly(each, evidence))
        .sorted(Comparator.comparing((Relation each) -> each.extent().size()).reversed())
        .map(each -> finding(each, evidence));
  }

  private static boolean isReadByIndex(Relation relation, Evidence evidence) {
    var workload = evidence.workload(relation);
    return workload.kind() == WorkloadClass.READ_HEAVY
        && workload.confidence() != Confidence.LOW
        && relation.activity().indexScans() > relation.activity().sequentialScans();
  }

  private static Pages dark(Relation relation) {
    return new Pages(
        Math.max(
            0, relation.extent().bestPages().count() - relation.extent().allVisible().count()));
  }

  private Finding finding(Relation relation, Evidence evidence) {
    var extent = relation.extent();
    return new Finding(
        id(),
        Severity.ADVICE,
        new Subject.OfRelation(relation),
        "The visibility map knows only %s of %s, which is read through its indexes"
            .formatted(extent.visibleShare(), Names.of(relation, evidence)),
        List.of(
            Fact.observed(
                "pages that an index-only scan has to visit, at most",
                "%s, %s"
                    .formatted(
                        Quantities.count(dark(relation).count()),
                        dark(relation).bytes(extent.blockSize())),
                "pg_class.relpages, relallvisible"),
            Fact.observed(
                "index scans",
                Quantities.count(relation.activity().indexScans()),
                "pg_stat_all_tables.idx_scan"),
            Fact.observed(
                "dead rows",
                "%s, and autovacuum waits for %s"
                    .formatted(
                        Quantities.count(HeldRows.deadRows(relation)),
                        Quantities.count(evidence.thresholds(relation).vacuum())),
                "pg_stat_all_tables.n_dead_tup, relation_needs_vacanalyze()"),
            Fact.threshold(
                "little",
                "less than %s of %s and more"
                    .formatted(new Share(HARDLY_VISIBLE), InsertThresholdTooHigh.LARGE),
                CONVENTION,
                "ours; an index-only scan with 163,249 heap fetches took 950 MB of buffers in"
                    + " argos PR 2523")),
        "Each change clears the mark of its page, and only vacuum sets it again. Few changes spread"
            + " over many pages are enough to darken the map long before their number brings"
            + " autovacuum. Queries see it as 'Heap Fetches' of an Index Only Scan, and vacuum can"
            + " pass no page by.",
        Confidence.MEDIUM,
        "EXPLAIN (ANALYZE, BUFFERS) of a frequent query: 'Heap Fetches' near the number of rows is"
            + " the price.",
        remedies(relation, evidence));
  }

  private static List<Remedy> remedies(Relation relation, Evidence evidence) {
    var remedies = new ArrayList<Remedy>();
    remedies.add(new Remedy.VacuumNow(List.of(relation), List.of()));
    var target = DeadRowTarget.of(relation, evidence);
    if (target.rows() < evidence.thresholds(relation).vacuum()) {
      remedies.add(target.remedy(relation));
    }
    return remedies;
  }
}
