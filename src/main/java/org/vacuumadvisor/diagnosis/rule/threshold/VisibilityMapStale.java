package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.vacuumadvisor.evidence.TableFigures.AUTOVACUUM_STATE;
import static org.vacuumadvisor.evidence.TableFigures.DEAD_ROWS;
import static org.vacuumadvisor.evidence.TableFigures.HEAP_BYTES;
import static org.vacuumadvisor.evidence.TableFigures.THRESHOLDS;
import static org.vacuumadvisor.evidence.TableFigures.VISIBLE_SHARE;
import static org.vacuumadvisor.model.TableKeys.HEAP_FETCHES;
import static org.vacuumadvisor.model.TableKeys.IDX_SCAN;
import static org.vacuumadvisor.model.TableKeys.IDX_TUP_FETCH;
import static org.vacuumadvisor.model.TableKeys.INDEX_ONLY_ROWS;
import static org.vacuumadvisor.model.TableKeys.N_INS_SINCE_VACUUM;
import static org.vacuumadvisor.model.TableKeys.SEQ_SCAN;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.DeadRowTarget;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.TableRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.evidence.Truth;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Thresholds;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;
import org.vacuumadvisor.workload.WorkloadClass;

/// A table that is read through its indexes, and of which the visibility map knows little: what
/// could be answered by an index alone has to visit the table as well.
public final class VisibilityMapStale extends TableRule {
  private static final Share HARDLY_VISIBLE = new Share(0.5);

  /// Rows that an index scan fetches on average, from which on an index-only scan would spare many
  /// pages.
  private static final double MANY_ROWS_A_SCAN = 10;

  @Override
  protected boolean concerns(Relation relation, Evidence evidence) {
    return isTended(relation, evidence) && relation.kind() == RelationKind.TABLE;
  }

  @Override
  protected Verdict examine(TableEvidence table) {
    var visits = isLeftToPlan(table) ? ScanVisits.inVain(table) : Optional.<ScanVisits>empty();
    if (visits.isPresent()) {
      return byPlan(visits.get(), table);
    }
    var visible = table.need(VISIBLE_SHARE);
    if (visible.compareTo(HARDLY_VISIBLE) >= 0
        || !table.decide(TableFigures.isHeapAtLeast(InsertThresholdTooHigh.MIN_SIZE, table))) {
      return clear(table);
    }
    // one figure alone, where nobody showed what reads and changes the table
    if (table.ask(IDX_SCAN) instanceof Reading.Missing) {
      return info(table.relation())
          .headline("The visibility map knows only %s of %s", visible, Names.of(table))
          .explained("alone")
          .observed("share of all-visible pages", table.ask(VISIBLE_SHARE))
          .build();
    }
    if (!table.decide(
            Truth.any(
                () -> Truth.of(ScanVisits.INDEX_ONLY.areMany(table)), () -> isReadHeavy(table)))
        || table.decide(InsertThresholdTooHigh.isAppendOnly(table))
        || !table.need(AUTOVACUUM_STATE).isOn()) {
      return clear(table);
    }
    // past its threshold a table waits for a worker, or for what keeps its dead rows
    var thresholds = table.need(THRESHOLDS);
    double dead = (double) table.need(DEAD_ROWS);
    return dead > thresholds.vacuum() ? clear(table) : finding(thresholds, table);
  }

  /// Whether the counters that would tell more were not shown.
  private static boolean isLeftToPlan(TableEvidence table) {
    var visible = table.ask(VISIBLE_SHARE);
    return !visible.isKnown()
        || (visible.is(share -> share.compareTo(HARDLY_VISIBLE) < 0)
            && !table.ask(DEAD_ROWS).isKnown());
  }

  private static Truth isReadHeavy(TableEvidence table) {
    var workload = table.workload();
    if (workload.kind() == WorkloadClass.UNDETERMINED) {
      table.lack("what reads the table", Question.SAMPLE);
      return Truth.UNKNOWN;
    }
    return workload.kind() != WorkloadClass.READ_HEAVY || workload.confidence() == Confidence.LOW
        ? Truth.NO
        : Truth.of(
            table.need(IDX_SCAN) > table.need(SEQ_SCAN)
                // a scan that finds a single row saves a page at the most
                && (double) table.need(IDX_TUP_FETCH)
                    >= MANY_ROWS_A_SCAN * (double) table.need(IDX_SCAN)
                && !isDueForInserts(table));
  }

