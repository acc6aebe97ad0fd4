package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;
import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.rule.InsertThresholdTooHigh.Reason;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Thresholds;
import org.vacuumadvisor.unit.Quantities;

/// What a finding says of a table that only grows and that autovacuum passes by.
record InsertWords(Relation relation, Reason reason, Evidence evidence) {

  String headline() {
    return switch (reason) {
      case NO_TRIGGER ->
          "Inserts never bring autovacuum to %s, which only grows".formatted(Names.of(relation));
      case NEVER_VACUUMED, DUE ->
          "%s only grows and was never vacuumed%s".formatted(Names.of(relation), invisiblePages());
      case SELDOM ->
          "Autovacuum waits for %s inserted rows in %s"
              .formatted(Quantities.count(thresholds().insert()), Names.of(relation));
    };
  }

  /// Pasted figures may not show the size.
  private String invisiblePages() {
    long pages = relation.extent().bestPages().count();
    return pages == 0
        ? ""
        : ": none of its %s is known all-visible".formatted(Quantities.counted(pages, "page"));
  }

  String explanation() {
    return why()
        + "Pages that no vacuum has seen are not in the visibility map: index-only scans must visit"
        + " the table for each row, and a later vacuum finds all of them to read and to freeze in"
        + " one go, at the latest when autovacuum_freeze_max_age forces it.";
  }

  private String why() {
    return switch (reason) {
      case NO_TRIGGER ->
          Feature.INSERT_TRIGGERED_VACUUM.isIn(evidence.survey().server().release())
              ? "The insert threshold is -1, so only dead rows count, and here no row dies. "
              : "Before 13 only dead rows brought autovacuum, and here no row dies. ";
      case DUE ->
          "More rows were inserted than the threshold, so autovacuum should come within about"
              + " autovacuum_naptime. ";
      case NEVER_VACUUMED, SELDOM -> "";
    };
  }

  List<Fact> facts() {
    var thresholds = thresholds();
    var all = relation.activity();
    var facts = new ArrayList<Fact>();
    if (evidence.shows(relation, "relallvisible")) {
      facts.add(
          Fact.observed(
              "pages known all-visible",
              "%s of %s"
                  .formatted(
                      Quantities.count(relation.extent().allVisible().count()),
                      Quantities.count(relation.extent().bestPages().count())),
              "pg_class.relallvisible, size of the table"));
    }
    facts.add(
        Fact.observed(
            "rows written",
            "%s inserted, %s updated, %s deleted"
                .formatted(
                    Quantities.count(all.inserted()),
                    Quantities.count(all.updated()),
                    Quantities.count(all.deleted())),
            "pg_stat_all_tables.n_tup_ins, n_tup_upd, n_tup_del"));
    relation
        .population()
        .known()
        .flatMap(rows -> rows.insertedSinceVacuum().known())
        .ifPresent(rows ->
            facts.add(
                Fact.observed(
                    "inserted since the last vacuum",
                    Quantities.count(rows),
                    "pg_stat_all_tables.n_ins_since_vacuum")));
    facts.add(
        Fact.observed(
            "last vacuum",
            relation.maintenance().vacuumedLast().map(Names::time).orElse("never"),
            "pg_stat_all_tables.last_vacuum, last_autovacuum"));
    facts.add(
        Fact.threshold(
            "insert threshold",
            thresholds.hasInsert() ? Quantities.count(thresholds.insert()) + " rows" : "none",
            ENGINE,
            "relation_needs_vacanalyze()"));
    facts.add(
        Fact.threshold(
            "large, much",
            "%s, %s between vacuums"
                .formatted(InsertThresholdTooHigh.LARGE, InsertThresholdTooHigh.MUCH),
            CONVENTION,
            "ours, after reports of late visibility maps: 163,249 heap fetches in one index-only"
                + " scan"));
    return facts;
  }

  private Thresholds thresholds() {
    return evidence.thresholds(relation);
  }
}
