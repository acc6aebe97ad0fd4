package org.vacuumadvisor.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.vacuumadvisor.workload.Sample.NOON;
import static org.vacuumadvisor.workload.Sample.survey;
import static org.vacuumadvisor.workload.Sample.table;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Setting;

/// Databases seen twice, a minute apart. What the published scripts do per transaction gives the
/// counters.
class DatabaseTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void callsThePgbenchDefaultScriptTpcC() {
    long transactions = 30_000;
    var seen = window(pgbench(transactions, transactions, transactions));

    assertEquals(WorkloadClass.TPC_C, verdict(seen).kind());
    assertEquals(Confidence.HIGH, verdict(seen).confidence());
    assertEquals(
        "75 % of 120 k rows written are in TPC-C-like (update-heavy) tables",
        verdict(seen).because().getFirst());
    assertEquals(WorkloadClass.INSERT_ONLY, kind(seen, table(4)));
  }

  @Test
  void callsPgbenchSimpleUpdateTpcC() {
    assertEquals(WorkloadClass.TPC_C, verdict(window(pgbench(30_000, 0, 30_000))).kind());
  }

  @Test
  void callsPgbenchSelectOnlyReadHeavy() {
    var accounts = table(1).live(100_000).indexScans(500_000, 500_000);

    assertEquals(
        WorkloadClass.READ_HEAVY, verdict(window(accounts, table(2), table(3), table(4))).kind());
  }

  @Test
  void callsBenchmarkSqlTpcC() {
    var seen = window(Tpcc.transactions(20_000).toArray(Sample[]::new));

    assertEquals(WorkloadClass.TPC_C, verdict(seen).kind());
    assertEquals(
        Map.of(
            "warehouse", WorkloadClass.TPC_C,
            "district", WorkloadClass.TPC_C,
            "customer", WorkloadClass.TPC_C,
            "history", WorkloadClass.INSERT_ONLY,
            "new_order", WorkloadClass.QUEUE_CHURN,
            "oorder", WorkloadClass.TPC_C,
            "order_line", WorkloadClass.TPC_C,
            "stock", WorkloadClass.TPC_C,
            "item", WorkloadClass.READ_HEAVY),
        Tpcc.named(seen));
  }

  @Test
  void callsADatabaseOfOneQueueQueueChurn() {
    var queue = table(1).live(10).written(20_000, 20_000, 20_000).indexScans(60_000, 60_000);
    var workers = table(2).live(10).indexScans(500, 500);

    assertEquals(WorkloadClass.QUEUE_CHURN, verdict(window(queue, workers)).kind());
  }

  @Test
  void doesNotTakeTheQuestionsOfIdleWorkersForReads() {
    var queue = table(1).live(2).written(200, 200, 200).indexScans(90_000, 600);

    assertEquals(WorkloadClass.QUEUE_CHURN, verdict(window(queue)).kind());
  }

  @Test
  void callsAQueueWithItsArchiveQueueChurn() {
    var queue = table(1).live(10).written(20_000, 20_000, 20_000).indexScans(60_000, 60_000);
    var archive = table(2).live(500_000).written(20_000, 0, 0);

    assertEquals(WorkloadClass.QUEUE_CHURN, verdict(window(queue, archive)).kind());
  }

  @Test
  void callsAQueueOfSeveralTablesQueueChurn() {
    // A job is kept and marked as done; that it is ready, and that it is claimed, are rows that go.
    var jobs = table(1).live(90_000).written(20_000, 20_000, 0).indexScans(60_000, 60_000);
    var ready = table(2).live(10).written(20_000, 0, 20_000).indexScans(40_000, 20_000);
    var claimed = table(3).live(10).written(20_000, 0, 20_000).indexScans(20_000, 20_000);

    assertEquals(WorkloadClass.QUEUE_CHURN, verdict(window(jobs, ready, claimed)).kind());
  }

  @Test
  void callsADatabaseOfHistoriesInsertOnly() {
    var events = table(1).live(1_000_000).written(50_000, 0, 0);
    var lookup = table(2).live(50).sequentialScans(300, 15_000);

    assertEquals(WorkloadClass.INSERT_ONLY, verdict(window(events, lookup)).kind());
  }

  @Test
  void callsTheNormReadHeavyThoughItHasAQueue() {
    var articles = table(1).live(10_000).written(100, 900, 0).indexScans(90_000, 90_000);
    var mails = table(2).live(3).written(1000, 0, 1000).indexScans(2000, 2000);

    assertEquals(WorkloadClass.READ_HEAVY, verdict(window(articles, mails)).kind());
  }

  @Test
  void callsADatabaseWithoutTablesIdle() {
    assertEquals(WorkloadClass.IDLE, verdict(window()).kind());
  }

  @Test
  void doesNotJudgeADatabaseThatWasNotVisited() {
    var unseen = Sample.database(Reading.missing(Reading.Why.NOT_APPLICABLE), false);
    var seen = Workloads.of(with(survey(NOON), unseen));

    assertEquals(WorkloadClass.UNDETERMINED, verdict(seen).kind());
    assertEquals(List.of("its tables were not read"), verdict(seen).because());
  }

  @Test
  void doesNotJudgeAcrossAReset() {
    // After the reset it counted more than before, so no counter fell.
    var before = table(1).live(10).written(5, 0, 0);
    var after = table(1).live(10).written(9000, 0, 0);
    var seen =
        Workloads.between(
            survey(NOON, before),
            survey(NOON.plus(MINUTE), Reading.of(NOON.plusSeconds(20)), after));

    assertEquals(WorkloadClass.UNDETERMINED, verdict(seen).kind());
    assertEquals(WorkloadClass.UNDETERMINED, kind(seen, after));
  }

  @Test
  void doesNotJudgeAStandby() {
    var primary = survey(NOON, table(1).live(10).indexScans(9000, 9000));
    var standby =
        new Survey(
            Sample.server(true),
            primary.takenAt(),
            primary.settings(),
            primary.databases(),
            primary.relations(),
            primary.horizonHolders(),
            primary.machinery(),
            primary.coverage());

    assertEquals(WorkloadClass.READ_HEAVY, verdict(Workloads.of(primary)).kind());
    assertEquals(WorkloadClass.UNDETERMINED, verdict(Workloads.of(standby)).kind());
  }

  @Test
  void doesNotCallAServerIdleThatDoesNotCount() {
    var counting = survey(NOON, table(1));
    var blind =
        new Survey(
            counting.server(),
            counting.takenAt(),
            counting.settings().with(Setting.TRACK_COUNTS, "off"),
            counting.databases(),
            counting.relations(),
            counting.horizonHolders(),
            counting.machinery(),
            counting.coverage());

    assertEquals(WorkloadClass.IDLE, verdict(Workloads.of(counting)).kind());
    assertEquals(WorkloadClass.UNDETERMINED, verdict(Workloads.of(blind)).kind());
  }

  /// pgbench_accounts, _branches, _tellers, _history at scale 1: an UPDATE and a SELECT by key of
  /// an account; branch and teller are so few that they are found by sequential scans.
  private static Sample[] pgbench(long accounts, long others, long history) {
    return new Sample[] {
      table(1).live(100_000).written(0, accounts, 0).indexScans(2 * accounts, 2 * accounts),
      table(2).live(1).written(0, others, 0).sequentialScans(others, others),
      table(3).live(10).written(0, others, 0).sequentialScans(others, 10 * others),
      table(4).live(50_000).written(history, 0, 0)
    };
  }

  private static Workload verdict(Workloads seen) {
    return Sample.ofDatabase(seen);
  }

  private static WorkloadClass kind(Workloads seen, Sample table) {
    return seen.of(table.relation()).kind();
  }

  private static Survey with(Survey survey, Database database) {
    return new Survey(
        survey.server(),
        survey.takenAt(),
        survey.settings(),
        List.of(database),
        survey.relations(),
        survey.horizonHolders(),
        survey.machinery(),
        survey.coverage());
  }

  private static Workloads window(Sample... after) {
    var before = Stream.of(after).map(each -> each.counted(Activity.NONE)).toArray(Sample[]::new);
    return Workloads.between(survey(NOON, before), survey(NOON.plus(MINUTE), after));
  }
}
