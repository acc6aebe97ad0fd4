package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;
import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// Several large tables come to the age of a forced vacuum at the same time, as after a restore or
/// a load: all workers will be freezing for hours, and nothing else is vacuumed.
final class FreezeCollision implements Rule {
  private static final double HALF_WAY = 0.5;

  /// Tables whose ages differ by no more than this part of the limit are due together.
  private static final double TOGETHER = 0.05;

  private static final int SEVERAL = 3;
  private static final double LONG_SECONDS = 3600;
  private static final int TABLES_SHOWN = 3;

  @Override
  public String id() {
    return "freeze-collision";
  }

  @Override
  public Stream<Finding> examine(Situation situation) {
    if (situation.survey().server().standby()) {
      return Stream.empty();
    }
    double limit = (double) situation.survey().settings().freezeMaxAge().count();
    var ageing =
        situation.survey().relations().stream()
            .filter(each -> each.isAutovacuumed() && !each.isSystem())
            .filter(each -> FreezeWork.unfrozen(each) > 0 && !situation.isForced(each))
            .filter(each -> (double) age(each) >= HALF_WAY * limit)
            .sorted(Comparator.comparingLong(FreezeCollision::age).reversed())
            .toList();
    if (ageing.size() < SEVERAL) {
      return Stream.empty();
    }
    var cohort = largestCohort(ageing, TOGETHER * limit);
    var work = FreezeWork.of(cohort, situation);
    return cohort.size() >= SEVERAL && work.seconds() >= LONG_SECONDS
        ? Stream.of(finding(cohort, work, situation))
        : Stream.empty();
  }

  private static long age(Relation relation) {
    return relation.ages().map(ages -> ages.xid().count()).or(0L);
  }

  /// The run of neighbours by age, no further apart than `width`, that has most to freeze.
  private static List<Relation> largestCohort(List<Relation> byAge, double width) {
    int from = 0;
    long pages = 0;
    long most = -1;
    List<Relation> best = List.of();
    for (int to = 0; to < byAge.size(); to++) {
      pages += FreezeWork.unfrozen(byAge.get(to));
      while ((double) (age(byAge.get(from)) - age(byAge.get(to))) > width) {
        pages -= FreezeWork.unfrozen(byAge.get(from));
        from++;
      }
      if (pages > most) {
        most = pages;
        best = byAge.subList(from, to + 1);
      }
    }
    return List.copyOf(best);
  }

  private Finding finding(List<Relation> cohort, FreezeWork work, Situation situation) {
    var largest =
        cohort.stream()
            .sorted(Comparator.comparingLong(FreezeWork::unfrozen).reversed())
            .limit(TABLES_SHOWN)
            .toList();
    var facts = new ArrayList<Fact>();
    facts.add(work.fact());
    largest.stream()
        .map(each ->
            Fact.observed(
                Names.of(each, situation),
                "%s, %s transactions old"
                    .formatted(each.extent().size(), Quantities.count(age(each))),
                "age(pg_class.relfrozenxid), relpages"))
        .forEach(facts::add);
    facts.add(
        Fact.threshold(
            "forced from",
            Quantities.count(situation.survey().settings().freezeMaxAge().count()),
            ENGINE,
            "autovacuum_freeze_max_age"));
    facts.add(
        Fact.threshold(
            "a collision",
            "%d tables within %s of that age, and %s of work"
                .formatted(SEVERAL, new Share(TOGETHER), Quantities.seconds(LONG_SECONDS)),
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
        situation.xidsPerSecond().isEmpty()
            ? "Two surveys (--sample) measure when that will be."
            : null,
        largest.stream()
            .<Remedy>map(each -> new Remedy.VacuumNow(List.of(each), List.of("FREEZE")))
            .toList());
  }
}
