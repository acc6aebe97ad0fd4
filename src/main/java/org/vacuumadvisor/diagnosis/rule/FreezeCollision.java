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
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// Several large tables come to the age of a forced vacuum at the same time, as after a restore or
/// a load: all workers will be freezing for hours, and nothing else is vacuumed.
final class FreezeCollision implements Rule {
  private static final int SEVERAL = 3;
  private static final double LONG_SECONDS = 3600;
  private static final int TABLES_SHOWN = 3;

  @Override
  public String id() {
    return "freeze-collision";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    if (evidence.survey().server().standby()) {
      return Stream.empty();
    }
    var cohort = FreezeCohort.largest(evidence);
    if (cohort.size() < SEVERAL) {
      return Stream.empty();
    }
    var work = FreezeWork.of(cohort, evidence);
    return work.seconds() >= LONG_SECONDS
        ? Stream.of(finding(cohort, work, evidence))
        : Stream.empty();
  }

  private Finding finding(List<Relation> cohort, FreezeWork work, Evidence evidence) {
    var largest =
        cohort.stream()
            .sorted(Comparator.comparingLong(FreezeCohort::unfrozen).reversed())
            .limit(TABLES_SHOWN)
            .toList();
    var facts = new ArrayList<Fact>();
    facts.add(work.fact());
    largest.stream()
        .map(each ->
            Fact.observed(
                Names.of(each, evidence),
                "%s, %s transactions old"
                    .formatted(each.extent().size(), Quantities.count(FreezeCohort.age(each))),
                "age(pg_class.relfrozenxid), relpages"))
        .forEach(facts::add);
    facts.add(
        Fact.threshold(
            "forced from",
            Quantities.count(evidence.survey().settings().freezeMaxAge().count()),
            ENGINE,
            "autovacuum_freeze_max_age"));
    facts.add(
        Fact.threshold(
            "a collision",
            "%d tables within %s of that age, and %s of work"
                .formatted(
                    SEVERAL, new Share(FreezeCohort.TOGETHER), Quantities.seconds(LONG_SECONDS)),
            CONVENTION,
            "ours"));
    return new Finding(
        id(),
        Severity.ADVICE,
        new Subject.Cluster(),
        "%s will be due for a forced vacuum at the same time"
            .formatted(Quantities.counted(cohort.size(), "table")),
        facts,
        "They are of one age, because they were restored, loaded or frozen together. When they"
            + " reach the limit, autovacuum takes them one after the other and gives way to no one,"
            + " and busy tables wait. Frozen one by one in quiet hours before, they will not meet"
            + " again.",
        Confidence.HIGH,
        evidence.xidsPerSecond().isEmpty()
            ? "Two surveys (--sample) measure when that will be."
            : null,
        largest.stream().<Remedy>map(each -> new Remedy.FreezeApart(each)).toList());
  }
}
