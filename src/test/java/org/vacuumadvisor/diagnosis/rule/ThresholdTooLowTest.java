package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;

/// A table of 16 rows comes to be vacuumed for 50 + 0.2 × 16 = 53 dead rows.
class ThresholdTooLowTest {
  @Test
  void isSilentAboutATableThatIsVacuumedNowAndThen() {
    assertEquals(List.of(), examine(reset(tiny(99, 6_000))));
  }

  @Test
  void speaksOfATinyTableVacuumedAllDay() {
    var finding = examine(reset(tiny(100, 6_000))).getFirst();

    assertEquals(
        "public.locks is vacuumed 100 times a day, for 60 dead rows each time", finding.headline());
    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        new Goal.DeadRowsAtLeast(1_000, 100, 60),
        ((Remedy.Tune) finding.remedies().getFirst()).goal());
  }

  @Test
  void isSilentWhereEachVacuumHasSomethingToDo() {
    assertEquals(List.of(), examine(reset(tiny(100, 100_000))));
    assertEquals(List.of(), examine(reset(tiny(100, 6_000).rows(10_000))));
  }

  @Test
  void isSilentWhereNobodyKnowsSinceWhen() {
    var unknown = Given.server().with(tiny(100, 6_000));

    assertEquals(List.of(), examine(unknown));
    assertEquals(
        List.of("when the counters began"), Verdicts.lacks(new ThresholdTooLow(), unknown));
  }

  private static Given reset(TableGiven table) {
    return Given.server().statisticsReset(Duration.ofDays(1)).with(table);
  }

  private static TableGiven tiny(long vacuums, long updated) {
    return Given.table("locks").rows(16).written(0, updated, 0).autovacuums(vacuums);
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new ThresholdTooLow(), given.evidence());
  }
}
