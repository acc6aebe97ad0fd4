package org.vacuumadvisor.diagnosis.rule.horizon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.reading.TableKeys;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.workload.Confidence;

class XminHeldByTransactionTest {
  /// 1,000 rows: the threshold is 250 (50 + 0.2 × 1,000, the manual's formula).
  private static final TableGiven PAST_THRESHOLD = Given.table("orders").dead(300);

  private static final TableGiven PAST_THRESHOLD_TWICE = Given.table("orders").dead(600);

  private static final String IDLE = "idle in transaction";

  @Test
  void isSilentAboutTransactionsAtWork() {
    var statement = session("active", Duration.ofSeconds(20));
    var betweenTwoStatements = session(IDLE, Duration.ofSeconds(14));

    assertEquals(
        List.of(),
        examine(Given.server().with(PAST_THRESHOLD).with(statement).with(betweenTwoStatements)));
  }

  @Test
  void isSilentAboutAQueryOfAMinute() {
    assertEquals(
        List.of(),
        examine(
            Given.server().with(PAST_THRESHOLD).with(session("active", Duration.ofSeconds(90)))));
  }

  @Test
  void speaksOfATransactionThatKeptAVacuumFromRemovingRows() {
    var vacuumedSince =
        Given.table("orders").dead(300).vacuumed(Given.NOW.minus(Duration.ofSeconds(20)));

    var finding =
        examine(Given.server().with(vacuumedSince).with(session(IDLE, Duration.ofSeconds(60))))
            .getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(Confidence.HIGH, finding.confidence());
    assertEquals(
        "Session 42 (user shop, web) is idle in a transaction open for 1 min and keeps dead rows"
            + " from being removed in every table of database shop",
        finding.headline());
    assertTrue(
        finding.evidence().stream()
            .anyMatch(
                fact -> fact.label().equals("public.orders was vacuumed and kept dead rows")));
  }

  @Test
  void toleratesAMinuteOfIdlenessWhereRowsWait() {
    var within = Given.server().with(PAST_THRESHOLD).with(session(IDLE, Duration.ofMillis(59_999)));
    var beyond = Given.server().with(PAST_THRESHOLD).with(session(IDLE, Duration.ofSeconds(60)));

    assertEquals(List.of(), examine(within));
    assertEquals(Severity.WARNING, examine(beyond).getFirst().severity());
  }

  @Test
  void toleratesTenMinutesOfIdlenessWhereNothingWaits() {
    var within = Given.server().with(session(IDLE, Duration.ofSeconds(599)));
    var beyond = Given.server().with(session(IDLE, Duration.ofMinutes(10)));

    assertEquals(List.of(), examine(within));
    assertEquals(Severity.ADVICE, examine(beyond).getFirst().severity());
  }

  @Test
  void isCriticalOncePastTheAgeOfForcedFreezing() {
    var ancient =
        Holders.session("web", "active", Duration.ofDays(3), Duration.ZERO, true, 200_000_001);

    assertEquals(Severity.CRITICAL, examine(Given.server().with(ancient)).getFirst().severity());
  }

  /// Another client of a busy server is seen at each look, some transactions old.
  @Test
  void accusesNobodyWhoIsHiddenAndYoung() {
    assertEquals(List.of(), examine(Given.server().with(PAST_THRESHOLD_TWICE).with(hidden(3))));
  }

  @Test
  void saysLittleOfAnOldSessionThatIsHidden() {
    var finding = examine(Given.server().with(hidden(100_001))).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(Confidence.LOW, finding.confidence());
    assertTrue(String.valueOf(finding.surer()).contains("pg_monitor"));
  }

  @Test
  void doesNotAccuseASnapshotThatIsOnlyAsOldAsAPreparedTransaction() {
    assertEquals(
        List.of(),
        examine(
            Given.server()
                .with(PAST_THRESHOLD_TWICE)
                .with(Holders.prepared("gid", Duration.ZERO, 500_000))
                .with(hidden(500_000))));
  }

