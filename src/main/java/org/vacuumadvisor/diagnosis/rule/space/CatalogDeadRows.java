package org.vacuumadvisor.diagnosis.rule.space;

import static org.vacuumadvisor.diagnosis.Provenance.CHOSEN;
import static org.vacuumadvisor.evidence.TableFigures.DEAD_ROWS;
import static org.vacuumadvisor.model.reading.TableKeys.N_LIVE_TUP;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.figure.KeptRows;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.reading.Reading;
import org.vacuumadvisor.model.reading.TableKeys;
import org.vacuumadvisor.unit.Quantities;

/// A catalog with many times more dead rows than live ones, of which nobody shows what keeps them:
/// whatever its file's size is, most of it is not its rows.
///
/// @param catalog the one with most dead rows
record CatalogDeadRows(TableEvidence catalog, long dead, long live) {
  /// A round number, our choice: by PostgreSQL's defaults autovacuum would have come to such a
  /// catalog 25 times, and a table of less is rewritten in a moment.
  private static final long MIN_DEAD = 1_000_000;

  /// 25 times what brings autovacuum by default (`autovacuum_vacuum_scale_factor` = 0.2): no
  /// naptime and no migration explains it, only vacuums that do not come or remove nothing.
  private static final long TIMES_LIVE = 5;

  static Optional<CatalogDeadRows> of(List<Relation> catalogs, Evidence evidence) {
    return catalogs.stream()
        .map(evidence::about)
        .filter(each -> !KeptRows.isHolderShown(each))
        .flatMap(each ->
            Reading.both(
                each.ask(DEAD_ROWS),
                each.relation().get(N_LIVE_TUP),
                "",
                (dead, live) -> new CatalogDeadRows(each, dead, live))
                .known()
                .stream())
        .filter(each -> each.dead >= MIN_DEAD && each.dead >= TIMES_LIVE * each.live)
        .max(Comparator.comparingLong(CatalogDeadRows::dead));
  }

  List<Fact> facts() {
    var facts = new ArrayList<Fact>();
    facts.add(Fact.observed("dead rows", catalog.ask(DEAD_ROWS)));
    facts.add(Fact.observed("live rows", catalog.ask(N_LIVE_TUP)));
    if (catalog.relation().get(TableKeys.MAIN_BYTES) instanceof Reading.Known) {
      facts.add(Fact.observed("size", catalog.ask(TableKeys.MAIN_BYTES)));
    }
    facts.add(
        Fact.threshold(
            "limit",
            "%s dead rows, and %d times the live ones"
                .formatted(Quantities.count(MIN_DEAD), TIMES_LIVE),
            CHOSEN,
            "25 times what brings autovacuum by default"));
    return facts;
  }
}
