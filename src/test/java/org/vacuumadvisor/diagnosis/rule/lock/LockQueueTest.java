package org.vacuumadvisor.diagnosis.rule.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.Runs;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.model.Reading;

class LockQueueTest {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Backend IDLE = Holders.client(9, "web", "idle in transaction", LONG, LONG);

  @Test
  void isSilentAboutAWaitOfSeconds() {
    assertEquals(List.of(), examine(Given.server().with(IDLE).with(waits(7, 9, 9))));
  }

  @Test
  void namesWhoKeepsASessionWaitingFromTenSecondsOn() {
    var finding = examine(Given.server().with(IDLE).with(waits(7, 10, 9))).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        "1 session waits for a lock for up to 10 s, behind session 9 (user shop, web)",
        finding.headline());
    assertEquals(List.of(new Remedy.EndBlocker(IDLE, "1 session")), finding.remedies());
  }

  /// Ending one of them helps nobody.
  @Test
  void namesAllWhoAreInTheWay() {
    var other = Holders.client(11, "web", "idle in transaction", LONG, LONG);

    var finding =
        examine(Given.server().with(IDLE).with(other).with(waits(7, 10, 9, 11))).getFirst();

    assertEquals(
        "1 session waits for a lock for up to 10 s, behind session 9 (user shop, web) and 1 other"
            + " session",
        finding.headline());
    assertEquals(
        List.of(
            new Remedy.EndBlocker(IDLE, "1 session"), new Remedy.EndBlocker(other, "1 session")),
        finding.remedies());
  }

  /// They wait for a statement that waits.
  @Test
  void countsThoseBehindDdlToWhomItWaitsFor() {
    var ddl = Holders.running(waits(7, 30, 9), Command.ALTER);
    var finding =
        examine(
                Given.server()
                    .with(Given.table("orders"))
                    .with(Runs.waits(7, 0, 9))
                    .with(IDLE)
                    .with(ddl)
                    .with(waits(8, 20, 7))
                    .with(waits(6, 10, 7)))
            .getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(
        "3 sessions wait for a lock on public.orders for up to 30 s, behind session 9 (user shop,"
            + " web)",
        finding.headline());
  }

  /// Who builds an index is not ended: the statement behind it, which others wait for, can be.
  @Test
  void opensTheQueueBehindWhoIsNotToBeEnded() {
    var building =
        Holders.running(Holders.client(9, "web", "active", LONG, LONG), Command.MAINTENANCE);
    var ddl = Holders.running(waits(7, 30, 9), Command.ALTER);

    assertEquals(
        List.of(
            new Remedy.EndBlocker(building, "2 sessions"),
            new Remedy.CancelWaiter(ddl, "a lock of session 9")),
        examine(
                Given.server()
                    .with(Given.table("orders"))
                    .with(Runs.waits(7, 0, 9))
                    .with(building)
                    .with(ddl)
                    .with(waits(8, 20, 7)))
            .getFirst()
            .remedies());
  }

  @Test
  void leavesVacuumsAndWorkersToOtherRules() {
    var vacuum = Holders.running(waits(7, 30, 9), Command.VACUUM);
    var worker = Holders.process(9, "autovacuum worker", "", LONG);

    assertEquals(List.of(), examine(Given.server().with(IDLE).with(vacuum)));
    assertEquals(List.of(), examine(Given.server().with(worker).with(waits(7, 30, 9))));
  }

  /// Leaders are elected so: who has an advisory lock is in no transaction, and is not seen.
  @Test
  void isSilentWhereTheHolderIsNotSeen() {
    assertEquals(List.of(), examine(Given.server().with(waits(7, 3600, 9))));
  }

  @Test
  void findsThePreparedTransactionThatHasTheLock() {
    var prepared = Holders.prepared("xa", LONG, 5);

    assertEquals(
        List.of(new Remedy.FinishPrepared(prepared)),
        examine(Given.server().with(prepared).with(waits(7, 30, 0))).getFirst().remedies());
  }

  /// They wait for ALTER TABLE, which waits for it.
  @Test
  void countsReadersBehindDdlThatAPreparedTransactionKeepsWaiting() {
    var given =
        Given.server()
            .with(Holders.prepared("xa", LONG, 5))
            .with(Holders.running(waits(7, 30, 0), Command.ALTER));
    for (int pid = 100; pid < 150; pid++) {
      given.with(waits(pid, 20, 7));
    }

    assertEquals(
        "51 sessions wait for a lock for up to 30 s, behind a prepared transaction",
        examine(given).getFirst().headline());
  }

  @Test
  void asksWhichOfTwoPreparedTransactionsHasTheLock() {
    var given =
        Given.server()
            .with(Holders.prepared("xa", LONG, 5))
            .with(Holders.prepared("other", LONG, 9))
            .with(waits(7, 30, 0));

    assertEquals(
        List.of(
            new Remedy.Inquire(
                "Find out which prepared transaction has the lock",
                Question.PREPARED_LOCKS,
                Optional.of(Given.SHOP))),
        examine(given).getFirst().remedies());
  }

  /// A rewrite that waits for its first lock has done nothing yet; one that copied before has.
  @Test
  void cancelsARewriteThatHasNotBegun() {
    var report = Holders.client(9, "report", "active", LONG, LONG);
    var end = new Remedy.EndBlocker(report, "2 sessions");
    var repack = Holders.running(waits(7, 30, 9), Command.MAINTENANCE);
    var first = waitingFor(30, repack);

    assertEquals(
        List.of(end, new Remedy.CancelWaiter(first, "a lock of session 9")),
        remedies(report, first, waits(8, 20, 7)));
    assertEquals(List.of(end), remedies(report, waitingFor(20, repack), waits(8, 15, 7)));
    assertEquals(List.of(end), remedies(report, repack, waits(8, 20, 7)));
  }

  /// VACUUM FULL waits to have the table for itself; no plain vacuum keeps readers waiting.
  @Test
  void cancelsAVacuumFullThatReadersWaitBehind() {
    var report = Holders.client(9, "report", "active", LONG, LONG);
    var full = waitingFor(30, Holders.running(waits(7, 30, 9), Command.VACUUM_WITH_SNAPSHOT));

    assertEquals(
        List.of(
            new Remedy.EndBlocker(report, "2 sessions"),
            new Remedy.CancelWaiter(full, "a lock of session 9")),
        remedies(report, full, waits(8, 20, 7)));
  }

  /// Nobody decides at once what becomes of a prepared transaction; whoever waits between can go.
  @Test
  void opensTheQueueBehindAPreparedTransaction() {
    var prepared = Holders.prepared("xa", LONG, 5);
    var ddl = Holders.running(waits(7, 30, 0), Command.ALTER);
    var given =
        Given.server()
            .with(Given.table("orders"))
            .with(Runs.waits(7, 0, 0))
            .with(prepared)
            .with(ddl)
            .with(waits(8, 20, 7));

    assertEquals(
        List.of(
            new Remedy.FinishPrepared(prepared),
            new Remedy.CancelWaiter(ddl, "a lock of a prepared transaction")),
        examine(given).getFirst().remedies());
  }

  /// Of sessions that our role may not see the locks are shown, which no reader or writer asks for.
  @Test
  void cancelsWhatIsHiddenButWaitsForTheWholeTable() {
    var head = Holders.hidden(9, "shop");
    var ddl = waitingFor(30, Holders.waiting(Holders.hidden(7, "shop"), 9));
    var reader = waitingFor(20, Holders.waiting(Holders.hidden(8, "shop"), 7));
    var given = Given.server().with(Given.table("orders")).with(head).with(ddl).with(reader);

    assertEquals(
        List.of(
            new Remedy.EndBlocker(head, "2 sessions"),
            new Remedy.CancelWaiter(ddl, "a lock of session 9")),
        examine(given.with(Runs.waits(7, 0, 9))).getFirst().remedies());
  }

  private static Backend waitingFor(int seconds, Backend waiter) {
    return new Backend(
        waiter.pid(),
        waiter.database(),
        waiter.user(),
        waiter.application(),
        waiter.address(),
        waiter.type(),
        waiter.started(),
        waiter.state(),
        waiter.transactionStart(),
        waiter.began(),
        waiter.stateSince(),
        waiter.waitsFor(),
        waiter.blockers(),
        Reading.of(Given.NOW.minusSeconds(seconds)),
        waiter.command());
  }

  /// An update that waits is work; and who waits for the head as well is not helped.
  @Test
  void cancelsNothingInVain() {
    var building =
        Holders.running(Holders.client(9, "web", "active", LONG, LONG), Command.MAINTENANCE);
    var end = List.of(new Remedy.EndBlocker(building, "2 sessions"));
    var update = Holders.running(waits(7, 30, 9), Command.OTHER);
    var dump = Holders.running(waits(7, 30, 9), Command.DUMP);
    var ddl = Holders.running(waits(7, 30, 9), Command.ALTER);

    assertEquals(end, remedies(building, update, waits(8, 20, 7)));
    assertEquals(end, remedies(building, dump, waits(8, 20, 7)));
    assertEquals(end, remedies(building, ddl, waits(8, 20, 7, 9)));
  }

  private static List<Remedy> remedies(Backend... sessions) {
    var given = Given.server().with(Given.table("orders")).with(Runs.waits(7, 0, 9));
    for (var each : sessions) {
      given.with(each);
    }
    return examine(given).getFirst().remedies();
  }

  private static Backend waits(int pid, int seconds, Integer... blockers) {
    var since = Duration.ofSeconds(seconds);
    return Holders.waiting(Holders.client(pid, "web", "active", since, since), blockers);
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new LockQueue(), given);
  }
}
