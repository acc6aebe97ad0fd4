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
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// The planner goes by statistics of rows that have changed since, and no analyze is to come.
final class StatisticsStale implements Rule {
  private static final double ROWS_WORTH_A_WORD = 10_000;

  /// PostgreSQL's default: 50 rows and a tenth of the table.
  private static final double DEFAULT_SHARE = 0.1;

  private static final double DEFAULT_BASE = 50;

  /// Half of the table and more is no threshold that anyone meant.
  private static final double ABSURD_SHARE = 0.5;

  /// From here on a tenth of the table is more than plans bear.
  private static final double MANY_ROWS = 100_000_000;

  private static final double SHARE_OF_MANY = 0.02;

  /// Below this, changes are too few to have shown what the threshold does.
  private static final double SIGN_OF_LIFE = 0.1;

  /// How far past its threshold a table is when whole rounds of autovacuum were missed.
  private static final double FAR = 2;

  @Override
  public String id() {
    return "statistics-stale";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    if (evidence.survey().server().standby()) {
      return Stream.empty();
    }
    return evidence.survey().relations().stream()
        .filter(each -> each.isAutovacuumed() && !each.isSystem())
        .filter(each -> each.kind() != RelationKind.TOAST)
        .filter(each -> each.extent().rows().or(0.0) >= ROWS_WORTH_A_WORD)
        .filter(each -> evidence.options(each).state().isOn())
        .filter(each -> modified(each) > DEFAULT_BASE)
        .flatMap(each -> finding(each, evidence).stream());
  }

  private static double modified(Relation relation) {
    return relation.population().map(rows -> (double) rows.modifiedSinceAnalyze()).or(0.0);
  }

  private Optional<Finding> finding(Relation relation, Evidence evidence) {
    double rows = relation.extent().rows().or(0.0);
    double threshold = evidence.thresholds(relation).analyze();
    double modified = modified(relation);
    boolean isRaised =
        threshold >= ABSURD_SHARE * rows
            && modified > DEFAULT_BASE + DEFAULT_SHARE * rows
            && modified <= threshold;
    boolean isMuch =
        rows >= MANY_ROWS
            && threshold > SHARE_OF_MANY * 2 * rows
            && modified >= SIGN_OF_LIFE * threshold
            && modified <= threshold;
    if (isRaised || isMuch) {
      return Optional.of(waiting(relation, isRaised, evidence));
    }
    return isPassedBy(relation, evidence)
        ? Optional.of(passedBy(relation, evidence))
        : Optional.empty();
  }

  private Finding waiting(Relation relation, boolean isRaised, Evidence evidence) {
    double rows = relation.extent().rows().or(0.0);
    double threshold = evidence.thresholds(relation).analyze();
    return new Finding(
        id(),
        isRaised ? Severity.WARNING : Severity.ADVICE,
        new Subject.OfRelation(relation),
        "Autovacuum waits for %s changed rows before it analyzes %s"
            .formatted(Quantities.count(threshold), Names.of(relation, evidence)),
        List.of(
            modifiedFact(relation),
            analyzedFact(relation),
            Fact.threshold(
                "analyze threshold",
                "%s rows, %s of the table"
                    .formatted(Quantities.count(threshold), Share.of(threshold, rows)),
                ENGINE,
                "relation_needs_vacanalyze()"),
            Fact.threshold(
                "too much",
                "%s of a table, or %s of one with %s rows"
                    .formatted(
                        new Share(ABSURD_SHARE),
                        new Share(SHARE_OF_MANY * 2),
                        Quantities.count(MANY_ROWS)),
                CONVENTION,
                "ours; FuelLabs/fuel-explorer#687 has 250 million changes before an analyze")),
        "The planner guesses row counts from a sample taken before these rows changed. What is new,"
            + " such as the latest days of a log, is not in it at all, and plans for it are poor.",
        Confidence.MEDIUM,
        null,
        List.of(tune(relation, isRaised ? DEFAULT_SHARE : SHARE_OF_MANY)));
  }

  private static Remedy tune(Relation relation, double share) {
    return new Remedy.Tune(
        new Subject.OfRelation(relation),
        Setting.AUTOVACUUM_ANALYZE_SCALE_FACTOR,
        new Goal.ChangedBetweenAnalyzes(new Share(share)));
  }

  /// Far past its threshold in both surveys, which were far apart, and never analyzed in between.
  private static boolean isPassedBy(Relation relation, Evidence evidence) {
    var nap =
        Duration.ofSeconds(
            evidence.survey().settings().integerOrDefault(Setting.AUTOVACUUM_NAPTIME));
    return evidence
        .before(relation)
        .filter(_ ->
            evidence.window().filter(each -> each.compareTo(nap.multipliedBy(2)) > 0).isPresent())
        .filter(before -> isFarPast(before, evidence) && isFarPast(relation, evidence))
        .filter(before ->
            before.maintenance().autoanalyzes() == relation.maintenance().autoanalyzes()
                && before.maintenance().analyzes() == relation.maintenance().analyzes())
        .isPresent();
  }

  private static boolean isFarPast(Relation relation, Evidence evidence) {
    return modified(relation) > FAR * evidence.thresholds(relation).analyze();
  }

  private Finding passedBy(Relation relation, Evidence evidence) {
    return new Finding(
        id(),
        Severity.WARNING,
        new Subject.OfRelation(relation),
        "%s is long due for an analyze, and autovacuum does not come"
            .formatted(Names.atStart(relation, evidence)),
        List.of(
            modifiedFact(relation),
            analyzedFact(relation),
            Fact.observed(
                "no analyze in",
                Quantities.duration(evidence.window().orElse(Duration.ZERO)),
                "pg_stat_all_tables.autoanalyze_count of two surveys"),
            Fact.threshold(
                "analyze threshold",
                Quantities.count(evidence.thresholds(relation).analyze()),
                ENGINE,
                "relation_needs_vacanalyze()"),
            Fact.threshold(
                "long due",
                "twice that, for two naps of autovacuum",
                CONVENTION,
                "ours: a table is past its threshold in passing")),
        "Autovacuum should have come twice by now. Either all workers are busy elsewhere, or each"
            + " attempt is skipped or cancelled because someone holds a lock on the table.",
        Confidence.MEDIUM,
        "The server's log from 'canceling autovacuum task' and 'skipping analyze' on.",
        List.of(new Remedy.AnalyzeNow(relation)));
  }

  private static Fact modifiedFact(Relation relation) {
    return Fact.observed(
        "rows changed since the last analyze",
        Quantities.count(modified(relation)),
        "pg_stat_all_tables.n_mod_since_analyze");
  }

  private static Fact analyzedFact(Relation relation) {
    return Fact.observed(
        "analyzed last",
        relation.maintenance().analyzedLast().map(Names::time).orElse("never"),
        "pg_stat_all_tables.last_analyze, last_autoanalyze");
  }
}
