package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Confidence;

class XminHeldByTransactionTest {
  /// 1,000 rows: the threshold is 250 (50 + 0.2 × 1,000, the manual's formula).
  private static final TableGiven PAST_THRESHOLD = Given.table("orders").dead(300);

  private static final TableGiven PAST_THRESHOLD_TWICE = Given.table("orders").dead(600);

  @Test
  void isSilentAboutTransactionsAtWork() {
    var statement = session("active", Duration.ofSeconds(20));
    var betweenTwoStatements = session("idle in transaction", Duration.ofSeconds(2));

    assertEquals(
        List.of(),
        examine(Given.server().with(PAST_THRESHOLD).with(statement).with(betweenTwoStatements)));
  }

  @Test
  void speaksOfATransactionThatVacuumRanIntoInVain() {
    var vacuumedSince =
        Given.table("orders").dead(300).vacuumed(Given.NOW.minus(Duration.ofSeconds(20)));

    var finding =
        examine(
                Given.server()
                    .with(vacuumedSince)
                    .with(session("idle in transaction", Duration.ofSeconds(30))))
            .getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(Confidence.HIGH, finding.confidence());
    assertEquals(
        "Session 42 (user shop, web) sits idle in a transaction open for 30 s and keeps dead rows "
            + "from being removed in every table of database shop",
        finding.headline());
    assertTrue(
        finding.evidence().stream()
            .anyMatch(fact -> fact.label().equals("public.orders was vacuumed in vain")));
  }

  @Test
  void toleratesTenSecondsOfIdlenessAndNoMore() {
    var within = Given.server().with(session("idle in transaction", Duration.ofMillis(9_999)));
    var beyond = Given.server().with(session("idle in transaction", Duration.ofSeconds(10)));

    assertEquals(List.of(), examine(within));
    assertEquals(Severity.ADVICE, examine(beyond).getFirst().severity());
  }

  @Test
  void isCriticalOncePastTheAgeOfForcedFreezing() {
    var ancient = session("active", Duration.ofDays(3), new XidAge(200_000_001));

    assertEquals(Severity.CRITICAL, examine(Given.server().with(ancient)).getFirst().severity());
  }

  @Test
  void saysLittleWhereItMayNotSeeSinceWhen() {
    var finding = examine(Given.server().with(PAST_THRESHOLD_TWICE).with(hidden(3))).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(Confidence.LOW, finding.confidence());
    assertTrue(String.valueOf(finding.surer()).contains("pg_monitor"));
  }

  @Test
  void doesNotAccuseASnapshotThatIsOnlyAsOldAsAPreparedTransaction() {
    var prepared =
        new HorizonHolder.PreparedTransaction(
            "gid", "shop", Given.shop(), Reading.of(Given.NOW), new XidAge(500_000));
    var reader = hidden(500_000);

    assertEquals(
        List.of(), examine(Given.server().with(PAST_THRESHOLD_TWICE).with(prepared).with(reader)));
  }

  @Test
  void isSilentOnAStandbyUnlessItsSessionsReachThePrimary() {
    var session = session("idle in transaction", Duration.ofHours(1));

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
            .contains("works in a transaction open for 1 h"));
  }

  @Test
  void speaksOfAStatementThatRunsForLong() {
    var query = Holders.reader("active", Duration.ofHours(1), Duration.ofMinutes(5), 5);

    var finding = examine(Given.server().with(query)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertTrue(finding.headline().contains("has worked on one statement for 5 min"));
  }

  /// The vacuum came while the transaction was open, and an analyze after it. 300 rows are dead,
  /// and 200 changed since: only 100 can have been there, fewer than the threshold of 250.
  @Test
  void doesNotCallAVacuumVainWhenRowsMayHaveDiedAfterwards() {
    var soon = Given.NOW.minus(Duration.ofSeconds(20));
    var busy = Given.table("orders").dead(300).vacuumed(soon).analyzed(soon);

    assertEquals(Confidence.MEDIUM, confidence(busy.modifiedSinceAnalyze(200)));
    assertEquals(Confidence.MEDIUM, confidence(busy.modifiedSinceAnalyze(50)));
    assertEquals(Confidence.HIGH, confidence(busy.modifiedSinceAnalyze(49)));
  }

  private static Confidence confidence(TableGiven table) {
    var idle = session("idle in transaction", Duration.ofSeconds(30));
    return examine(Given.server().with(table).with(idle)).getFirst().confidence();
  }

  private static List<Finding> examine(Given given) {
    return new XminHeldByTransaction().examine(given.evidence()).toList();
  }

  private static Session session(String state, Duration open) {
    return session(state, open, new XidAge(5));
  }

  private static Session session(String state, Duration open, XidAge age) {
    return new Session(
        42,
        Given.shop(),
        "shop",
        "web",
        Reading.of("client backend"),
        Reading.of(state),
        Reading.of(Given.NOW.minus(open)),
        Reading.of(Given.NOW),
        true,
        age);
  }

  private static Session hidden(long age) {
    return new Session(
        43,
        Given.shop(),
        "shop",
        "web",
        Reading.missing(Why.NO_PRIVILEGE),
        Reading.missing(Why.NO_PRIVILEGE),
        Reading.missing(Why.NO_PRIVILEGE),
        Reading.missing(Why.NO_PRIVILEGE),
        false,
        new XidAge(age));
  }
}
