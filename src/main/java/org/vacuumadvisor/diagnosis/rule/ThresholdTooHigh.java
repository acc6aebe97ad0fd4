package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;
import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// Autovacuum waits for more dead rows than a table should carry: because it is so large that the
/// default share of it is too much, or because someone raised the threshold.
final class ThresholdTooHigh implements Rule {
  /// What a table may carry in dead rows before it is worth a word.
  private static final Bytes MUCH = Bytes.ofGigabytes(1);

  /// Below this, dead rows are too few to have shown what the threshold does.
  private static final double SIGN_OF_LIFE = 0.1;

  /// PostgreSQL's default: 50 rows and a fifth of the table.
  private static final double DEFAULT_SHARE = 0.2;

  private static final double DEFAULT_BASE = 50;

  /// Half of the table and more is no threshold that anyone meant.
  private static final double ABSURD_SHARE = 0.5;

  private static final double ROWS_WORTH_A_WORD = 10_000;

  @Override
  public String id() {
    return "threshold-too-high";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    if (evidence.survey().server().standby()) {
      return Stream.empty();
    }
    return evidence.survey().relations().stream()
        .filter(each -> each.isAutovacuumed() && !each.isSystem())
        .sorted(Comparator.comparingLong(HeldRows::deadRows).reversed())
        .flatMap(each -> finding(each, evidence).stream());
  }

  private Optional<Finding> finding(Relation relation, Evidence evidence) {
    var options = evidence.options(relation);
    var rows = RowSpace.of(relation);
    double threshold = evidence.thresholds(relation).vacuum();
    long dead = HeldRows.deadRows(relation);
    if (!options.state().isOn() || StayingDead.is(relation, evidence)) {
      return Optional.empty();
    }
    boolean isRaised = isRaised((double) dead, threshold, relation.extent().rows().or(rows.rows()));
    boolean isMuch =
        rows.of(threshold).compareTo(MUCH) >= 0 && (double) dead >= SIGN_OF_LIFE * threshold;
    if (!isRaised && !isMuch) {
      return Optional.empty();
    }
    var target = DeadRowTarget.of(relation, evidence);
    if (target.rows() >= threshold) {
      return Optional.empty();
    }
    boolean isHarmful = isRaised || rows.of((double) dead).compareTo(MUCH) >= 0;
    return Optional.of(
        new Finding(
            id(),
            isHarmful ? Severity.WARNING : Severity.ADVICE,
            new Subject.OfRelation(relation),
            "Autovacuum waits for %s dead rows in %s, %s of the table"
                .formatted(
                    Quantities.count(threshold),
                    Names.of(relation, evidence),
                    Share.of(threshold, relation.extent().rows().or(rows.rows()))),
            facts(relation, evidence, options),
            "Until then dead rows take space in the table and in every index, and each scan reads"
                + " past them. The space is reused after a vacuum but not given back, so the table"
                + " stays as large as the worst moment made it. Smaller and more frequent vacuums"
                + " do the same work in parts.",
            Confidence.MEDIUM,
            evidence.older().isPresent()
                ? null
                : "Two surveys (--sample) measure how fast rows die, and so how often vacuum would"
                    + " run.",
            List.of(target.remedy(relation))));
  }

  /// Whether the default would have brought autovacuum long ago, by the rows it counts with.
  private static boolean isRaised(double dead, double threshold, double rows) {
    return rows >= ROWS_WORTH_A_WORD
        && threshold >= ABSURD_SHARE * rows
        && dead > DEFAULT_BASE + DEFAULT_SHARE * rows
        && dead <= threshold;
  }

  /// What is unknown to `pg_class` counts as no rows, for autovacuum as well.
  private static String arithmetic(Relation relation, AutovacuumOptions options, double threshold) {
    double rows = relation.extent().rows().or(0.0);
    double uncapped =
        options.vacuumThreshold().value() + options.vacuumScaleFactor().value() * rows;
    boolean isOfTable =
        options.vacuumScaleFactor().isOfTable() || options.vacuumThreshold().isOfTable();
    return "relation_needs_vacanalyze(): %s + %s × %s rows%s, %s"
        .formatted(
            Quantities.count(options.vacuumThreshold().value()),
            Quantities.number(options.vacuumScaleFactor().value()),
            Quantities.count(rows),
            threshold < 0.999 * uncapped ? ", capped by autovacuum_vacuum_max_threshold" : "",
            isOfTable ? "set for the table" : "by the server's settings");
  }

  private static List<Fact> facts(Relation relation, Evidence evidence, AutovacuumOptions options) {
    var rows = RowSpace.of(relation);
    double threshold = evidence.thresholds(relation).vacuum();
    var facts = new ArrayList<Fact>();
    facts.add(
        Fact.threshold(
            "vacuum threshold",
            "%s rows, about %s".formatted(Quantities.count(threshold), rows.of(threshold)),
            ENGINE,
            arithmetic(relation, options, threshold)));
    facts.add(
        Fact.observed(
            "dead rows now",
            Quantities.count(HeldRows.deadRows(relation)),
            "pg_stat_all_tables.n_dead_tup"));
    evidence
        .workload(relation)
        .rates()
        .deadRowsPerSecond()
        .ifPresent(rate ->
            facts.add(
                Fact.observed(
                    "rows die every hour",
                    Quantities.count(rate * 3600),
                    "n_tup_upd and n_tup_del over the period")));
    facts.add(
        Fact.threshold(
            "much",
            "%s of dead rows, or %s of the table".formatted(MUCH, new Share(ABSURD_SHARE)),
            CONVENTION,
            "1 GiB of growth by bloat is critical to PerformanceMonitor, from 50 clusters; the"
                + " share is ours"));
    return facts;
  }
}
