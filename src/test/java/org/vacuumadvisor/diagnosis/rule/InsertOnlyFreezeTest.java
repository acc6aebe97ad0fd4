package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;

/// 4,545.45 pages a second are read and changed at most: ten minutes for 2,727,273 pages.
class InsertOnlyFreezeTest {
  @Test
  void isSilentWhileTheForcedVacuumIsFar() {
    assertEquals(List.of(), examine(log(3_000_000, 99_999_999)));
  }

  @Test
  void speaksOfALogThatWasNeverFrozen() {
    var finding = examine(log(3_000_000, 100_000_000)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertTrue(finding.headline().startsWith("The forced vacuum of public.log will have"));
    assertEquals(2, finding.remedies().size());
    assertInstanceOf(
        Goal.FrozenWithEachVacuum.class, ((Remedy.Tune) finding.remedies().get(1)).goal());
  }

  @Test
  void speaksFromTenMinutesOfWorkOn() {
    assertEquals(List.of(), examine(log(2_727_272, 150_000_000)));
    assertEquals(1, examine(log(2_727_273, 150_000_000)).size());
  }

  @Test
  void isSilentWhereMostIsFrozen() {
    assertEquals(
        List.of(),
        examine(
            Given.server()
                .with(
                    table(9_000_000, 150_000_000)
                        .allFrozen(4_500_001)
                        .written(1_000_000_000, 0, 0))));
  }

  @Test
  void isSilentWhereRowsChangeAndWhereNothingIsKnown() {
    assertEquals(
        List.of(),
        examine(Given.server().with(table(3_000_000, 150_000_000).written(100, 900, 0))));
    assertEquals(List.of(), examine(Given.server().with(table(3_000_000, 150_000_000))));
  }

  private static Given log(long pages, long age) {
    return Given.server().with(table(pages, age).written(1_000_000_000, 0, 0));
  }

  private static TableGiven table(long pages, long age) {
    return Given.table("log").rows(1e9).pages(pages).age(age);
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new InsertOnlyFreeze(), given.evidence());
  }
}
