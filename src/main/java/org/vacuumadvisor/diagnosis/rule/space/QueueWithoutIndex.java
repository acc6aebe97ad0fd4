package org.vacuumadvisor.diagnosis.rule.space;

import static org.vacuumadvisor.model.TableKeys.IDX_SCAN;
import static org.vacuumadvisor.model.TableKeys.N_DEAD_TUP;
import static org.vacuumadvisor.model.TableKeys.N_TUP_DEL;
import static org.vacuumadvisor.model.TableKeys.N_TUP_UPD;
import static org.vacuumadvisor.model.TableKeys.SEQ_SCAN;
import static org.vacuumadvisor.model.TableKeys.SEQ_TUP_READ;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.TableRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.Truth;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.workload.Confidence;
import org.vacuumadvisor.workload.WorkloadClass;

/// A queue whose consumers pass all of it to find their next row, because no index leads them
/// there. Then each dead row costs every consumer, and no vacuum is fast enough.
///
/// An index on a part of the table leads to what is open: where it is there, the planner reads a
/// short table whole by choice.
///
/// `seq_tup_read` counts the rows that a scan could see. The dead ones that it passed on the way
/// are not counted anywhere: as many are assumed as the surveys show.
public final class QueueWithoutIndex extends TableRule {
  /// Rows passed by sequential scans for each row deleted. A consumer that takes one row at a time
  /// by an index reads one.
  private static final double ROWS_FOR_ONE = 100;

  /// Sequential scans for each row deleted: fewer are those of people and of monitoring, which
  /// count a queue and take nothing.
  private static final double SCANS_FOR_ONE = 0.1;

  private static final long MIN_DELETED = 1_000;

  /// Rows passed in a second from which it is more than advice: about a tenth of what one processor
  /// core can pass.
  private static final double HEAVY_ROWS_PER_SECOND = 1_000_000;

  /// Rows passed in a second below which nobody notices: about a hundredth of one core.
  private static final double LIGHT_ROWS_PER_SECOND = 100_000;

  @Override
  protected boolean concerns(Relation relation, Evidence evidence) {
    return isTended(relation, evidence)
        && relation.kind() == RelationKind.TABLE
        && relation.indexes().stream().noneMatch(each -> each.partial().is(isSo -> isSo))
        && evidence.workload(relation).kind() == WorkloadClass.QUEUE_CHURN;
  }

  /// What was counted, between two surveys where enough happened there: an index that somebody has
  /// made since shows at once.
  ///
  /// @param dead rows that a scan passed beside those it read
  /// @param window between two surveys; empty for the sums since the counters were reset
  private record Counted(
      long deleted, long scans, long read, double dead, Optional<Duration> window) {

    boolean isTelling() {
      return deleted >= MIN_DELETED;
    }

    boolean isPassedWhole() {
      return scansForOne() >= SCANS_FOR_ONE && rowsForOne() >= ROWS_FOR_ONE;
    }

    double scansForOne() {
      return (double) scans / (double) deleted;
    }

    double rowsForOne() {
      return (double) read / (double) deleted + scansForOne() * dead;
    }

    Severity severity() {
      double seconds = (double) window.map(Duration::toMillis).orElse(0L) / 1_000;
      double passed = rowsForOne() * (double) deleted;
      return window.isEmpty() || seconds == 0
          ? Severity.ADVICE
          : passed >= HEAVY_ROWS_PER_SECOND * seconds
              ? Severity.WARNING
              : passed >= LIGHT_ROWS_PER_SECOND * seconds ? Severity.ADVICE : Severity.INFO;
    }

    Source source(Key<?> key) {
      return window.isPresent() ? new Source.Derived("between two surveys", List.of(key)) : key;
    }
  }

  @Override
  protected Verdict examine(TableEvidence table) {
    var ever =
        new Counted(
            table.need(N_TUP_DEL),
            table.need(SEQ_SCAN),
            table.need(SEQ_TUP_READ),
            dead(table),
            Optional.empty());
    var lately =
        table
            .before()
            .flatMap(before -> table.window().map(window -> since(before, ever, window)))
            .filter(Counted::isTelling);
    var counted = lately.orElse(ever);
    if (counted.isTelling() && counted.isPassedWhole() && table.decide(isOfNow(counted, table))) {
      return finding(counted, table);
    }
    if (counted.isTelling() && counted.scansForOne() >= SCANS_FOR_ONE) {
      table.need(N_DEAD_TUP);
    }
    return clear(table);
  }

  /// Whether consumers scan it now. Where sums tell of more lookups by an index than updates and
  /// deletes by a key make, an index leads to the next row, and the scans may be those of the time
  /// when the table was empty.
  private static Truth isOfNow(Counted counted, TableEvidence table) {
    long byKey = counted.deleted() + table.relation().get(N_TUP_UPD).or(0L);
    boolean mayBeOver =
        counted.window().isEmpty()
            && table.ask(IDX_SCAN).is(byIndex -> byIndex - byKey > counted.scans() / 2);
    if (mayBeOver) {
      table.lack("whether consumers still scan it", Question.SAMPLE);
    }
    return mayBeOver ? Truth.UNKNOWN : Truth.YES;
  }

  /// The dead rows that a scan passes: the mean of the surveys that show them. None shown leaves
  /// the rows read as the least that was passed.
  private static double dead(TableEvidence table) {
    return Stream.concat(
            table.ask(N_DEAD_TUP).known().stream(),
            table.before().stream().flatMap(each -> each.get(N_DEAD_TUP).known().stream()))
        .mapToLong(Long::longValue)
        .average()
        .orElse(0);
  }

  private static Counted since(Relation before, Counted now, Duration window) {
    return new Counted(
        now.deleted() - counter(N_TUP_DEL, before, now.deleted()),
        now.scans() - counter(SEQ_SCAN, before, now.scans()),
        now.read() - counter(SEQ_TUP_READ, before, now.read()),
        now.dead(),
        Optional.of(window));
  }

  /// A counter that was not shown in the earlier survey leaves a window in which nothing happened,
  /// which tells nothing.
  private static long counter(Key<Long> key, Relation before, long now) {
    return before.get(key).or(now);
  }

  private Finding finding(Counted counted, TableEvidence table) {
    var name = Names.of(table);
    var facts =
        new Facts()
            .observed("rows deleted", counted.deleted(), counted.source(N_TUP_DEL))
            .observed("sequential scans", counted.scans(), counted.source(SEQ_SCAN))
            .observed("rows read by sequential scans", counted.read(), counted.source(SEQ_TUP_READ))
            .observed(
                "dead rows that a scan passes as well",
                Optional.of(counted.dead()).filter(each -> each >= 1).map(Math::round),
                N_DEAD_TUP);
    return found(counted.severity(), table.relation())
        .headline(
            "Consumers of the queue %s pass %s rows, dead ones among them, to take one",
            name, Math.round(counted.rowsForOne()))
        .facts(facts)
        .explained(
            table.relation().indexes().isEmpty() ? "no-index" : "other-order", name, ROWS_FOR_ONE)
        .confidence(counted.window().isPresent() ? Confidence.HIGH : Confidence.MEDIUM)
        .build();
  }
}
