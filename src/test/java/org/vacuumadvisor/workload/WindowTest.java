package org.vacuumadvisor.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.vacuumadvisor.workload.Sample.NOON;
import static org.vacuumadvisor.workload.Sample.survey;
import static org.vacuumadvisor.workload.Sample.table;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.RelationKind;

/// Tables seen twice, a minute apart. The samples are what the documented behaviour of the counters
/// gives for work that is known: an UPDATE by key counts one index scan and one row, and so on.
class WindowTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void callsLookupsByKeyReads() {
    var seen = verdict(table(1).live(1000).written(0, 1000, 0).indexScans(10_000, 10_000));

    assertEquals(WorkloadClass.READ_HEAVY, seen.kind());
    assertEquals(Confidence.HIGH, seen.confidence());
    assertEquals(
        List.of("90 % of 10 k operations are reads", "1.0 k rows written"), seen.because());
  }

  @Test
  void takesTheLookupsOfUpdatesOff() {
    // Half updates by key, half reads by key: three scans in four operations, two of them for
    // reads.
    assertEquals(
        WorkloadClass.TPC_C, kind(table(1).live(1000).written(0, 1000, 0).indexScans(2000, 2000)));
  }

  @Test
  void callsThreeQuartersOfReadsReadHeavy() {
    assertEquals(
        WorkloadClass.READ_HEAVY,
        kind(table(1).live(1000).written(0, 1000, 0).indexScans(4000, 4000)));
    assertEquals(
        WorkloadClass.TPC_C, kind(table(1).live(1000).written(0, 1000, 0).indexScans(3800, 3800)));
  }

  @Test
  void callsATableThatIsOnlyReadReadHeavy() {
    assertEquals(WorkloadClass.READ_HEAVY, kind(table(1).live(100).indexScans(5000, 5000)));
  }

  @Test
  void countsSequentialScansOfASmallTableAsReads() {
    assertEquals(WorkloadClass.READ_HEAVY, kind(table(1).live(20).sequentialScans(5000, 100_000)));
  }

  @Test
  void countsOneScanOfEverythingAsOneRead() {
    assertEquals(
        WorkloadClass.INSERT_ONLY,
        kind(table(1).live(10_000_000).written(5000, 0, 0).sequentialScans(3, 30_000_000)));
  }

  @Test
  void takesSequentialScansOfUpdatesOff() {
    // pgbench_branches: so small that its updates scan it.
    assertEquals(
        WorkloadClass.TPC_C,
        kind(table(1).live(10).written(0, 20_000, 0).sequentialScans(20_000, 200_000)));
  }

  @Test
  void takesForeignKeyChecksOff() {
    var parent = table(1).live(10_000).written(500, 500, 0).indexScans(5500, 5500);
    var child = table(2).live(100_000).written(5000, 0, 0).referring(parent);

    assertEquals(WorkloadClass.READ_HEAVY, kind(parent));
    assertEquals(WorkloadClass.TPC_C, parent.in(window(parent, child)).kind());
  }

  @Test
  void takesChecksForRowsThatPointAtDeletedOnesOff() {
    var parent = table(1).live(10_000).written(2000, 0, 2000).indexScans(2000, 2000);
    var child = table(2).live(500).written(500, 0, 0).indexScans(2000, 0).referring(parent);

    assertEquals(WorkloadClass.INSERT_ONLY, child.in(window(parent, child)).kind());
  }

  @Test
  void takesTheLooksOfUpsertsOff() {
    // Every INSERT … ON CONFLICT looks for the row and finds none.
    assertEquals(
        WorkloadClass.INSERT_ONLY,
        kind(table(1).live(100_000).written(3000, 0, 0).indexScans(3000, 0)));
  }

  @Test
  void callsUpsertsThatFindTheirRowUpdates() {
    assertEquals(
        WorkloadClass.TPC_C, kind(table(1).live(100).written(10, 3000, 0).indexScans(3010, 3000)));
  }

  @Test
  void seesAQueueWithoutIndex() {
    // The published iteration: one insert, one update, one delete; three scans.
    var seen =
        verdict(
            table(1).live(16).written(90_000, 90_000, 90_000).sequentialScans(270_000, 9_000_000));

    assertEquals(WorkloadClass.QUEUE_CHURN, seen.kind());
    assertEquals(Confidence.HIGH, seen.confidence());
    assertEquals("90 k rows inserted, 90 k deleted", seen.because().getFirst());
  }

  @Test
  void seesAQueueThatIsPolledMoreThanUsed() {
    assertEquals(
        WorkloadClass.QUEUE_CHURN,
        kind(table(1).live(2).written(120, 120, 120).indexScans(9000, 360)));
  }

  @Test
  void seesAQueueWithABacklog() {
    // bmsql_new_order: tens of thousands wait, as many come as go.
    assertEquals(
        WorkloadClass.QUEUE_CHURN,
        kind(table(1).live(90_000).written(13_000, 0, 12_000).indexScans(24_000, 24_000)));
  }

  @Test
  void seesAQueueBeingDrained() {
    var seen = verdict(table(1).live(50_000).written(0, 0, 20_000).indexScans(40_000, 40_000));

    assertEquals(WorkloadClass.QUEUE_CHURN, seen.kind());
    assertEquals(Confidence.LOW, seen.confidence());
  }

  @Test
  void seesAQueueThatIsTruncated() {
    var seen = change(table(1).live(100), table(1).live(120).written(50_000, 0, 0));

    assertEquals(WorkloadClass.QUEUE_CHURN, seen.kind());
    assertEquals(
        "50 k rows inserted, 50 k of them gone without a DELETE", seen.because().getFirst());
  }

  @Test
  void seesAHistory() {
    var seen = verdict(table(1).live(1_000_000).written(50_000, 0, 0));

    assertEquals(WorkloadClass.INSERT_ONLY, seen.kind());
    assertEquals(Confidence.HIGH, seen.confidence());
    assertEquals(
        List.of("100 % of 50 k rows written are inserts", "0 updated, 0 deleted"), seen.because());
  }

  @Test
  void seesAHistoryWhoseOldRowsAreDeletedInBulk() {
    assertEquals(
        WorkloadClass.INSERT_ONLY,
        kind(table(1).live(10_000_000).written(50_000, 0, 200_000).indexScans(2, 200_000)));
  }

  @Test
  void doesNotJudgeByACleanUpAlone() {
    assertEquals(
        WorkloadClass.UNDETERMINED,
        kind(table(1).live(10_000_000).written(0, 0, 200_000).sequentialScans(1, 10_000_000)));
  }

  @Test
  void seesRowsUpdatedInPlace() {
    var seen = verdict(table(1).live(100_000).written(0, 30_000, 0).indexScans(60_000, 60_000));

    assertEquals(WorkloadClass.TPC_C, seen.kind());
    assertEquals(Confidence.HIGH, seen.confidence());
    assertEquals(
        List.of("100 % of 30 k rows written are updates", "50 % of operations are reads"),
        seen.because());
  }

  @Test
  void seesRowsThatAreInsertedAndUpdatedOnceLater() {
    // bmsql_order_line: every line is delivered once; one scan finds the ten of an order.
    assertEquals(
        WorkloadClass.TPC_C,
        kind(table(1).live(3_000_000).written(45_000, 40_000, 0).indexScans(8500, 85_000)));
  }

  @Test
  void letsTheTablesAroundDecideWhereOneIsCloseToTheBar() {
    // bmsql_stock: each update follows a SELECT … FOR UPDATE, and the stock level reads the rest.
    var stock = table(1).live(10_000).written(0, 1000, 0).indexScans(4050, 4050);
    var lines = table(2).live(30_000).written(5000, 4000, 0).indexScans(400, 4000);
    var reviews = table(2).live(30_000).indexScans(90_000, 90_000);

    assertEquals(WorkloadClass.READ_HEAVY, stock.in(window(stock)).kind());
    assertEquals(WorkloadClass.READ_HEAVY, stock.in(window(stock, reviews)).kind());
    assertEquals(WorkloadClass.TPC_C, stock.in(window(stock, lines)).kind());
    assertEquals(Confidence.MEDIUM, stock.in(window(stock, lines)).confidence());
  }

  @Test
  void knowsTheTablesAroundByForeignKeys() {
    var stock = table(1).live(10_000).written(0, 1000, 0).indexScans(4050, 4050);
    var session = table(2).live(2000).written(0, 1000, 0).indexScans(4000, 4000);
    var shipped = table(3).live(30_000).written(0, 9000, 0).referring(stock);
    var seen = window(stock, session, shipped);

    assertEquals(WorkloadClass.TPC_C, stock.in(seen).kind());
    assertEquals(WorkloadClass.READ_HEAVY, session.in(seen).kind());
  }

  @Test
  void callsATableIdleThatNothingHappensTo() {
    assertEquals(WorkloadClass.IDLE, kind(table(1).live(100).indexScans(12, 12)));
    assertEquals(Confidence.MEDIUM, verdict(table(1).live(100)).confidence());
  }

  @Test
  void doesNotJudgeByFewOperations() {
    var seen = verdict(table(1).live(100).written(20, 5, 0).indexScans(60, 60));

    assertEquals(WorkloadClass.UNDETERMINED, seen.kind());
    assertEquals(List.of("only 25 rows written and 55 read operations in 1 min"), seen.because());
  }

  @Test
  void doesNotCallATableIdleAfterASecond() {
    var seen = change(Duration.ofSeconds(1), table(1), table(1));

    assertEquals(WorkloadClass.UNDETERMINED, seen.kind());
  }

  @Test
  void isNotHighlySureAfterAFewSeconds() {
    var busy = table(1).live(100).indexScans(50_000, 50_000);

    assertEquals(
        Confidence.MEDIUM, change(Duration.ofSeconds(8), table(1).live(100), busy).confidence());
  }

  @Test
  void doesNotJudgeByCountersThatFell() {
    var seen =
        change(table(1).live(100).written(50_000, 0, 0), table(1).live(100).written(900, 0, 0));

    assertEquals(WorkloadClass.UNDETERMINED, seen.kind());
    assertEquals(List.of("its counters were reset in the window"), seen.because());
    assertEquals(Activity.NONE, seen.rates().activity());
  }

  @Test
  void judgesATableMadeInTheWindowByAllThatHappenedToIt() {
    var made = table(2).live(10).written(40_000, 0, 39_990).indexScans(80_000, 40_000);
    var older = survey(NOON, table(1));
    var newer = survey(NOON.plus(MINUTE), table(1), made);
    var seen = made.in(Workloads.between(older, newer));

    assertEquals(WorkloadClass.QUEUE_CHURN, seen.kind());
    assertEquals(made.activity(), seen.rates().activity());
  }

  @Test
  void doesNotSpeakOfDroppedTables() {
    var older = survey(NOON, table(1), table(2));
    var newer = survey(NOON.plus(MINUTE), table(1));

    assertEquals(
        List.of(table(1).key()), List.copyOf(Workloads.between(older, newer).tables().keySet()));
  }

  @Test
  void sumsPartitionsUp() {
    var top = table(1).kind(RelationKind.PARTITIONED_TABLE);
    var middle = table(2).kind(RelationKind.PARTITIONED_TABLE).partOf(top);
    var first = table(3).partOf(middle).live(1_000_000).written(30, 0, 0);
    var second = table(4).partOf(top).live(1000).written(50_000, 0, 0);
    var seen = window(top, middle, first, second);

    assertEquals(WorkloadClass.INSERT_ONLY, top.in(seen).kind());
    assertEquals(50_030, top.in(seen).rates().activity().inserted());
    assertEquals(WorkloadClass.UNDETERMINED, middle.in(seen).kind());
    assertEquals(50_030, Sample.ofDatabase(seen).rates().activity().inserted());
  }

  @Test
  void endsWherePartitionsGoInCircles() {
    var one = table(1).kind(RelationKind.PARTITIONED_TABLE);
    var other = table(2).kind(RelationKind.PARTITIONED_TABLE).partOf(one);
    var leaf = table(3).partOf(other).live(10).indexScans(900, 900);
    var seen = window(one.partOf(other), other, leaf);

    assertEquals(WorkloadClass.READ_HEAVY, one.in(seen).kind());
  }

  @Test
  void leavesToastTablesAndCatalogsOut() {
    var toast = table(1).kind(RelationKind.TOAST).written(9000, 0, 9000);
    var catalog = Sample.withOid(1259).written(9000, 9000, 9000);
    var seen = window(toast, catalog);

    assertTrue(seen.tables().isEmpty());
    assertEquals(WorkloadClass.IDLE, Sample.ofDatabase(seen).kind());
  }

  private static WorkloadClass kind(Sample after) {
    return verdict(after).kind();
  }

  private static Workload verdict(Sample after) {
    return change(after.counted(Activity.NONE), after);
  }

  private static Workload change(Sample before, Sample after) {
    return change(MINUTE, before, after);
  }

  private static Workload change(Duration window, Sample before, Sample after) {
    return Workloads.between(survey(NOON, before), survey(NOON.plus(window), after))
        .of(after.relation());
  }

  /// A minute in which the counters went from zero to these, and the live rows stayed.
  private static Workloads window(Sample... after) {
    var before = new Sample[after.length];
    for (int at = 0; at < after.length; at++) {
      before[at] = after[at].counted(Activity.NONE);
    }
    return Workloads.between(survey(NOON, before), survey(NOON.plus(MINUTE), after));
  }
}
