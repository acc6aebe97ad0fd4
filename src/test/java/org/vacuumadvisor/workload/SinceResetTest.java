package org.vacuumadvisor.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.vacuumadvisor.workload.Sample.NOON;
import static org.vacuumadvisor.workload.Sample.survey;
import static org.vacuumadvisor.workload.Sample.table;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.RelationKind;

/// Tables seen once: counters since the statistics were reset, the load of the table among them.
class SinceResetTest {
  private static final long MILLION = 1_000_000;

  @Test
  void isNeverHighlySure() {
    var seen = verdict(table(1).live(1000).written(0, 1000, 0).indexScans(90_000, 90_000));

    assertEquals(WorkloadClass.READ_HEAVY, seen.kind());
    assertEquals(Confidence.MEDIUM, seen.confidence());
  }

  @Test
  void callsALoadedTableInsertOnlyAndIsNotSure() {
    var seen = verdict(table(1).live(10 * MILLION).written(10 * MILLION, 0, 0));

    assertEquals(WorkloadClass.INSERT_ONLY, seen.kind());
    assertEquals(Confidence.LOW, seen.confidence());
    assertEquals("10 M rows inserted may be one load", seen.because().getLast());
  }

  @Test
  void callsATableIdleThatGotAFewRowsOnce() {
    assertEquals(
        WorkloadClass.IDLE, kind(table(1).live(200).written(200, 0, 0).sequentialScans(2, 200)));
  }

  @Test
  void isSurerOfATableThatGrewInSteps() {
    var seen = verdict(table(1).live(10 * MILLION).written(10 * MILLION, 0, 0).autoanalyzed(12));

    assertEquals(WorkloadClass.INSERT_ONLY, seen.kind());
    assertEquals(Confidence.MEDIUM, seen.confidence());
  }

  @Test
  void seesUpdatesBehindALoad() {
    assertEquals(
        WorkloadClass.TPC_C,
        kind(
            table(1)
                .live(10 * MILLION)
                .written(10 * MILLION, 5 * MILLION, 0)
                .indexScans(5 * MILLION, 5 * MILLION)));
  }

  @Test
  void seesAFewUpdatesBehindALargeLoad() {
    var seen =
        verdict(
            table(1)
                .live(10 * MILLION)
                .written(10 * MILLION, 50_000, 0)
                .indexScans(100_000, 100_000));

    assertEquals(WorkloadClass.TPC_C, seen.kind());
    assertEquals(Confidence.LOW, seen.confidence());
  }

  @Test
  void seesReadsBehindALoad() {
    assertEquals(
        WorkloadClass.READ_HEAVY,
        kind(table(1).live(10 * MILLION).written(10 * MILLION, 0, 0).indexScans(100_000, 100_000)));
  }

  @Test
  void doesNotTakeALoadForForeignKeyChecks() {
    var item = table(1).live(100_000).written(100_000, 0, 0).indexScans(500_000, 500_000);
    var stock = table(2).live(MILLION).written(MILLION, 0, 0).referring(item);
    var growing = stock.autoanalyzed(9);

    assertEquals(WorkloadClass.READ_HEAVY, item.in(Workloads.of(survey(NOON, item, stock))).kind());
    assertEquals(
        WorkloadClass.INSERT_ONLY, item.in(Workloads.of(survey(NOON, item, growing))).kind());
  }

  @Test
  void doesNotLetForeignKeyChecksHideChanges() {
    // bmsql_oorder: ten order lines look each order up, and it is updated when it is delivered.
    var order = table(1).live(60_000).written(60_000, 27_000, 0).indexScans(340_000, 340_000);
    var line = table(2).live(590_000).written(590_000, 260_000, 0).referring(order);

    assertEquals(WorkloadClass.TPC_C, order.in(Workloads.of(survey(NOON, order, line))).kind());
  }

  @Test
  void seesAQueueByTheLifeOfItsRows() {
    var queue =
        table(1).live(50).written(MILLION, MILLION, MILLION).indexScans(3 * MILLION, 3 * MILLION);
    var seen = aDayAfterReset(queue);

    assertEquals(WorkloadClass.QUEUE_CHURN, seen.kind());
    assertEquals(Confidence.MEDIUM, seen.confidence());
    assertTrue(seen.because().contains("a row lives 4.3 s"), seen.because()::toString);
  }

