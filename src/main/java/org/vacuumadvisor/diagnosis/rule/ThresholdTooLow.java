package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;
import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// A small table that is vacuumed hundreds of times a day, for a handful of dead rows each time.
final class ThresholdTooLow implements Rule {
  private static final double OFTEN_A_DAY = 100;
  private static final double SMALL_ROWS = 10_000;
  private static final double FEW_DEAD = 1_000;
  private static final Duration LEAST_WINDOW = Duration.ofHours(1);
  private static final double SECONDS_A_DAY = 86_400;

  @Override
  public String id() {
    return "threshold-too-low";
  }

  /// How often a table was vacuumed in a time.
  private record Often(long vacuums, long died, Duration time) {
    double aDay() {
      return (double) vacuums * SECONDS_A_DAY / ((double) time.toMillis() / 1e3);
    }

    double deadEach() {
      return (double) died / (double) Math.max(1, vacuums);
    }
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    if (evidence.survey().server().standby()) {
      return Stream.empty();
    }
    return evidence.survey().relations().stream()
        .filter(each -> each.isAutovacuumed() && !each.isSystem())
        .filter(each -> each.extent().rows().or(SMALL_ROWS) < SMALL_ROWS)
        .filter(each -> evidence.thresholds(each).vacuum() < FEW_DEAD)
        .flatMap(each ->
            often(each, evidence)
                .filter(often -> often.aDay() >= OFTEN_A_DAY && often.deadEach() < FEW_DEAD)
                .map(often -> finding(each, often, evidence))
                .stream());
  }

  /// Over the window if it is long enough; else since the counters were reset, if that is known.
  private static Optional<Often> often(Relation relation, Evidence evidence) {
    var before = evidence.before(relation);
    var window = evidence.window().filter(each -> each.compareTo(LEAST_WINDOW) >= 0);
    if (before.isPresent() && window.isPresent()) {
      var during = relation.activity().since(before.get().activity());
      return during.inserted() < 0
          ? Optional.empty()
          : Optional.of(
              new Often(
                  relation.maintenance().autovacuums() - before.get().maintenance().autovacuums(),
                  during.updated() + during.deleted(),
                  window.get()));
    }
    var all = relation.activity();
    return evidence
        .survey()
        .database(relation.name().database())
        .flatMap(database -> database.statisticsReset().known())
        .map(reset -> Duration.between(reset, evidence.survey().takenAt()))
        .filter(time -> time.compareTo(Duration.ofDays(1)) >= 0)
        .map(time ->
            new Often(relation.maintenance().autovacuums(), all.updated() + all.deleted(), time));
  }

  private Finding finding(Relation relation, Often often, Evidence evidence) {
    return new Finding(
        id(),
        Severity.ADVICE,
        new Subject.OfRelation(relation),
        "%s is vacuumed %s times a day, for %s dead rows each time"
            .formatted(
                Names.atStart(relation, evidence),
                Quantities.count(often.aDay()),
                Quantities.count(often.deadEach())),
        List.of(
            Fact.observed(
                "vacuums by autovacuum",
                "%s in %s"
                    .formatted(
                        Quantities.count(often.vacuums()), Quantities.duration(often.time())),
                "pg_stat_all_tables.autovacuum_count"),
            Fact.observed(
                "rows of the table",
                Quantities.count(relation.extent().rows().or(0.0)),
                "pg_class.reltuples"),
            Fact.threshold(
                "vacuum threshold",
                Quantities.count(evidence.thresholds(relation).vacuum()) + " dead rows",
                ENGINE,
                "relation_needs_vacanalyze()"),
            Fact.threshold(
                "often",
                "%s times a day, of a table below %s rows"
                    .formatted(Quantities.count(OFTEN_A_DAY), Quantities.count(SMALL_ROWS)),
                CONVENTION,
                "ours; 142 a week of such tables ate the I/O of a small instance in"
                    + " jikig-ai/soleur#6164")),
        "Each of these vacuums is short, but it takes a worker's turn, writes WAL and statistics,"
            + " and cleans up what ordinary reads would have cleaned up in passing: pages of such a"
            + " table are pruned whenever they are read.",
        Confidence.MEDIUM,
        null,
        List.of(
            new Remedy.Tune(
                new Subject.OfRelation(relation),
                Setting.AUTOVACUUM_VACUUM_THRESHOLD,
                new Goal.DeadRowsAtLeast(FEW_DEAD, often.aDay(), often.deadEach()))));
  }
}
