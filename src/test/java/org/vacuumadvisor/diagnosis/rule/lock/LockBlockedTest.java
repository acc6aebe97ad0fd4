package org.vacuumadvisor.diagnosis.rule.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.Runs;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.TableLock;

class LockBlockedTest {
  @Test
  void isSilentAboutLocksOnTablesThatAreNotDue() {
    assertEquals(List.of(), examine(locked(200, Duration.ofHours(1))));
  }

  @Test
  void speaksOfALockThatKeepsAutovacuumAway() {
    var finding = examine(locked(251, Duration.ofHours(1))).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals("A lock on public.orders keeps autovacuum away", finding.headline());
    assertTrue(finding.evidence().get(1).value().startsWith("migration of shop holds"));
  }

  /// A VACUUM by hand waits until the transaction ends, where a worker only comes again.
  @Test
  void vacuumsByHandWhereWhoHasTheLockIsNotToBeEnded() {
    var holder = Holders.client(9, "job", "active", Duration.ofMinutes(2), Duration.ZERO);
    var given = locked(251, Duration.ofMinutes(2)).with(holder);

    assertTrue(
        examine(given).getFirst().remedies().stream()
            .anyMatch(each -> each instanceof Remedy.VacuumNow));
    assertTrue(
        examine(locked(251, Duration.ofMinutes(2))).getFirst().remedies().stream()
            .noneMatch(each -> each instanceof Remedy.VacuumNow));
  }

  @Test
  void isSilentUntilAutovacuumHasLookedOnce() {
    assertEquals(List.of(), examine(locked(251, Duration.ofSeconds(60))));
    assertEquals(1, examine(locked(251, Duration.ofSeconds(61))).size());
  }

  @Test
  void isSilentAboutAVacuumThatSomeoneRuns() {
    assertEquals(
        List.of(),
        examine(
            locked(251, Duration.ofHours(1))
                .with(Runs.scanning(9, 0, 100, 1, Duration.ofHours(1)))));
  }

  @Test
  void speaksOfAVacuumAgainstWraparoundThatWaits() {
    var task = "VACUUM public.orders (to prevent wraparound)";
    var given = locked(0, Duration.ofSeconds(5)).with(Runs.workerWaits(7, 0, 9, task));

    var finding = examine(given).getFirst();

    assertEquals(
        "The vacuum of public.orders that prevents wraparound waits for a lock, behind session 9"
            + " (user shop, migration)",
        finding.headline());
    assertEquals(1, finding.remedies().size());
  }

  /// `pg_blocking_pids()` calls it 0.
  @Test
  void asksWhichPreparedTransactionHasTheLock() {
    var task = "VACUUM public.orders (to prevent wraparound)";
    var given = Given.server().with(Given.table("orders")).with(Runs.workerWaits(7, 0, 0, task));

    var finding = examine(given).getFirst();

    assertTrue(finding.headline().endsWith(" waits for a lock, behind a prepared transaction"));
    assertEquals(List.of(Lockers.findPrepared(Optional.of("shop"))), finding.remedies());
  }

  /// An application may name itself as it likes.
  @ParameterizedTest
  @ValueSource(strings = {"%s", "%n", "100%"})
  void printsNamesAsTheyAre(String application) {
    var hour = Duration.ofHours(1);
    var given =
        locked(0, hour)
            .with(Holders.client(9, application, "idle in transaction", hour, hour))
            .with(Runs.workerWaits(7, 0, 9, "VACUUM public.orders (to prevent wraparound)"));

    assertEquals(
        "The vacuum of public.orders that prevents wraparound waits for a lock, behind session 9"
            + " (user shop, %s)".replace("%s", application),
        examine(given).getFirst().headline());
  }

  /// The wait has another name from 19 on.
  @ParameterizedTest
  @ValueSource(strings = {"BufferPin", "BufferCleanup"})
  void speaksOfAPageThatSomeoneRestsOn(String event) {
    var given =
        Given.server()
            .with(Given.table("orders"))
            .worker(7, "VACUUM public.orders", event)
            .with(Runs.scanning(7, 0, 100, 1, Duration.ofHours(1)));

    assertEquals(Severity.ADVICE, examine(given).getFirst().severity());
  }

  /// It sleeps for the cost limit, as most do.
  @Test
  void isSilentAboutAWorkerThatWaitsForNoPage() {
    assertEquals(
        List.of(),
        examine(
            Given.server()
                .with(Given.table("orders"))
                .worker(7, "VACUUM public.orders", "VacuumDelay")
                .with(Runs.scanning(7, 0, 100, 1, Duration.ofHours(1)))));
  }

  /// Another worker's vacuum runs; the table of the one that rests on a page is not known.
  @Test
  void namesNoTableOfAnotherWorkersVacuum() {
    assertEquals(
        List.of(),
        examine(
            Given.server()
                .with(Given.table("orders"))
                .worker(7, "VACUUM public.orders", "BufferPin")
                .with(Runs.scanning(8, 0, 100, 1, Duration.ofHours(1)))));
  }

  @Test
  void isSilentAboutTheLockOfAWorkerAtWork() {
    assertEquals(
        List.of(),
        examine(
            Given.server()
                .with(Given.table("orders").dead(5_000))
                .with(Runs.ofWorker(7, 0, Duration.ofHours(1)))));
  }

  /// Autovacuum does not come to the table by itself: nothing is kept away from it.
  @Test
  void isSilentWhereAutovacuumIsOffForTheTable() {
    assertEquals(
        List.of(),
        examine(
            Given.server()
                .with(Given.table("orders").dead(5_000).with("autovacuum_enabled", "off"))
                .with(Runs.held(9, 0, Duration.ofHours(1)))));
  }

  /// DDL that waits is another matter.
  @Test
  void isSilentAboutAStatementThatIsNoVacuum() {
    assertEquals(
        List.of(), examine(Given.server().with(Given.table("orders")).with(Runs.waits(5, 0, 9))));
  }

  @Test
  void isSilentWhereTheStartOfTheTransactionIsNotKnown() {
    assertEquals(List.of(), examine(hidden(5_000)));
  }

  /// Far past its threshold of 250 it was passed by more than once.
  @Test
  void speaksOfALockOfASessionThatIsHidden() {
    var holder = Holders.hidden(9, "shop");

    assertEquals(1, examine(hidden(501).with(holder)).getFirst().remedies().size());
    assertEquals(List.of(), examine(hidden(500).with(holder)));
  }

  private static Given hidden(long dead) {
    var held = Runs.held(9, 0, Duration.ofHours(1));
    return Given.server()
        .with(Given.table("orders").dead(dead))
        .with(
            new TableLock(
                9,
                held.relation(),
                held.mode(),
                true,
                "",
                "",
                Reading.missing(Reading.Why.NO_PRIVILEGE),
                Reading.missing(Reading.Why.NOT_APPLICABLE),
                List.of()));
  }

  private static Given locked(long dead, Duration ago) {
    return Given.server().with(Given.table("orders").dead(dead)).with(Runs.held(9, 0, ago));
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new LockBlocked(), given.evidence());
  }
}
