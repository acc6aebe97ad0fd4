package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.vacuumadvisor.evidence.TableFigures.LAST_VACUUMED;
import static org.vacuumadvisor.evidence.TableFigures.ROWS;
import static org.vacuumadvisor.evidence.TableFigures.THRESHOLDS;
import static org.vacuumadvisor.evidence.TableFigures.VISIBLE_SHARE;
import static org.vacuumadvisor.model.TableKeys.INSERTS_PER_DAY;
import static org.vacuumadvisor.model.TableKeys.N_INS_SINCE_VACUUM;
import static org.vacuumadvisor.model.TableKeys.N_TUP_DEL;
import static org.vacuumadvisor.model.TableKeys.N_TUP_INS;
import static org.vacuumadvisor.model.TableKeys.N_TUP_UPD;
import static org.vacuumadvisor.model.TableKeys.RELALLVISIBLE;
import static org.vacuumadvisor.model.TableKeys.RELPAGES;

import java.util.List;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.rule.threshold.InsertThresholdTooHigh.Reason;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Thresholds;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Quantities;

/// What a finding says of a table that only grows and that autovacuum passes by.
record InsertWords(TableEvidence table, Reason reason) {

  String headline() {
    var name = Names.of(table.relation());
    return switch (reason) {
      case NO_TRIGGER -> "Inserts never bring autovacuum to %s, which only grows".formatted(name);
      case NEVER_VACUUMED ->
          "%s only grows and was never vacuumed%s".formatted(name, invisiblePages());
      case SELDOM, NONE ->
          "Autovacuum waits for %s inserted rows in %s%s"
              .formatted(
                  Quantities.count(thresholds().insert()),
                  name,
                  table
                      .ask(N_INS_SINCE_VACUUM)
                      .map(now -> ": %s now".formatted(Quantities.count(now)))
                      .or(""));
      case LATE ->
          "Autovacuum waits for %s inserted rows in %s, those of %s days"
              .formatted(
                  Quantities.count(thresholds().insert()),
                  name,
                  Quantities.count(Math.floor(days())));
    };
  }

  private String invisiblePages() {
    var pages = table.relation().get(RELPAGES).known();
    boolean isNone = table.relation().get(RELALLVISIBLE).is(Pages.NONE::equals);
    return pages.isEmpty() || !isNone || pages.get().count() == 0
        ? ""
        : ": none of its %s is known all-visible"
            .formatted(Quantities.counted(pages.get().count(), "page"));
  }

  /// Which explanation is its own.
  String cause() {
    return reason != Reason.NO_TRIGGER
        ? "unseen-pages"
        : Feature.INSERT_TRIGGERED_VACUUM.isIn(table.all().release()) ? "no-trigger" : "only-dead";
  }

  Facts facts() {
    return new Facts()
        .shown("pages known all-visible", table.ask(VISIBLE_SHARE))
        .shown(table, List.of(N_TUP_INS, N_TUP_UPD, N_TUP_DEL, N_INS_SINCE_VACUUM, INSERTS_PER_DAY))
        .shown("rows", table.ask(ROWS))
        .shown(
            "last vacuum",
            table.ask(LAST_VACUUMED).map(time -> time.map(Names::time).orElse("never")))
        .engine(
            "insert threshold",
            thresholds().hasInsert() ? Quantities.count(thresholds().insert()) + " rows" : "none",
            "relation_needs_vacanalyze()");
  }

  private double days() {
    return thresholds().insert() / Math.max(1, table.relation().get(INSERTS_PER_DAY).or(1L));
  }

  private Thresholds thresholds() {
    return table.need(THRESHOLDS);
  }
}
