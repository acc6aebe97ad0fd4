package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.model.TableKeys;
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

  @Test
  void cannotTellWhereTheAgeIsNotKnown() {
    var table = Given.table("old").without(TableKeys.XID_AGE);
    var given = Given.server().with(table).with(Runs.scanning(7, 0, 100, 1, Duration.ofMinutes(1)));

    assertEquals(List.of(), examine(given));
    assertEquals(List.of("vacuums at work"), Verdicts.lacks(new FailsafeActive(), given));
  }

  /// The run that froze the table is later than the age it tells of.
  @Test
  void leadsWhereTheFailsafeBroughtTheAgeDown() {
    var run =
        RunText.vacuum("shop.public.old")
            .forced()
            .advanced(1_612_033_122)
            .indexScan(
                "bypassed by failsafe: 22 pages from table (23.90% of total) have 81 dead item"
                    + " identifiers");
    var finding = Logs.findings(run.toString()).getFirst();

    assertEquals("failsafe-active", finding.id());
    assertEquals(
        "Vacuum froze public.old only in failsafe mode: transaction IDs ran far towards wraparound",
        finding.headline());
    assertFalse(Logs.ids(run.toString()).contains("wraparound-near"));
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
