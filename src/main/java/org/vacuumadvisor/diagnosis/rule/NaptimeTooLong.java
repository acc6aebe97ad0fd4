package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;
import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
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

/// Autovacuum looks too seldom: rows die faster than it can come, or the server naps for many
/// minutes.
final class NaptimeTooLong implements Rule {
  /// Ten times the default.
  private static final long VERY_LONG = 600;

  private static final long DEFAULT = 60;

  private static final double ROWS_WORTH_A_WORD = 10_000;

  @Override
  public String id() {
    return "naptime-too-long";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    var survey = evidence.survey();
    var nap = survey.settings().integer(Setting.AUTOVACUUM_NAPTIME);
    if (survey.server().standby()
        || nap.isEmpty()
        || !survey.settings().boolOrDefault(Setting.AUTOVACUUM)) {
      return Stream.empty();
    }
    return nap.getAsLong() >= VERY_LONG
        ? Stream.of(veryLong(nap.getAsLong(), evidence))
        : outrun(nap.getAsLong(), evidence).map(each -> outrun(each, nap.getAsLong(), evidence));
  }

  private Finding veryLong(long nap, Evidence evidence) {
    return new Finding(
        id(),
        Severity.WARNING,
        new Subject.Cluster(),
        "Autovacuum looks at a database only every " + Quantities.seconds((double) nap),
        List.of(
            Fact.observed("autovacuum_naptime", Quantities.seconds((double) nap), "pg_settings"),
            Fact.observed(
                "past their vacuum threshold at this moment",
                Quantities.counted(evidence.pastVacuumThreshold().size(), "table"),
                "pg_stat_all_tables.n_dead_tup against relation_needs_vacanalyze()"),
            Fact.threshold("default", Quantities.seconds((double) DEFAULT), ENGINE, "PostgreSQL"),
            Fact.threshold(
                "very long",
                Quantities.seconds((double) VERY_LONG),
                CONVENTION,
                "ours: ten times that")),
        "A table may be past its threshold for that long before anyone looks. A look costs next to"
            + " nothing: the worker reads its list of tables and goes if nothing is due.",
        Confidence.HIGH,
        null,
        List.of(
            new Remedy.Tune(
                new Subject.Cluster(),
                Setting.AUTOVACUUM_NAPTIME,
                new Goal.LookedAtEvery(Duration.ofSeconds(DEFAULT)))));
  }

  /// The table in which most rows die while autovacuum naps, if they are more than it has alive.
  private static Stream<Relation> outrun(long nap, Evidence evidence) {
    return evidence.survey().relations().stream()
        .filter(each -> each.isAutovacuumed() && !each.isSystem())
        .filter(each -> evidence.options(each).state().isOn())
        .filter(each -> {
          double died = dying(each, evidence) * (double) nap;
          return died >= ROWS_WORTH_A_WORD
              && died >= live(each)
              && died > evidence.thresholds(each).vacuum();
        })
        .max(Comparator.comparingDouble(each -> dying(each, evidence)))
        .stream();
  }

  private static double dying(Relation relation, Evidence evidence) {
    return evidence.workload(relation).rates().deadRowsPerSecond().orElse(0);
  }

  private static double live(Relation relation) {
    return relation.population().map(rows -> (double) rows.live()).or(Double.MAX_VALUE);
  }

  private Finding outrun(Relation relation, long nap, Evidence evidence) {
    double died = dying(relation, evidence) * (double) nap;
    return new Finding(
        id(),
        Severity.ADVICE,
        new Subject.OfRelation(relation),
        "%s rows die in %s while autovacuum naps, more than it has alive"
            .formatted(Quantities.count(died), Names.of(relation, evidence)),
        List.of(
            Fact.observed(
                "rows die in a second",
                Quantities.count(dying(relation, evidence)),
                "n_tup_upd and n_tup_del over the period"),
            Fact.observed(
                "rows alive", Quantities.count(live(relation)), "pg_stat_all_tables.n_live_tup"),
            Fact.threshold(
                "autovacuum comes at the earliest after",
                Quantities.seconds((double) nap),
                ENGINE,
                "autovacuum_naptime"),
            Fact.threshold(
                "vacuum threshold",
                Quantities.count(evidence.thresholds(relation).vacuum()) + " rows",
                ENGINE,
                "relation_needs_vacanalyze()"),
            Fact.threshold(
                "much",
                "as many rows as are alive, and %s".formatted(Quantities.count(ROWS_WORTH_A_WORD)),
                CONVENTION,
                "ours: the table is then mostly dead rows before every vacuum")),
        "The table passes its threshold many times before autovacuum looks again: a lower threshold"
            + " changes nothing here, a shorter nap does. Each scan meanwhile reads past as many"
            + " dead rows as living ones, and latency rises and falls with the vacuums.",
        Confidence.MEDIUM,
        evidence.older().isPresent() ? null : "Two surveys (--sample) measure the rate of now.",
        List.of(
            new Remedy.Tune(
                new Subject.OfRelation(relation),
                Setting.AUTOVACUUM_NAPTIME,
                new Goal.DeadRowsBetweenLooks(
                    Math.max(live(relation) / 2, evidence.thresholds(relation).vacuum()),
                    dying(relation, evidence)))));
  }
}
