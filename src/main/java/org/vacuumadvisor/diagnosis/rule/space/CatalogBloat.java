package org.vacuumadvisor.diagnosis.rule.space;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.Truth;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.unit.Quantities;

/// A database's system catalogs are bloated: as a rule by temporary tables that are made and
/// dropped all day, each of which writes and kills rows in half a dozen catalogs.
public final class CatalogBloat implements Rule {
  private static final int SHOWN = 5;

  private static final Remedy LESS_TEMPORARY_TABLES = Remedy.Act.said("less-temporary-tables");

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var logged =
        evidence.histories().filter(TableHistory::isSystem).map(each -> each.name().database());
    var shown =
        evidence.survey().relations().stream()
            .filter(Relation::isSystem)
            .map(each -> each.name().database());
    return Stream.of(evidence.survey().databases().stream().map(Database::name), logged, shown)
        .flatMap(each -> each)
        .distinct()
        .map(database -> verdict(database, evidence));
  }

  /// Large objects are data, and what has them grows with them.
  static boolean isCatalog(Relation relation) {
    return relation.isSystem() && !relation.name().name().equals("pg_largeobject");
  }

  private record Bloated(Relation relation, Bloat bloat) {}

  private Verdict verdict(String database, Evidence evidence) {
    var catalogs = evidence.relations(database).stream().filter(CatalogBloat::isCatalog).toList();
    var bloated =
        catalogs.stream()
            .flatMap(each -> bloated(evidence.about(each)).stream())
            .sorted(Comparator.comparingLong((Bloated each) -> -each.bloat().surplus().count()))
            .toList();
    var churn = CatalogChurn.of(database, evidence);
    if (!bloated.isEmpty()) {
      return finding(database, bloated, churn, evidence);
    }
    if (churn.isPresent()) {
      return finding(churn.get(), database);
    }
    var dying = CatalogDeadRows.of(database, evidence);
    if (dying.isPresent()) {
      return finding(dying.get(), database, evidence);
    }
    var large = CatalogSizes.of(catalogs, evidence);
    if (large.isPresent()) {
      return finding(large.get(), database);
    }
    return catalogs.isEmpty()
        ? Verdict.notShown(Subject.ofDatabase(database), Question.CLASSES)
        : new Verdict.Clear(Subject.ofDatabase(database));
  }

  private static Optional<Bloated> bloated(TableEvidence catalog) {
    return catalog
        .judge(() -> new Bloat(HeapSpace.needed(catalog), Room.NONE))
        .filter(each -> each.isReported() == Truth.YES)
        .map(each -> new Bloated(catalog.relation(), each));
  }

  private Finding finding(CatalogChurn churn, String database) {
    return found(Severity.ADVICE, Subject.ofDatabase(database))
        .headline(
            "The system catalogs turn over fast: %s rows of %s were dead",
            churn.worst().removed().sum(), churn.worst().name().name())
        .facts(churn.facts())
        .explained("churn")
        .remedy(LESS_TEMPORARY_TABLES)
        .build();
  }

  private Finding finding(CatalogDeadRows dying, String database, Evidence evidence) {
    return found(Severity.WARNING, Subject.ofDatabase(database))
        .headline(
            "Catalog %s has %s dead rows for %s live ones",
            dying.catalog().name().name(), dying.dead(), dying.live())
        .facts(dying.facts(evidence))
        .explained("dead-rows", CatalogDeadRows.MIN_DEAD, CatalogDeadRows.TIMES_LIVE)
        .remedies(lessTemporaryTables(dying.catalog()))
        .remedy(new Remedy.VacuumNow(dying.catalog()))
        .build();
  }

  private Finding finding(CatalogSizes large, String database) {
    var name = large.catalog().relation().name().name();
    return found(Severity.ADVICE, Subject.ofDatabase(database))
        .headline("Catalog %s is %s large", name, large.size())
        .observed("size", large.catalog().ask(large.key()))
        .explained("size", CatalogSizes.MAX_FILE, CatalogSizes.MAX_TOTAL)
        .toBeCertain(
            "SELECT count(*) FROM pg_catalog.%s shows how many rows it has.".formatted(name))
        .remedy(LESS_TEMPORARY_TABLES)
        .ask(Question.SESSIONS)
        .ask(Question.SLOTS)
        .build();
  }

  private Finding finding(
      String database, List<Bloated> bloated, Optional<CatalogChurn> churn, Evidence evidence) {
    var worst = bloated.getFirst();
    return found(worst.bloat().severity(), Subject.ofDatabase(database))
        .headline(
            "%s of catalog %s%s are free or dead",
            Names.capital(worst.bloat().words()),
            worst.relation().name().name(),
            Excerpt.isTold(database) ? " in database " + database : "")
        .facts(facts(bloated, evidence))
        .facts(churn.map(CatalogChurn::facts).orElse(new Facts()))
        .explained("free-space")
        .remedies(lessTemporaryTables(worst.relation()))
        .remedy(
            new Remedy.RewriteTable(
                worst.relation(), worst.bloat().effect("catalog"), worst.bloat().needed()))
        .build();
  }

  private static Facts facts(List<Bloated> bloated, Evidence evidence) {
    var worst = bloated.getFirst();
    return worst
        .bloat()
        .facts("catalog", HeapSpace.sizeFrom(evidence.about(worst.relation())))
        .facts(
            bloated.stream()
                .limit(SHOWN)
                .map(each ->
                    Fact.observed(
                        each.relation().name().name(),
                        each.bloat().words() + written(each.relation()),
                        new Source.Derived(
                            "estimate", List.of(TableKeys.N_TUP_INS, TableKeys.N_TUP_DEL)))));
  }

  private static String written(Relation catalog) {
    return Reading.both(
            catalog.get(TableKeys.N_TUP_INS),
            catalog.get(TableKeys.N_TUP_DEL),
            "",
            (some, gone) ->
                "; %s rows written and %s deleted since the statistics were reset"
                    .formatted(Quantities.count(some), Quantities.count(gone)))
        .or("");
  }

  /// Nothing where its counters tell of rows that were updated, as ANALYZE does in `pg_statistic`.
  private static List<Remedy> lessTemporaryTables(Relation catalog) {
    return Reading.both(
                catalog.get(TableKeys.N_TUP_INS),
                catalog.get(TableKeys.N_TUP_DEL),
                "",
                (written, deleted) -> deleted * 2 >= Math.max(1, written))
            .or(true)
        ? List.of(LESS_TEMPORARY_TABLES)
        : List.of();
  }
}