  /// After a load its vacuum comes by itself.
  private static boolean isDueForInserts(TableEvidence table) {
    var thresholds = table.need(THRESHOLDS);
    return thresholds.hasInsert() && thresholds.isPassedByInserted(table.need(N_INS_SINCE_VACUUM));
  }

  /// A plan proves what the counters, which nobody showed, would say.
  private Finding byPlan(ScanVisits visits, TableEvidence table) {
    boolean isMapStale = visits.areOfVisibility(table);
    return advice(table.relation())
        .headline(
            "%s had to visit %s %s for %s: %s",
            visits.scan(),
            Names.of(table),
            Quantities.counted(table.need(visits.visits()), "time"),
            Quantities.counted(table.need(visits.rows()), "row"),
            isMapStale ? "their pages are not all-visible" : visits.others())
        .explained("alone")
        .shown(table, List.of(visits.visits(), visits.rows()))
        .chosen(
            "many", visits.limit(), "a scan that saves less than half of its visits hardly pays")
        .remedies(
            Stream.<Remedy>of(new Remedy.VacuumNow(table.relation(), "ANALYZE"))
                .filter(_ -> visits.isCertain() && !isVacuumedInVain(table)))
        .asking(isMapStale ? List.of(Question.TABLES) : List.of(Question.TABLES, Question.HOLDERS))
        .build();
  }

  /// Whether a vacuum has come, and dead rows past the threshold are there all the same.
  private static boolean isVacuumedInVain(TableEvidence table) {
    return table.ask(TableFigures.LAST_VACUUMED).is(Optional::isPresent)
        && table
            .ask(DEAD_ROWS)
            .is(dead -> table.ask(THRESHOLDS).is(each -> each.isPassedByDead(dead)));
  }

  private Finding finding(Thresholds thresholds, TableEvidence table) {
    var relation = table.relation();
    boolean isFetched = relation.get(HEAP_FETCHES).isKnown();
    boolean isUnderstated =
        !isFetched && Feature.READS_SET_VISIBILITY_MAP.isIn(table.all().release());
    return found(isUnderstated ? Severity.INFO : Severity.ADVICE, relation)
        .headline(
            "The visibility map knows only %s of %s, which is read through its indexes",
            table.need(VISIBLE_SHARE), Names.of(relation, table.all()))
        .facts(facts(thresholds, table))
        .explained("read-by-index", HARDLY_VISIBLE, InsertThresholdTooHigh.MIN_SIZE)
        .confidence(isUnderstated ? Confidence.LOW : Confidence.MEDIUM)
        .toBeCertain(
            isFetched
                ? null
                : (isUnderstated
                        ? "From 19 on queries mark the pages that they read, and relallvisible does"
                            + " not count that: pg_visibility_map_summary() tells the truth. "
                        : "")
                    + "EXPLAIN (ANALYZE, BUFFERS) of a frequent query: 'Heap Fetches' near the"
                    + " number of rows is the price.")
        .remedies(Stream.of(new Remedy.VacuumNow(relation)).filter(_ -> !isUnderstated))
        .remedies(
            DeadRowTarget.below(thresholds.vacuum(), relation, table.all()).stream()
                .filter(_ -> !isUnderstated))
        .build();
  }

  private static Facts facts(Thresholds thresholds, TableEvidence table) {
    var invisible =
        Reading.both(
            table.ask(HEAP_BYTES),
            table.ask(VISIBLE_SHARE),
            "the part that is not all-visible",
            (heap, share) ->
                new Bytes(Math.round((double) heap.count() * share.rest().fraction())));
    return new Facts()
        .shown("pages that an index-only scan has to visit, at most", invisible)
        .observed("share of all-visible pages", table.ask(VISIBLE_SHARE))
        .shown(table, List.of(HEAP_FETCHES, INDEX_ONLY_ROWS, IDX_SCAN, IDX_TUP_FETCH))
        .observed("dead rows", table.ask(DEAD_ROWS))
        .engine("vacuum threshold", (double) thresholds.vacuum(), "relation_needs_vacanalyze()");
  }
}
