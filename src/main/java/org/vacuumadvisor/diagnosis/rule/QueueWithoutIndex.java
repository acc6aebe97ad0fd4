package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CHOSEN;
import static org.vacuumadvisor.model.TableKeys.N_TUP_DEL;
import static org.vacuumadvisor.model.TableKeys.SEQ_SCAN;
import static org.vacuumadvisor.model.TableKeys.SEQ_TUP_READ;

import java.util.List;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.TableRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;
import org.vacuumadvisor.workload.WorkloadClass;

/// A queue whose consumers read all of it to find their next row: no index has the order in which
/// they take rows. Then each dead row costs every consumer, and no vacuum is fast enough.
final class QueueWithoutIndex extends TableRule {
  /// Rows read by sequential scans for each row deleted. A consumer that takes one row at a time by
  /// an index reads one.
  private static final long ROWS_FOR_ONE = 100;

  /// Sequential scans for each row deleted: fewer are those of people and of monitoring, which
  /// count a queue and take nothing.
  private static final double SCANS_FOR_ONE = 0.1;

  private static final long MIN_DELETED = 1_000;

  @Override
  public String id() {
    return "queue-without-index";
  }

  @Override
  protected boolean concerns(Relation relation, Evidence evidence) {
    return relation.kind() == RelationKind.TABLE
        && !relation.isSystem()
        && !evidence.survey().server().standby()
        && evidence.workload(relation).kind() == WorkloadClass.QUEUE_CHURN;
  }

  /// What was counted, between two surveys where enough happened there: an index that somebody has
  /// made since shows at once.
  ///
  /// @param inWindow whether it was counted between two surveys
  private record Counted(long deleted, long scans, long read, boolean inWindow) {

    boolean isTelling() {
      return deleted >= MIN_DELETED;
    }

    boolean isReadWhole() {
      return (double) scans >= SCANS_FOR_ONE * (double) deleted
          && rowsForOne() >= (double) ROWS_FOR_ONE;
    }

    double rowsForOne() {
      return (double) read / (double) deleted;
    }

    Source source(Key<?> key) {
      return inWindow ? new Source.Derived("between two surveys", List.of(key)) : key;
    }
  }

  @Override
  protected Verdict examine(TableEvidence table) {
    var ever =
        new Counted(table.need(N_TUP_DEL), table.need(SEQ_SCAN), table.need(SEQ_TUP_READ), false);
    var lately = table.before().map(before -> since(before, ever)).filter(Counted::isTelling);
    var counted = lately.orElse(ever);
    return counted.isTelling() && counted.isReadWhole() ? finding(counted, table) : clear(table);
  }

  private static Counted since(Relation before, Counted now) {
    return new Counted(
        now.deleted() - counter(N_TUP_DEL, before, now.deleted()),
        now.scans() - counter(SEQ_SCAN, before, now.scans()),
        now.read() - counter(SEQ_TUP_READ, before, now.read()),
        true);
  }

  /// A counter that was not shown in the earlier survey leaves a window in which nothing happened,
  /// which tells nothing.
  private static long counter(Key<Long> key, Relation before, long now) {
    return before.get(key).or(now);
  }

  private Finding finding(Counted counted, TableEvidence table) {
    var name = Names.of(table.relation(), table.all());
    var rows = Quantities.count(Math.round(counted.rowsForOne()));
    return Finding.of(
            id(),
            Severity.ADVICE,
            new Subject.OfRelation(table.relation()),
            "Consumers of the queue %s read %s rows for each one they delete".formatted(name, rows))
        .facts(
            List.of(
                Fact.observed(
                    "rows deleted", Reading.of(counted.deleted(), counted.source(N_TUP_DEL))),
                Fact.observed(
                    "sequential scans", Reading.of(counted.scans(), counted.source(SEQ_SCAN))),
                Fact.observed(
                    "rows read by sequential scans",
                    Reading.of(counted.read(), counted.source(SEQ_TUP_READ))),
                Fact.threshold(
                    "limit",
                    "%d rows read for each row deleted, by a scan for every ten"
                        .formatted(ROWS_FOR_ONE),
                    CHOSEN,
                    "a consumer with a fitting index reads one row to take one")))
        .because(
            "No index has the order in which consumers take rows, so each of them reads the whole"
                + " table, with the dead rows of those that were taken since the last vacuum. This"
                + " comes before any setting of autovacuum: with an index a consumer passes dead"
                + " rows once and marks them, without one it reads them every time.")
        .confidence(counted.inWindow() ? Confidence.HIGH : Confidence.MEDIUM)
        .remedies(
            List.of(
                new Remedy.Act(
                    "Look with EXPLAIN at the query by which consumers of %s pick their next row, and"
                            .formatted(name)
                        + " create an index on the columns of its ORDER BY, with its condition on"
                        + " the state as WHERE of the index, by CREATE INDEX CONCURRENTLY. FOR"
                        + " UPDATE SKIP LOCKED LIMIT keeps consumers out of each other's way.")))
        .build();
  }
}
