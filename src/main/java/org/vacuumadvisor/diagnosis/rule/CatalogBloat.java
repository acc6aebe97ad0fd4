package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.space.HeapEstimate;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// A database's system catalogs are bloated: as a rule by temporary tables that are made and
/// dropped all day, each of which writes and kills rows in half a dozen catalogs.
final class CatalogBloat implements Rule {
  /// What tables, their columns, types and dependencies are recorded in.
  private static final Set<String> OF_TABLES =
      Set.of("pg_class", "pg_attribute", "pg_type", "pg_depend", "pg_index", "pg_statistic");

  private static final int SHOWN = 5;

  @Override
  public String id() {
    return "catalog-bloat";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return evidence.survey().databases().stream()
        .flatMap(database -> finding(database, evidence).stream());
  }

  private record Bloated(Relation relation, Bloat bloat) {}

  private Optional<Finding> finding(Database database, Evidence evidence) {
    var bloated =
        evidence.relations(database.name()).stream()
            .filter(Relation::isSystem)
            .flatMap(each ->
                Bloat.notable(HeapEstimate.of(each), Bytes.NONE)
                    .map(bloat -> new Bloated(each, bloat))
                    .stream())
            .sorted(Comparator.comparingLong((Bloated each) -> -each.bloat().surplus().count()))
            .toList();
    return bloated.isEmpty() ? Optional.empty() : Optional.of(finding(database, bloated));
  }

  private Finding finding(Database database, List<Bloated> bloated) {
    var worst = bloated.getFirst();
    return new Finding(
        id(),
        worst.bloat().severity() == Severity.WARNING ? Severity.WARNING : Severity.ADVICE,
        new Subject.OfDatabase(database.name()),
        "%s of catalog %s in database %s are free or dead"
            .formatted(worst.bloat().words(), worst.relation().name().name(), database.name()),
        facts(bloated),
        "Every statement that is planned reads the catalogs. They bloat where tables are made and"
            + " dropped all day, temporary ones above all, or where the horizon was held for long."
            + " Autovacuum comes to the catalogs as to any table, and their settings cannot be"
            + " changed by ALTER TABLE.",
        Confidence.MEDIUM,
        null,
        List.of(
            new Remedy.Act(
                "Use one temporary table for a session and empty it with TRUNCATE or ON COMMIT"
                    + " DELETE ROWS, instead of making and dropping one for each transaction"),
            new Remedy.RewriteTable(
                worst.relation(), worst.bloat().effect("catalog"), worst.bloat().needed())));
  }

  private static List<Fact> facts(List<Bloated> bloated) {
    var facts = new ArrayList<>(bloated.getFirst().bloat().facts("catalog"));
    for (var each : bloated.subList(0, Math.min(SHOWN, bloated.size()))) {
      var activity = each.relation().activity();
      facts.add(
          Fact.observed(
              each.relation().name().name(),
              "%s; %s rows written and %s deleted since the statistics were reset"
                  .formatted(
                      each.bloat().words(),
                      Quantities.count(activity.inserted()),
                      Quantities.count(activity.deleted())),
              "estimate; pg_stat_all_tables.n_tup_ins, n_tup_del"));
    }
    if (bloated.stream().anyMatch(each -> isOfShortLivedTables(each.relation()))) {
      facts.add(
          Fact.threshold(
              "tables that come and go",
              "as many rows deleted as half of those written",
              CONVENTION,
              "ours: a catalog of tables that stay only grows"));
    }
    return facts;
  }

  private static boolean isOfShortLivedTables(Relation catalog) {
    Activity activity = catalog.activity();
    return OF_TABLES.contains(catalog.name().name())
        && activity.deleted() * 2 >= Math.max(1, activity.inserted());
  }
}
