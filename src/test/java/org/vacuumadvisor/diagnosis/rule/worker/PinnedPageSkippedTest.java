package org.vacuumadvisor.diagnosis.rule.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.VerboseRun;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.evidence.Evidence;

class PinnedPageSkippedTest {
  @Test
  void isSilentAboutAFewRowsOnAPage() {
    assertEquals(List.of(), examine("0", 7, 1));
  }

  @Test
  void speaksFromTenPagesAndAHundredRowsOn() {
    assertEquals(1, examine("1000", 100, 10).size());
    assertEquals(List.of(), examine("1000", 99, 10));
    assertEquals(List.of(), examine("1000", 100, 9));
  }

  /// Of 9,901 rows 1 % are 99.01.
  @Test
  void isSilentBelowAHundredthOfTheWork() {
    assertEquals(1, examine("9900", 100, 10).size());
    assertEquals(List.of(), examine("9901", 100, 10));
  }

  @Test
  void cannotTellWithoutLogs() {
    assertEquals(
        List.of("the server's log"), Verdicts.lacks(new PinnedPageSkipped(), Given.server()));
  }

  private static List<Finding> examine(String removed, long rows, long pages) {
    var missed =
        "tuples missed: %d dead from %d pages not removed due to cleanup lock contention\n"
            .formatted(rows, pages);
    var log =
        VerboseRun.of(
            "400",
            removed,
            missed,
            "not needed: 0 pages from table (0.00% of total) had 0 dead item identifiers removed");
    return Verdicts.findings(new PinnedPageSkipped(), Evidence.of(Logs.history(log)));
  }
}
