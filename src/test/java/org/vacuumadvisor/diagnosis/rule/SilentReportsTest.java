package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.paste.Paste;

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

  /// Nothing wrong needs a figure that could have been wrong.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "INFO:  vacuuming \"public.orders\"\n",
        """
        INFO:  vacuuming "public.orders"
        SHOW autovacuum_naptime;
         autovacuum_naptime
        --------------------
         1s
        (1 row)
        """,
        """
        2026-09-24 01:41:51.298 UTC [9] LOG:  automatic vacuum of table "shop.public.orders": index sca
        2026-09-24 01:41:51.352 UTC [9] LOG:  automatic analyze of table "shop.public.orders"
        """,
      })
  void headingsAloneAreNothingToJudge(String text) throws SourceException {
    var told = Advisor.assess(List.of(new Paste.Text("pasted", text)));

    assertEquals(Condition.NOTHING_TO_JUDGE, told.judgement().condition());
    assertTrue(
        told.recommendations().stream()
            .anyMatch(each -> each.title().startsWith("Show the lines behind the headings")));
  }
}
