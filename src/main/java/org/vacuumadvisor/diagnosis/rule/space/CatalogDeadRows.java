package org.vacuumadvisor.diagnosis.rule.space;

import static org.vacuumadvisor.evidence.TableFigures.DEAD_ROWS;
import static org.vacuumadvisor.model.TableKeys.N_LIVE_TUP;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;

/// A catalog with many times more dead rows than live ones: whatever its file's size is, most of it
/// is not its rows.
///
/// @param catalog the one with most dead rows
/// @param counts the two figures, with where they were read
record CatalogDeadRows(Relation catalog, long dead, long live, List<Fact> counts) {
  /// A round number, our choice: by PostgreSQL's defaults autovacuum would have come to such a
  /// catalog 25 times, and a table of less is rewritten in a moment.
  static final long MIN_DEAD = 1_000_000;

  /// 25 times what brings autovacuum by default (`autovacuum_vacuum_scale_factor` = 0.2): no
  /// naptime and no migration explains it, only vacuums that do not come or remove nothing.
  static final long TIMES_LIVE = 5;

  static Optional<CatalogDeadRows> of(String database, Evidence evidence) {
    return evidence
        .tables()
        .filter(each -> CatalogBloat.isCatalog(each) && each.name().database().equals(database))
        .map(evidence::about)
        .flatMap(each -> Stream.concat(kept(each), counted(each)))
        .filter(each -> each.dead >= MIN_DEAD && each.dead >= TIMES_LIVE * each.live)
        .max(Comparator.comparingLong(CatalogDeadRows::dead));
  }

  private static Stream<CatalogDeadRows> kept(TableEvidence catalog) {
    return catalog.history().flatMap(told -> told.milestones().hold()).stream()
        .filter(hold -> !hold.isOver())
        .map(hold -> {
          var run = hold.last();
          long dead = run.kept();
          long live = run.live();
          var counts = new Facts().told(run, "dead rows", dead).told(run, "live rows", live).list();
          return new CatalogDeadRows(catalog.relation(), dead, live, counts);
        });
  }

  private static Stream<CatalogDeadRows> counted(TableEvidence catalog) {
    var dead = catalog.ask(DEAD_ROWS);
    var live = catalog.ask(N_LIVE_TUP);
    var counts = List.of(Fact.observed("dead rows", dead), Fact.observed("live rows", live));
    return Reading.both(
        dead,
        live,
        "",
        (some, others) -> new CatalogDeadRows(catalog.relation(), some, others, counts))
        .known()
        .stream();
  }

  Facts facts(Evidence evidence) {
    return new Facts()
        .facts(counts)
        .shown("size", evidence.about(catalog).ask(TableKeys.MAIN_BYTES));
  }
}