  @Test
  void isSilentOnAStandbyUnlessItsSessionsReachThePrimary() {
    var session = session(IDLE, Duration.ofHours(1));

    assertEquals(List.of(), examine(Given.server().asStandby().with(session)));
    assertEquals(
        1,
        examine(Given.server().asStandby().with(Setting.HOT_STANDBY_FEEDBACK, "on").with(session))
            .size());
  }

  /// At READ COMMITTED each statement of a reader takes a new snapshot: that the transaction is
  /// open for an hour says nothing of the one it has now.
  @Test
  void doesNotTakeAnOldTransactionOfShortStatementsForAnOldSnapshot() {
    var reader = Holders.reader("active", Duration.ofHours(1), Duration.ofMillis(3), 100_000);
    var dump = Holders.reader("active", Duration.ofHours(1), Duration.ofMillis(3), 100_001);

    assertEquals(List.of(), examine(Given.server().with(PAST_THRESHOLD).with(reader)));
    assertTrue(
        examine(Given.server().with(dump))
            .getFirst()
            .headline()
            .contains("is active in a transaction open for 1 h"));
  }

  @Test
  void speaksOfAStatementThatRunsForLong() {
    var query = Holders.reader("active", Duration.ofHours(1), Duration.ofMinutes(5), 5);

    var finding = examine(Given.server().with(PAST_THRESHOLD).with(query)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertTrue(finding.headline().contains("has run one statement for 5 min"));
  }

  /// Other vacuums ignore the snapshot of a worker, and of the session that looks nobody wants to
  /// hear.
  @Test
  void isSilentAboutWorkersAndTheAdvisorItself() {
    var open = Duration.ofHours(2);
    var worker = Holders.process(9, "autovacuum worker", "", open);
    var ours = Holders.client(10, "vacuum-advisor", "active", open, open);

    assertEquals(
        List.of(),
        examine(
            Given.server()
                .with(Holders.session(worker, false, 500_000))
                .with(Holders.session(ours, false, 500_000))));
  }

  @Test
  void leadsFromAWaiterToWhoeverBlocksIt() {
    var open = Duration.ofHours(2);
    var blocker = Holders.client(7, "migration", IDLE, open, open);
    var waiter = Holders.waiting(Holders.client(8, "web", "active", open, open), 7);

    var finding =
        examine(
                Given.server()
                    .with(blocker)
                    .with(waiter)
                    .with(Holders.session(waiter, true, 500_000)))
            .getFirst();

    assertEquals(new Remedy.EndBlocker(blocker, "session 8"), finding.remedies().getFirst());
  }

  /// The vacuum came while the transaction was open, and an analyze after it. 300 rows are dead,
  /// and 200 changed since: only 100 can have been there, fewer than the threshold of 250.
  @Test
  void isNotSureOfAVacuumWhenRowsMayHaveDiedAfterwards() {
    var soon = Given.NOW.minus(Duration.ofSeconds(20));
    var busy = Given.table("orders").dead(300).vacuumed(soon).analyzed(soon);

    assertEquals(Confidence.MEDIUM, confidence(busy.modifiedSinceAnalyze(200)));
    assertEquals(Confidence.MEDIUM, confidence(busy.modifiedSinceAnalyze(50)));
    assertEquals(Confidence.HIGH, confidence(busy.modifiedSinceAnalyze(49)));
    assertEquals(Confidence.MEDIUM, confidence(busy.without(TableKeys.N_MOD_SINCE_ANALYZE)));
  }

  private static Confidence confidence(TableGiven table) {
    var idle = session(IDLE, Duration.ofSeconds(60));
    return examine(Given.server().with(table).with(idle)).getFirst().confidence();
  }

  private static List<Finding> examine(Given given) {
    return new XminHeldByTransaction()
        .examine(given.evidence())
        .flatMap(each -> each instanceof Finding finding ? Stream.of(finding) : Stream.empty())
        .toList();
  }

  private static Session session(String state, Duration open) {
    return Holders.session("web", state, open, Duration.ZERO, true, 5);
  }

  private static Session hidden(long age) {
    return Holders.session(Holders.hidden(43, "shop"), false, age);
  }
}
