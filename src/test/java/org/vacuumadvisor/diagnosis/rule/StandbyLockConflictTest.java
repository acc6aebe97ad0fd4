package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;

class StandbyLockConflictTest {
  @Test
  void isSilentOnAPrimaryAndWithoutConflicts() {
    assertEquals(List.of(), examine(Given.server().conflicts(50, 0)));
    assertEquals(List.of(), examine(Given.server().asStandby().conflicts(0, 9)));
  }

  @Test
  void speaksOfQueriesCancelledForALock() {
    var finding = examine(Given.server().asStandby().conflicts(10, 0)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        "Queries on this standby were cancelled 10 times for a lock of the primary",
        finding.headline());
  }

  @Test
  void speaksFromTenOnOrOfOneInTheWindow() {
    assertEquals(List.of(), examine(Given.server().asStandby().conflicts(9, 0)));
    assertEquals(Severity.ADVICE, since(8, 9).severity());
    assertEquals(Severity.WARNING, since(8, 11).severity());
  }

  private static Finding since(long before, long now) {
    var older = Given.server().asStandby().taken(Duration.ofMinutes(1), 5).conflicts(before, 0);
    var newer = Given.server().asStandby().conflicts(now, 0);
    return Verdicts.findings(new StandbyLockConflict(), newer.after(older)).getFirst();
  }

  @Test
  void tellsRowsThatVacuumRemovedFromLocks() {
    var finding = examine(Given.server().asStandby().conflicts(1, 36)).getFirst();

    assertEquals(
        "Queries on this standby were cancelled 36 times for rows that vacuum removed on the"
            + " primary",
        finding.headline());
  }

  /// One a day is a matter of chance.
  @Test
  void isSilentWhereConflictsAreRare() {
    var monthly = Given.server().asStandby().conflicts(29, 0).statisticsReset(Duration.ofDays(30));
    var daily = Given.server().asStandby().conflicts(31, 0).statisticsReset(Duration.ofDays(30));

    assertEquals(List.of(), examine(monthly));
    assertEquals(1, examine(daily).size());
  }

  @Test
  void cannotTellWithoutTheCounters() {
    assertEquals(
        List.of("cancelled queries"),
        Verdicts.lacks(new StandbyLockConflict(), Given.server().asStandby()));
  }

  @Test
  void isSilentWhereNobodyCounted() {
    assertEquals(List.of(), examine(Given.server().asStandby()));
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new StandbyLockConflict(), given);
  }
}
