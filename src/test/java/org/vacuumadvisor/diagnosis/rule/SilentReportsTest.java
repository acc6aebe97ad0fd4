package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.Condition;

/// Vacuums of which the deciding line was not copied, or is in other words.
class SilentReportsTest {
  private static final String FOUND =
      """
      INFO:  vacuuming "public.parcels"
      INFO:  "parcels": found 12 removable, 90012 nonremovable row versions in 800 out of 800 pages
      """;

  private static final String KEPT = "DETAIL:  %d dead row versions cannot be removed yet.\n";

  private static Condition verdict(String log) {
    return Advisor.assessLogs(Logs.history(log)).judgement().condition();
  }

  @Test
  void callsNothingWrongAndSaysWhatIsNotShown() {
    assertEquals(Condition.NOTHING_WRONG_SHOWN, verdict(FOUND + KEPT.formatted(3)));
    assertEquals(Condition.NOTHING_WRONG_SHOWN, verdict(FOUND));
    assertTrue(Logs.findings(FOUND).stream().anyMatch(each -> each.isQuestion()));
    assertTrue(
        Logs.findings(FOUND + "DETAIL:  80000 rader kan inte tas bort, xmin: 7000\n").stream()
            .anyMatch(each -> each.isQuestion()));
  }

  @Test
  void asksWhoHoldsTheRowsAndForTheWholeReport() {
    var question =
        Logs.findings(FOUND).stream().filter(each -> each.isQuestion()).findFirst().orElseThrow();

    assertEquals(
        "The vacuum of public.parcels does not show how many dead rows it had to keep",
        question.headline());
    assertTrue(question.remedies().size() > 1);
  }

  @Test
  void forgivesAReportThatRotationCutAmongMany() {
    var log = new StringBuilder(FOUND.replace("parcels", "cut"));
    for (int table = 0; table < 12; table++) {
      log.append((FOUND + KEPT.formatted(3)).replace("parcels", "parcels" + table));
    }

    assertFalse(
        Logs.findings(log.toString()).stream()
            .anyMatch(each -> each.headline().contains("does not show")));
  }

  @Test
  void leavesALineAboutPinnedPagesToItsRule() {
    var line = "tuples missed: 3 dead from 1 pages not removed due to cleanup lock contention\n";

    assertFalse(
        Logs.findings(line).stream().anyMatch(each -> each.headline().contains("does not show")));
  }
}
