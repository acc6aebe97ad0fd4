package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.advice.Proposed;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.workload.Confidence;

class CostThrottledTest {
  @Test
  void isSilentAboutARunThatIsMostlyAwake() {
    assertEquals(List.of(), examine(asleep(Duration.ofSeconds(299), 100_000)));
  }

  /// 300 of 600 seconds asleep, and half of the table is done: 20 minutes in all, 10 awake.
  @Test
  void speaksOfARunThatSleepsHalfOfItsTime() {
    var given = asleep(Duration.ofMinutes(5), 100_000);
    var finding = examine(given).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals("A vacuum of public.orders sleeps 50 % of its time", finding.headline());
    assertEquals("10 min", finding.evidence().get(2).value());
    // one step of five
    assertEquals(
        List.of("autovacuum_vacuum_cost_limit = 1000"),
        Proposed.settings(given.evidence(), finding));
  }

  @Test
  void warnsOfARunThatTakesAnHour() {
    assertEquals(
        Severity.WARNING, examine(asleep(Duration.ofSeconds(500), 33_333)).getFirst().severity());
  }

  /// The whole of it would be done in 599 s.
  @Test
  void isSilentAboutARunThatIsSoonDone() {
    var quick =
        Given.server()
            .with(Given.table("orders"))
            .with(Runs.asleep(7, 0, 599, 10, Duration.ofSeconds(10), Duration.ofSeconds(9)));

    assertEquals(List.of(), examine(quick));
  }

  @Test
  void shortensTheDelayFirstWhereItIsLong() {
    var old =
        asleep(Duration.ofSeconds(500), 100_000).with(Setting.AUTOVACUUM_VACUUM_COST_DELAY, "20");

    assertEquals(
        List.of("autovacuum_vacuum_cost_delay = 2ms"),
        Proposed.settings(old.evidence(), examine(old).getFirst()));
  }

  @Test
  void asksTheTableWhereItHasALimitOfItsOwn() {
    var own =
        Given.server()
            .with(Given.table("orders").with("autovacuum_vacuum_cost_limit", "100"))
            .with(
                Runs.asleep(
                    7, 0, 200_000, 100_000, Duration.ofMinutes(10), Duration.ofSeconds(500)));

    assertEquals(
        Map.of("autovacuum_vacuum_cost_limit", "500"),
        Proposed.parameters(own.evidence(), examine(own).getFirst()));
  }

  /// On Neon the server's settings are not the user's; the table's are.
  @Test
  void asksTheTableWhereTheServerIsNotOurs() {
    var given = asleep(Duration.ofSeconds(500), 100_000).at(Provider.NEON);

    assertEquals(
        Map.of("autovacuum_vacuum_cost_limit", "1000"),
        Proposed.parameters(given.evidence(), examine(given).getFirst()));
  }

  /// Nobody measures it before 18: then it takes two looks.
  @Test
  void believesTwoLooksWhereNobodyMeasures() {
    var newer = unmeasured(Given.server(Release.V15));
    var older = unmeasured(Given.server(Release.V15).taken(Duration.ofMinutes(1), 5_000_000));

    assertEquals(List.of(), examine(newer));
    var finding = Verdicts.findings(new CostThrottled(), newer.after(older)).getFirst();
    assertEquals(Confidence.MEDIUM, finding.confidence());
    assertEquals("A vacuum of public.orders is asleep whenever one looks", finding.headline());
  }

  private static Given unmeasured(Given given) {
    return given
        .with(Given.table("orders"))
        .with(Runs.scanning(7, 0, 200_000, 100_000, Duration.ofMinutes(10)))
        .worker(7, "VACUUM public.orders", "VacuumDelay");
  }

  private static Given asleep(Duration asleep, long scanned) {
    return Given.server()
        .with(Given.table("orders"))
        .with(Runs.asleep(7, 0, 200_000, scanned, Duration.ofMinutes(10), asleep));
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new CostThrottled(), given.evidence());
  }
}
