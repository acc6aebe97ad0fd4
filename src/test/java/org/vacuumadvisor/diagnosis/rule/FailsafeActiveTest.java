package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.workload.Confidence;

/// The failsafe begins past 1,600,000,000.
class FailsafeActiveTest {
  @Test
  void isSilentAboutOrdinaryVacuums() {
    assertEquals(List.of(), examine(running(Given.server(), 1_600_000_000)));
  }

  @Test
  void speaksOfAVacuumThatDropsTheRest() {
    var finding = examine(running(Given.server(), 1_600_000_001)).getFirst();

    assertEquals(Severity.CRITICAL, finding.severity());
    assertEquals("The vacuum of public.old runs in failsafe", finding.headline());
    assertEquals(Confidence.MEDIUM, finding.confidence());
  }

  @Test
  void takesTheServersWordFrom19On() {
    var told = Given.server(Release.V19).with(Given.table("old").age(5));

    assertEquals(List.of(), examine(told.with(Runs.inMode(0, "aggressive"))));
    assertEquals(
        Confidence.HIGH, examine(told.with(Runs.inMode(0, "failsafe"))).getFirst().confidence());
  }

  @Test
  void isSilentWhereThereIsNoFailsafe() {
    assertEquals(List.of(), examine(running(Given.server(Release.V13), 1_700_000_000)));
  }

  private static Given running(Given given, long age) {
    return given
        .with(Given.table("old").age(age))
        .with(Runs.scanning(7, 0, 100, 1, Duration.ofMinutes(1)));
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new FailsafeActive(), given.evidence());
  }
}
