package org.vacuumadvisor.diagnosis.rule.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.Runs;
import org.vacuumadvisor.diagnosis.rule.Verdicts;

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
        "A statement waits for the vacuum of public.orders that prevents wraparound",
        finding.headline());
    assertEquals(
        List.of(new Remedy.CancelWaiter(waiter, "the vacuum of public.orders")),
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

  private static Given server(String task) {
    return Given.server().with(Given.table("orders")).worker(7, task, "VacuumDelay");
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new AntiwraparoundBlocksDdl(), given.evidence());
  }
}
