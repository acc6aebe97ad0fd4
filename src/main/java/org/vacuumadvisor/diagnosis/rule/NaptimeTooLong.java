package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;
import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
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

  /// Naps that people use, and those below, down to the shortest that there is. Measured in the lab
  /// on a queue of this kind, see docs/experiments/queue-churn.md: 1 s is well worth it after 10 s.
  private static final List<Long> SHORTER = List.of(30L, 15L, 10L, 5L, 2L, 1L);

  /// A worker that looks reads `pg_class` and the statistics of every table of its database. Ours:
  /// so many tables are little enough for each second of a nap.
  private static final long TABLES_A_SECOND = 1_000;

  /// And so many databases, as each look is a new process.
  private static final long DATABASES_A_SECOND = 5;

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
        List.of(tune(DEFAULT, nap, evidence)));
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
        shorter(nap, relation, evidence).map(each -> tune(each, nap, evidence)).stream().toList());
  }

  /// The longest nap that is short enough for the table, or the shortest that the number of tables
  /// and databases allows.
  private static Optional<Long> shorter(long nap, Relation relation, Evidence evidence) {
    var possible =
        SHORTER.stream().filter(each -> each < nap && each >= affordable(evidence)).toList();
    return possible.stream()
        .filter(each -> isEnough(each, relation, evidence))
        .findFirst()
        .or(() -> possible.isEmpty() ? Optional.empty() : Optional.of(possible.getLast()));
  }

  /// Ten seconds are always affordable.
  private static long affordable(Evidence evidence) {
    long tables = evidence.survey().relations().size() / TABLES_A_SECOND;
    long databases = evidence.survey().databases().size() / DATABASES_A_SECOND;
    return Math.min(10, Math.max(tables, databases));
  }

  /// Half of the living rows, or what the threshold allows anyway.
  private static boolean isEnough(long nap, Relation relation, Evidence evidence) {
    return dying(relation, evidence) * (double) nap
        <= Math.max(live(relation) / 2, evidence.thresholds(relation).vacuum());
  }

  private static Remedy tune(long wanted, long nap, Evidence evidence) {
    return new Remedy.TuneServer(
        Setting.AUTOVACUUM_NAPTIME,
        wanted + "s",
        new Effect.Predicted(
            "time between two looks at a database",
            Quantities.seconds((double) nap),
            Quantities.seconds(Math.max((double) wanted, least(evidence))),
            Quantities.seconds(Math.max((double) wanted, least(evidence))),
            "the launcher starts a worker every autovacuum_naptime / %s, at most ten a second"
                .formatted(
                    Quantities.counted(
                        Math.max(1, evidence.survey().databases().size()), "database"))));
  }

  /// No launcher starts more than ten workers a second.
  private static double least(Evidence evidence) {
    return 0.1 * evidence.survey().databases().size();
  }
}
