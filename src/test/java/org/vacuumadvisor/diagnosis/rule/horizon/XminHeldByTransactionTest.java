package org.vacuumadvisor.diagnosis.rule.horizon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.action.Harm;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.Pasted;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.TableKeys;
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
        "Session 42 (user shop, web) is idle in a transaction open for 1 min and keeps 300"
            + " dead rows from being removed in database shop",
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

  /// Many dead rows and somebody whom the role may not see: what would tell is asked for.
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

  /// Its primary may say that this is what keeps rows there.
  @Test
  void namesAReportOnAStandby() {
    var report = Holders.reader("active", Preconditions.BUSY_LIMIT, Preconditions.BUSY_LIMIT, 5);
    var standby = Given.server().asStandby().with(Setting.HOT_STANDBY_FEEDBACK, "on").with(report);

    assertEquals(Severity.ADVICE, examine(standby).getFirst().severity());
  }

  /// What one of them is told of ends with all.
  @Test
  void tellsOneJobOfADumpForAllThatShareItsSnapshot() {
    var hour = Duration.ofHours(1);
    var given = Given.server().with(PAST_THRESHOLD);
    for (int pid = 7; pid < 10; pid++) {
      var job = Holders.running(Holders.client(pid, "nightly", "active", hour, hour), Command.DUMP);
      given.with(Holders.session(job, false, 500_000));
    }
    var other = Holders.running(Holders.client(10, "nightly", "active", hour, hour), Command.DUMP);

    assertEquals(1, examine(given).size());
    assertEquals(2, examine(given.with(Holders.session(other, false, 400_000))).size());
  }

  /// A session that waits for a lock does nothing: it has the limit of the idle.
  @Test
  void givesWhoWaitsTheLimitOfTheIdle() {
    var minute = Duration.ofMinutes(1);
    var given = Given.server().with(PAST_THRESHOLD);
    var repack = Holders.client(8, "dba", "active", minute, minute);

    assertEquals(List.of(), examine(given.with(Holders.session(repack, true, 5))));
    var waiting = Holders.session(Holders.waiting(repack, 7), true, 5);
    var finding = examine(Given.server().with(PAST_THRESHOLD).with(waiting)).getFirst();
    assertTrue(finding.headline().contains("waits for a lock in a transaction open for 1 min"));
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
            .contains("is at work in a transaction open for 1 h"));
  }

  @Test
  void speaksOfAStatementThatRunsForLong() {
    var query = Holders.reader("active", Duration.ofHours(1), Duration.ofMinutes(5), 5);

    var finding = examine(Given.server().with(PAST_THRESHOLD).with(query)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertTrue(finding.headline().contains("has run one statement for 5 min"));

    var waiting = Holders.session(Holders.waiting(query.backend(), 7), false, 5);
    assertTrue(
        examine(Given.server().with(PAST_THRESHOLD).with(waiting))
            .getFirst()
            .headline()
            .contains("waits for a lock in a statement of 5 min"));
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

  /// Looking at `pg_stat_activity` makes no look of a transaction that holds rows for hours.
  @Test
  void namesWhoLooksFromWithinAnOldTransaction() {
    var hours = Duration.ofHours(3);
    var second = Duration.ofSeconds(1);
    var idle = Holders.client(7, "psql", IDLE, hours, hours);
    var active = Holders.client(8, "psql", "active", hours, second);
    var look = Holders.client(9, "psql", "active", second, second);

    assertEquals(
        List.of(1, 1, 0),
        Stream.of(idle, active, look)
            .map(each ->
                Holders.session(Holders.running(each, Command.LOOKS_AT_SESSIONS), true, 500_000))
            .map(each -> examine(Given.server().with(each)).size())
            .toList());
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

  /// Readers wait behind DDL that waits for an idle transaction, which itself keeps no rows.
  @Test
  void tellsTheFirstOfThoseThatEndWithTheSameBlocker() {
    var open = Duration.ofHours(2);
    var ddl = Holders.waiting(Holders.client(8, "migration", "active", open, open), 7);
    var reader = Holders.waiting(Holders.client(9, "web", "active", open, open), 8);
    var given =
        Given.server()
            .with(Holders.client(7, "billing", IDLE, open, open))
            .with(ddl)
            .with(reader)
            .with(Holders.session(ddl, true, 500_000))
            .with(Holders.session(reader, false, 500_000));

    assertTrue(examine(given).getFirst().headline().contains("Session 8"));
    assertEquals(1, examine(given).size());
  }

  /// A TRUNCATE waits for a dump that is not told yet: of snapshots as old as each other the one
  /// held longest keeps the rows, and who waits for it ends with it.
  @Test
  void accusesNobodyWhoWaitsForOneThatKeepsAsMuch() {
    var minutes = Duration.ofSeconds(77);
    var dump = Holders.client(7, "postgres", "active", minutes, minutes);
    var later = Duration.ofSeconds(70);
    var waiter = Holders.waiting(Holders.client(8, "web", "active", later, later), 7);
    var given =
        Given.server()
            .with(PAST_THRESHOLD)
            .with(dump)
            .with(waiter)
            .with(Holders.session(waiter, true, 48));

    assertEquals(1, examine(given).size());
    assertEquals(1, examine(given.with(Holders.session(dump, false, 47))).size());
    assertEquals(List.of(), examine(given.with(Holders.session(dump, false, 48))));
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

  @Test
  void provesItByWhatTheSessionHoldsAndWhatWaits() {
    var idle = session(IDLE, Duration.ofHours(1));
    var reader = Holders.reader("active", Duration.ofHours(1), Duration.ofHours(1), 7);

    assertEquals(
        List.of(
            "state: idle in transaction",
            "since its last statement: 1 h",
            "holds: a transaction ID: it has written",
            "limit for idle in transaction: 1 min",
            "held for: 1 h",
            "transaction IDs given out since its oldest xmin: 5",
            "dead rows in its reach, whenever they died: 300",
            "public.orders is past its threshold: 300 dead rows, threshold 250"),
        Verdicts.facts(examine(Given.server().with(PAST_THRESHOLD).with(idle)).getFirst()));
    assertEquals(
        List.of(
            "state: active",
            "holds: a snapshot",
            "limit for a transaction at work: 1 h, and 1 min once a vacuum kept rows because of"
                + " it",
            "held for: 1 h",
            "transaction IDs given out since its oldest xmin: 7"),
        Verdicts.facts(
            examine(Given.server().with(Given.table("orders")).with(reader)).getFirst()));
    assertEquals(
        "pg_stat_activity.backend_xmin",
        Verdicts.source(examine(Given.server().with(reader)).getFirst(), "holds"));
    assertEquals(
        "pg_stat_activity.backend_xid",
        Verdicts.source(examine(Given.server().with(idle)).getFirst(), "holds"));
  }

  /// Whether a session may be ended hangs on what it is known to do.
  @Test
  void offersToEndItByWhatIsProven() {
    var idle = session(IDLE, Duration.ofMinutes(10));
    var kept = Given.table("orders").dead(300).vacuumed(Given.NOW.minus(Duration.ofMinutes(1)));

    assertEquals(
        List.of(new Remedy.EndSession(idle, Harm.NOT_PROVEN)),
        examine(Given.server().with(idle)).getFirst().remedies());
    assertEquals(
        List.of(new Remedy.EndSession(idle, Harm.VACUUM_KEPT_ROWS)),
        examine(Given.server().with(kept).with(idle)).getFirst().remedies());
  }

  /// A minute once a vacuum kept rows, and a warning once it may be ended; five minutes while rows
  /// wait, an hour at all.
  @Test
  void toleratesAStatementByTheHarmItDoes() {
    var kept = Given.table("orders").dead(300).vacuumed(Given.NOW.minus(Duration.ofSeconds(20)));

    assertEquals(List.of(), severities(Given.server().with(kept), Duration.ofMillis(59_999)));
    assertEquals(
        List.of(Severity.ADVICE), severities(Given.server().with(kept), Duration.ofMinutes(1)));
    assertEquals(
        List.of(Severity.WARNING), severities(Given.server().with(kept), Preconditions.WORK_LIMIT));
    assertEquals(
        List.of(), severities(Given.server().with(PAST_THRESHOLD), Duration.ofSeconds(299)));
    assertEquals(
        List.of(Severity.ADVICE),
        severities(Given.server().with(PAST_THRESHOLD), Duration.ofSeconds(3_599)));
    assertEquals(
        List.of(Severity.WARNING),
        severities(Given.server().with(PAST_THRESHOLD), Duration.ofHours(1)));
    assertEquals(List.of(), severities(Given.server(), Duration.ofSeconds(3_599)));
    assertEquals(List.of(Severity.ADVICE), severities(Given.server(), Duration.ofHours(1)));
  }

  private static List<Severity> severities(Given given, Duration running) {
    return examine(given.with(Holders.reader("active", running, running, 5))).stream()
        .map(Finding::severity)
        .toList();
  }

  /// 100,000 transactions are a minute of a busy server, from 200 million on freezing is forced.
  @Test
  void judgesAHiddenSessionByItsAge() {
    assertEquals(List.of(), examine(Given.server().with(hidden(100_000))));
    assertEquals(
        Severity.WARNING, examine(Given.server().with(hidden(200_000_000))).getFirst().severity());
    assertEquals(
        Severity.CRITICAL, examine(Given.server().with(hidden(200_000_001))).getFirst().severity());
    assertEquals(
        "Session 43 (user shop, web) may keep dead rows from being removed in" + " database shop",
        examine(Given.server().with(hidden(100_001))).getFirst().headline());
  }

  /// Who waits for another is as old as it and not the cause.
  @Test
  void accusesWhoIsWaitedForFirst() {
    var waiting = Holders.waiting(Holders.hidden(44, "shop"), 43);
    var findings =
        examine(
            Given.server()
                .with(Holders.hidden(43, "shop"))
                .with(Holders.session(waiting, false, 200_001))
                .with(hidden(200_001)));

    assertTrue(findings.getFirst().headline().startsWith("Session 43 "));
    assertEquals(1, findings.size());
  }

  /// What the older one keeps is not known to be kept for the younger, too.
  @Test
  void leavesAYoungerTransactionAtWorkAloneBesideAnOlderOne() {
    var minutes = Duration.ofMinutes(10);
    var old = Holders.client(8, "billing", "idle in transaction", minutes, minutes);
    var young = Holders.client(9, "batch", "active", Duration.ofMinutes(2), Duration.ofMinutes(2));
    var kept = Given.table("orders").dead(300).vacuumed(Given.NOW.minus(Duration.ofSeconds(20)));
    var given = Given.server().with(kept).with(Holders.session(young, true, 50));

    assertEquals(1, examine(given).size());
    assertEquals(
        List.of("Session 8"),
        examine(given.with(Holders.session(old, false, 900))).stream()
            .map(each -> each.headline().substring(0, 9))
            .toList());
  }

  /// No view tells whose multixacts are the oldest; the oldest transaction may have them.
  @Test
  void asksAboutTheOldestHiddenSessionWhereMultixactsForceVacuums() {
    var given = Given.server().with(Given.table("t").multixactAge(400_000_001)).with(hidden(3));

    assertEquals(Severity.ADVICE, examine(given).getFirst().severity());
    assertEquals(1, examine(given.with(Holders.session(Holders.hidden(44, "a"), false, 2))).size());
  }

  /// Progress is shown to every role: whatever it is, it works and ends by itself.
  @Test
  void leavesAHiddenSessionToItsWork() {
    var copies = Holders.running(Holders.hidden(43, "shop"), Command.DUMP);
    var finding = examine(Given.server().with(Holders.session(copies, false, 200_001))).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        "Session 43 (user shop, web) runs a dump or COPY and may keep dead rows from being removed"
            + " in database shop",
        finding.headline());
  }

  /// Only what assigns transaction IDs explains a horizon that is as old, and no slot does.
  @Test
  void accusesAHiddenSnapshotThatIsOlderThanTheOthers() {
    assertEquals(
        1,
        examine(
                Given.server()
                    .with(Holders.prepared("gid", Duration.ZERO, 499_999))
                    .with(hidden(500_000)))
            .size());
    assertEquals(
        1,
        examine(
                Given.server()
                    .with(Holders.slotOfStandby("a", true, 500_000))
                    .with(hidden(500_000)))
            .size());
    assertEquals(
        1,
        examine(
                Given.server()
                    .with(Holders.reader("active", Duration.ZERO, Duration.ZERO, 500_000))
                    .with(hidden(500_000)))
            .stream()
            .filter(each -> each.headline().contains("Session 43"))
            .count());
  }

  /// 1,000 rows: twice the threshold of 250 is far past it.
  @Test
  void cannotTellWhetherAHiddenSessionKeepsWhatWaits() {
    var waiting = Given.server().with(PAST_THRESHOLD_TWICE);

    assertEquals(1, Verdicts.cleared(new XminHeldByTransaction(), waiting));
    assertEquals(
        List.of("GRANT pg_read_all_stats TO advisor"),
        Verdicts.asks(new XminHeldByTransaction(), waiting.with(hidden(3))));
    assertEquals(1, Verdicts.cleared(new XminHeldByTransaction(), Given.server().with(hidden(3))));
  }

  /// Of its start nothing is shown, but that a vacuum kept rows is.
  @Test
  void namesAHiddenSessionWhereAVacuumKeptRows() {
    var now = Given.NOW;
    var kept =
        Given.table("orders")
            .dead(300)
            .modifiedSinceAnalyze(0)
            .vacuumed(now.minusSeconds(20))
            .analyzed(now.minusSeconds(30));

    var finding = examine(Given.server().with(kept).with(hidden(3))).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertTrue(finding.headline().contains("may keep 300 dead rows"), finding.headline());
  }

  @Test
  void saysWhatAPasteWithoutTimesLeavesOpen() {
    var old =
        """
         pid | state  | usename | backend_xmin | xmin_age
        -----+--------+---------+--------------+----------
         42  | active | web     | 700          | %s
        """;

    assertEquals(
        "SELECT now(), pasted with it, tells how long the transaction is open.",
        Pasted.findings(new XminHeldByTransaction(), old.formatted("200000")).getFirst().surer());
    assertEquals(
        List.of("open transactions"),
        Verdicts.lacks(new XminHeldByTransaction(), Pasted.evidence(old.formatted("50"))));
  }

  @Test
  void saysOfAStandbyWhoseRowsItsSessionsHold() {
    var session = session(IDLE, Duration.ofHours(1));
    var feedback =
        Given.server().asStandby().with(Setting.HOT_STANDBY_FEEDBACK, "on").with(session);

    assertTrue(examine(feedback).getFirst().explanation().contains("This is a standby"));
    assertFalse(examine(Given.server().with(session)).getFirst().explanation().contains("standby"));
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
    return Holders.session("web", state, open, open, true, 5);
  }

  private static Session hidden(long age) {
    return Holders.session(Holders.hidden(43, "shop"), false, age);
  }
}
