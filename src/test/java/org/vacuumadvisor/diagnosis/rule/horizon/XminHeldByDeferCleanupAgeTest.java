package org.vacuumadvisor.diagnosis.rule.horizon;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.model.HorizonHolder.DeferredCleanup;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.unit.XidAge;

class XminHeldByDeferCleanupAgeTest {
  @Test
  void isSilentWhereTheSettingIsNotUsed() {
    assertEquals(List.of(), examine(Given.server(Release.V15)));
  }

  @Test
  void speaksOfTheSetting() {
    var finding = examine(given(50_000)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        "vacuum_defer_cleanup_age keeps what died in the last 50,000 transactions",
        finding.headline());
  }

  /// 1,000 rows: autovacuum comes at 251 dead ones, not at 250.
  @Test
  void warnsOnceATableIsPastItsThreshold() {
    assertEquals(
        Severity.ADVICE,
        examine(given(50_000).with(Given.table("orders").dead(250))).getFirst().severity());
    assertEquals(
        Severity.WARNING,
        examine(given(50_000).with(Given.table("orders").dead(251))).getFirst().severity());
  }

  @Test
  void doesNotTakeMissingCountersForDeadRows() {
    assertEquals(
        Severity.ADVICE,
        examine(given(50_000).with(Given.table("orders").notCounted())).getFirst().severity());
  }

  /// `GetOldestXmin()` heeds it only outside recovery.
  @Test
  void isSilentOnAStandby() {
    assertEquals(List.of(), examine(given(50_000).asStandby()));
  }

  private static Given given(long age) {
    return Given.server(Release.V15).with(new DeferredCleanup(Reading.of(new XidAge(age))));
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new XminHeldByDeferCleanupAge(), given.evidence());
  }
}
