package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Persistence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// The server has forgotten its tables: `pg_class` says that they were vacuumed or analyzed and how
/// many rows they have, the cumulative statistics know nothing of it. They are lost by
/// `pg_stat_reset()`, a crash, a restore from a base backup, a promotion.
final class StatsLost implements Rule {
  /// A small table is soon known again.
  private static final double ROWS_WORTH_A_WORD = 1_000;

  private static final int TABLES_SHOWN = 3;

  @Override
  public String id() {
    return "stats-lost";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    var survey = evidence.survey();
    if (survey.server().standby() || !survey.settings().boolOrDefault(Setting.TRACK_COUNTS)) {
      return Stream.empty();
    }
    return evidence.survey().relations().stream()
        .map(each -> each.name().database())
        .distinct()
        .flatMap(database -> finding(database, evidence).stream());
  }

  /// @param database empty where pasted figures do not name it
  private Optional<Finding> finding(String database, Evidence evidence) {
    var known =
        evidence.relations(database).stream()
            .filter(each -> !each.isSystem() && isKnownToCatalog(each))
            .filter(each ->
                evidence.shows(
                    each,
                    "n_live_tup",
                    "n_tup_ins",
                    "last_vacuum",
                    "last_autovacuum",
                    "last_analyze",
                    "last_autoanalyze"))
            .toList();
    var forgotten = known.stream().filter(StatsLost::isForgotten).toList();
    if (forgotten.isEmpty() || forgotten.size() * 2 < known.size()) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            id(),
            forgotten.stream().anyMatch(StatsLost::isInUse) ? Severity.WARNING : Severity.ADVICE,
            database.isEmpty() ? new Subject.Cluster() : new Subject.OfDatabase(database),
            "The server has lost its statistics about %s%s"
                .formatted(
                    Quantities.counted(forgotten.size(), "table"),
                    database.isEmpty() ? "" : " of database " + database),
            facts(evidence.survey().database(database), known, forgotten),
            "Autovacuum goes by these counters. Dead rows from before the loss are not counted, so"
                + " it comes too late to these tables, and figures about them prove nothing."
                + " ANALYZE counts live and dead rows anew.",
            Confidence.HIGH,
            null,
            List.of(new Remedy.AnalyzeDatabase(database))));
  }

  /// Rows have died since that are counted, on top of those that were forgotten.
  private static boolean isInUse(Relation relation) {
    return relation.activity().updated() + relation.activity().deleted() > 0;
  }

  private static List<Fact> facts(
      Optional<Database> database, List<Relation> known, List<Relation> forgotten) {
    var facts = new ArrayList<Fact>();
    facts.add(
        Fact.observed(
            "tables whose counters are gone",
            "%s of %s with more than %s rows"
                .formatted(
                    Quantities.count(forgotten.size()),
                    Quantities.count(known.size()),
                    Quantities.count(ROWS_WORTH_A_WORD)),
            "pg_class.reltuples against pg_stat_all_tables"));
    facts.add(
        Fact.observed(
            "statistics reset",
            database
                .flatMap(each -> each.statisticsReset().known())
                .map(Names::time)
                .orElse("not known"),
            "pg_stat_database.stats_reset"));
    forgotten.stream()
        .limit(TABLES_SHOWN)
        .map(each ->
            Fact.observed(
                Names.of(each),
                "%s rows by the catalog, %s by the counters, never vacuumed or analyzed by them"
                    .formatted(
                        Quantities.count(each.extent().rows().or(0.0)),
                        Quantities.count(each.population().map(rows -> rows.live()).or(0L))),
                "pg_class.reltuples, pg_stat_all_tables.n_live_tup"))
        .forEach(facts::add);
    facts.add(
        Fact.threshold(
            "tables that count",
            "more than %s rows".formatted(Quantities.count(ROWS_WORTH_A_WORD)),
            CONVENTION,
            "ours: autovacuum's first visit to a fresh table comes after 1,001 inserts"));
    return facts;
  }

  /// Counters that were not read are not lost.
  private static boolean isKnownToCatalog(Relation relation) {
    return (relation.kind() == RelationKind.TABLE
            || relation.kind() == RelationKind.MATERIALIZED_VIEW)
        && relation.persistence() != Persistence.TEMPORARY
        && relation.population().known().isPresent()
        && relation.extent().rows().or(0.0) >= ROWS_WORTH_A_WORD;
  }

  private static boolean isForgotten(Relation relation) {
    double half = relation.extent().rows().or(0.0) / 2;
    var maintenance = relation.maintenance();
    return maintenance.vacuumedLast().isEmpty()
        && maintenance.analyzedLast().isEmpty()
        && relation.population().known().filter(rows -> rows.live() < half).isPresent()
        && relation.activity().inserted() < half;
  }
}