  @Test
  void seesAQueueThoughNobodyKnowsSinceWhen() {
    assertEquals(
        WorkloadClass.QUEUE_CHURN,
        kind(
            table(1)
                .live(50)
                .written(MILLION, MILLION, MILLION)
                .indexScans(3 * MILLION, 3 * MILLION)));
  }

  @Test
  void seesAPolledQueueThoughNobodyKnowsSinceWhen() {
    assertEquals(
        WorkloadClass.QUEUE_CHURN,
        kind(table(1).live(3).written(2000, 0, 2000).indexScans(90_000, 4000)));
  }

  @Test
  void takesRowsThatLiveForDaysForAHistoryWithRetention() {
    var history =
        table(1).live(50 * MILLION).written(60 * MILLION, 0, 10 * MILLION).indexScans(900, 900);

    assertEquals(WorkloadClass.INSERT_ONLY, aDayAfterReset(history).kind());
  }

  @Test
  void doesNotCallSessionsThatAreReadAllDayAQueue() {
    // A session lives for two hours and is looked up at each click.
    var sessions =
        table(1)
            .live(100_000)
            .written(1_200_000, 0, 1_150_000)
            .indexScans(60 * MILLION, 60 * MILLION);

    assertEquals(WorkloadClass.READ_HEAVY, aDayAfterReset(sessions).kind());
  }

  @Test
  void doesNotJudgeRightAfterAReset() {
    var seen = Workloads.of(survey(NOON, Reading.of(NOON.minusSeconds(2)), table(1).live(MILLION)));

    assertEquals(WorkloadClass.UNDETERMINED, seen.of(table(1).relation()).kind());
    assertEquals(WorkloadClass.UNDETERMINED, Sample.ofDatabase(seen).kind());
  }

  @Test
  void doesNotJudgeByFewOperationsShortlyAfterAReset() {
    var few = table(1).live(1000).written(10, 20, 0).indexScans(40, 40);
    var seen = Workloads.of(survey(NOON, Reading.of(NOON.minusSeconds(60)), few));

    assertEquals(WorkloadClass.UNDETERMINED, seen.of(few.relation()).kind());
  }

  @Test
  void callsATableIdleThatWasHardlyTouchedInADay() {
    assertEquals(WorkloadClass.IDLE, kind(table(1).live(20).written(20, 2, 0).indexScans(9, 9)));
  }

  @Test
  void doesNotCountTheRefreshOfAMaterializedViewAsWork() {
    var view = table(1).kind(RelationKind.MATERIALIZED_VIEW).live(MILLION);

    assertEquals(
        WorkloadClass.READ_HEAVY, kind(view.written(24 * MILLION, 0, 0).indexScans(5000, 5000)));
  }

  @Test
  void seesTheWorkOfADatabaseBehindItsLoads() {
    var loaded = table(1).live(100 * MILLION).written(100 * MILLION, 0, 0);
    var used = table(2).live(MILLION).written(MILLION, 0, 0).indexScans(2 * MILLION, 2 * MILLION);
    var seen = Sample.ofDatabase(Workloads.of(survey(NOON, loaded, used)));

    assertEquals(WorkloadClass.READ_HEAVY, seen.kind());
    assertEquals(
        List.of("100 % of 2.0 M operations are reads", "nothing was written"), seen.because());
  }

  @Test
  void callsADatabaseOfNothingButLoadsInsertOnlyAndIsNotSure() {
    var loaded = table(1).live(MILLION).written(MILLION, 0, 0).sequentialScans(1, MILLION);
    var seen = Sample.ofDatabase(Workloads.of(survey(NOON, loaded)));

    assertEquals(WorkloadClass.INSERT_ONLY, seen.kind());
    assertEquals(Confidence.LOW, seen.confidence());
  }

  private static WorkloadClass kind(Sample table) {
    return verdict(table).kind();
  }

  private static Workload verdict(Sample table) {
    return Workloads.of(survey(NOON, table)).of(table.relation());
  }

  private static Workload aDayAfterReset(Sample table) {
    var reset = Reading.of(NOON.minus(Duration.ofDays(1)));
    return Workloads.of(survey(NOON, reset, table)).of(table.relation());
  }
}
