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
    assertEquals(List.of(), examine(Given.server().asStandby().conflicts(0, 50)));
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
    var older = Given.server().asStandby().taken(Duration.ofMinutes(1), 5).conflicts(8, 0);
    var newer = Given.server().asStandby().conflicts(9, 0);

    assertEquals(
        Severity.WARNING,
        new StandbyLockConflict().examine(newer.after(older)).toList().getFirst().severity());
  }

  @Test
  void isSilentWhereNobodyCounted() {
    assertEquals(List.of(), examine(Given.server().asStandby()));
  }

  private static List<Finding> examine(Given given) {
    return new StandbyLockConflict().examine(given.evidence()).toList();
  }
}
