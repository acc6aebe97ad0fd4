package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;
import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.FreezeCohort;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Truth;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// A table that only grows and was hardly frozen yet: the forced vacuum will have to freeze nearly
/// all of it at once.
final class InsertOnlyFreeze implements Rule {
  /// The part of the way to the forced vacuum from which on it is worth planning for.
  private static final double HALF_WAY = 0.5;

  private static final double MOSTLY_UNFROZEN = 0.5;

  /// A vacuum that takes less is over before anyone notices.
  private static final double LONG_SECONDS = 600;

  @Override
  public String id() {
    return "insert-only-freeze";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    if (evidence.survey().server().standby()) {
      return Stream.empty();
    }
    return evidence.survey().relations().stream()
        .filter(each -> each.isAutovacuumed() && !each.isSystem())
        .filter(each -> each.kind() == RelationKind.TABLE)
        .filter(each -> progress(each, evidence) >= HALF_WAY && !evidence.isForced(each))
        .filter(each ->
            (double) FreezeCohort.unfrozen(each)
                >= MOSTLY_UNFROZEN * (double) each.extent().bestPages().count())
        .filter(each -> FreezeWork.of(each, evidence).seconds() >= LONG_SECONDS)
        .filter(each -> InsertThresholdTooHigh.isAppendOnly(evidence.about(each)) == Truth.YES)
        .filter(each -> isKnownUnfrozen(each))
        .sorted(Comparator.comparing((Relation each) -> each.extent().size()).reversed())
        .map(each -> finding(each, evidence));
  }

  /// Before 18 a table may be frozen all the same, if it was vacuumed since it grew.
  private static boolean isKnownUnfrozen(Relation relation) {
    return relation.extent().allFrozen().known().isPresent()
        || relation.extent().visibleShare().fraction() < MOSTLY_UNFROZEN;
  }

  private static double progress(Relation relation, Evidence evidence) {
    long age = relation.ages().map(ages -> ages.xid().count()).or(0L);
    return (double) age / (double) evidence.options(relation).freezeMaxAge().value().count();
  }

  private Finding finding(Relation relation, Evidence evidence) {
    var options = evidence.options(relation);
    var work = FreezeWork.of(relation, evidence);
    return new Finding(
        id(),
        Severity.ADVICE,
        new Subject.OfRelation(relation),
        "The forced vacuum of %s will have %s to freeze at once"
            .formatted(Names.of(relation, evidence), work.size()),
        List.of(
            work.fact(),
            Fact.observed(
                "age of its oldest transaction ID",
                Quantities.count(relation.ages().map(ages -> ages.xid().count()).or(0L)),
                "age(pg_class.relfrozenxid)"),
            Fact.threshold(
                "forced from",
                Quantities.count(options.freezeMaxAge().value().count()),
                ENGINE,
                "autovacuum_freeze_max_age"),
            Fact.threshold(
                "worth planning for",
                "from half of that on, and %s of work".formatted(Quantities.seconds(LONG_SECONDS)),
                CONVENTION,
                "ours")),
        "Rows that are inserted and never changed need to be frozen once. Ordinary vacuums leave"
            + " them until they are vacuum_freeze_min_age transactions old, and come seldom to a"
            + " table in which nothing dies; so the vacuum to prevent wraparound does it all in one"
            + " go, at an hour nobody chose. Frozen soon after they came, the pages are written"
            + " once and never again.",
        Confidence.MEDIUM,
        evidence.xidsPerSecond().isEmpty()
            ? "Two surveys (--sample) measure when the forced vacuum will come."
            : null,
        remedies(relation, evidence));
  }

  private static List<Remedy> remedies(Relation relation, Evidence evidence) {
    var options = evidence.options(relation);
    var remedies = new ArrayList<Remedy>();
    remedies.add(new Remedy.VacuumNow(List.of(relation), List.of("FREEZE")));
    if (options.freezeMinAge().value().count() > 0) {
      remedies.add(
          new Remedy.Tune(
              new Subject.OfRelation(relation),
              Setting.VACUUM_FREEZE_MIN_AGE,
              new Goal.FrozenWithEachVacuum()));
    }
    return remedies;
  }
}
