package org.vacuumadvisor.diagnosis.rule.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.Runs;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.evidence.Evidence;

class AntiwraparoundBlocksDdlTest {
  private static final String FORCED = "VACUUM public.orders (to prevent wraparound)";

  @Test
  void isSilentWhereNobodyWaits() {
    assertEquals(List.of(), examine(server(FORCED)));
  }

  @Test
  void speaksOfAStatementThatWaitsForIt() {
    var waiter =
        Holders.waiting(
            Holders.client(9, "migration", "active", Duration.ofMinutes(1), Duration.ofMinutes(1)),
            7);
    var finding = examine(server(FORCED).with(waiter).with(Runs.waits(9, 0, 7))).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(
        "Session 9 (user shop, migration) waits for the vacuum of public.orders that prevents"
            + " wraparound",
        finding.headline());
    assertEquals(
        List.of(new Remedy.CancelWaiter(waiter, "the vacuum of public.orders")),
        finding.remedies());
  }

  /// Storage parameters are set with a lock that readers and writers go along with: whoever waits
  /// for it keeps none of them waiting, and is not to be cancelled.
  @Test
  void letsAStatementWaitThatKeepsNobodyFromWriting() {
    var waits = Runs.waits(9, 0, "ShareUpdateExclusiveLock", 7);
    var finding = examine(server(FORCED).with(waits)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        List.of(
            new Remedy.Act(
                "Let the statement of session %d wait until the vacuum of %s has ended",
                9, "public.orders")),
        finding.remedies());
  }

  /// Any other vacuum is cancelled after deadlock_timeout.
  @Test
  void isSilentAboutAVacuumThatGivesWay() {
    assertEquals(List.of(), examine(server("VACUUM public.orders").with(Runs.waits(9, 0, 7))));
  }

  @Test
  void isSilentAboutWhoeverWaitsForSomeoneElse() {
    assertEquals(List.of(), examine(server(FORCED).with(Runs.waits(9, 0, 8))));
  }

  /// Any other vacuum gives way after a second, deadlock_timeout: one that kept somebody waiting
  /// for ten was one that does not.
  @Test
  void speaksOfOneThatSomebodyEnded() {
    var found = ended("02:00:01", "10000.001").getFirst();

    assertEquals(Severity.WARNING, found.severity());
    assertEquals(
        "A statement waited 10 s for the vacuum of public.t, which did not give way until it was"
            + " ended",
        found.headline());
    assertEquals(List.of(), given("02:00:01", "10000.001", new AutovacuumCancelled()));
  }

  @Test
  void isSilentAboutACancelledOneThatNobodyWaitedForSoLong() {
    assertEquals(List.of(), ended("02:00:01", "10000.000"));
    assertEquals(List.of(), ended("02:00:02", "10000.001"));
    assertEquals(1, given("02:00:02", "10000.001", new AutovacuumCancelled()).size());
  }

  private static List<Finding> ended(String at, String waited) {
    return given(at, waited, new AntiwraparoundBlocksDdl());
  }

  private static List<Finding> given(String at, String waited, Rule rule) {
    var log =
        """
        2026-11-20 02:00:00 UTC [90] ERROR:  canceling autovacuum task
        2026-11-20 02:00:00 UTC [90] CONTEXT:  automatic vacuum of table "shop.public.t"
        2026-11-20 %s UTC [91] LOG:  process 91 acquired AccessExclusiveLock on relation 16389 of \
        database 16384 after %s ms
        """
            .formatted(at, waited);
    return Verdicts.findings(rule, Evidence.of(Logs.history(log)));
  }

  private static Given server(String task) {
    return Given.server().with(Given.table("orders")).worker(7, task, "VacuumDelay");
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new AntiwraparoundBlocksDdl(), given.evidence());
  }
}
