package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.evidence.Evidence;

/// Texts that tell of no vacuum, as logs and as pastes.
class NothingToldTest {
  /// A report in a language whose catalogue of messages is not known.
  private static final String JAPANESE =
      """
      情報:  "shop.public.orders"をVACUUMしています
      情報:  "shop.public.orders"のVACUUMが完了: 1
      ページ: 0, 8, 8 (100.00%)
      読み取り: 9.214 MB/s, 書き込み: 9.214 MB/s
      """;

  @Test
  void saysWhatAnInputIsThatTellsOfNoVacuum() {
    assertEquals("There is nothing in the input", log("").headline());
    assertEquals(
        "The input is no log of PostgreSQL and no output of psql",
        log("root:x:0:0:root:/root:/bin/sh\n").headline());
    assertEquals("No VACUUM or ANALYZE is told of here", log(connection()).headline());
    assertEquals("The input is not text", log("\u0000\u0001\u0000\u0002".repeat(200)).headline());
  }

  @Test
  void countsNoVacuumAndSaysWhatAServerLogs() {
    assertEquals(
        List.of(
            "vacuums and analyzes told of: 0",
            "a server logs autovacuum's runs: up to 14 none, from 15 on those of 10 minutes and"
                + " more"),
        Verdicts.facts(log(connection())));
    assertTrue(log(connection()).explanation().contains("log_autovacuum_min_duration is 0"));
  }

  /// An ANALYZE looks at a sample: it tells nothing of what vacuums leave behind.
  @Test
  void callsNothingHealthyWhereOnlyAnAnalyzeIsToldOf() {
    var assessment =
        Advisor.assessLogs(
            Logs.history(
                """
                INFO:  analyzing "public.orders"
                INFO:  "orders": scanned 30000 of 41000 pages, containing 264294 live rows and 0 dead rows; 30000 rows in sample, 361201 estimated total rows
                """));

    assertEquals(Condition.NOTHING_WRONG_SHOWN, assessment.judgement().condition());
    assertEquals(Finding.NEED_MORE_DATA, assessment.findings().getFirst().id());
  }

  @Test
  void asksForEnglishWhereMessagesAreTranslated() {
    var finding = log(JAPANESE);

    assertEquals("The messages are in another language than English", finding.headline());
    assertEquals(
        List.of(new Remedy.Act("Set lc_messages = 'C' and take the output again.")),
        finding.remedies());
    assertTrue(finding.explanation().contains("in a language"));
  }

  @Test
  void asksForTheLogOfADayWhereOneTellsOfNoVacuum() {
    var remedy = (Remedy.Act) log(connection()).remedies().getFirst();

    assertTrue(remedy.what().startsWith("Set log_autovacuum_min_duration = 0, wait a day"));
  }

  @Test
  void asksForFiguresWhereAPasteTellsNothing() {
    var finding = paste("Our tables are slow since Tuesday.\n").getFirst();

    assertEquals(
        "No figure, plan or message in this text tells anything about VACUUM", finding.headline());
    assertEquals(
        List.of("dead rows and vacuums of the tables", "open transactions"),
        finding.remedies().stream().map(each -> ((Remedy.Ask) each).question().what()).toList());
  }

  /// What was pasted is understood to be VACUUM's, in another language.
  @Test
  void asksForEnglishOfAPasteAsWell() {
    assertEquals(
        "The messages are in another language than English", paste(JAPANESE).getFirst().headline());
  }

  @Test
  void isSilentWhereAVacuumIsToldOf() {
    var log = RunText.vacuum("shop.public.orders").toString();

    assertFalse(
        Verdicts.findings(new NeedMoreData(), Logs.evidence(log)).stream()
            .anyMatch(Finding::isQuestion));
  }

  private static String connection() {
    return "2026-11-21 00:00:00.000 UTC [4711] LOG:  connection received: host=[local]\n";
  }

  private static Finding log(String text) {
    return Verdicts.findings(new NeedMoreData(), Logs.evidence(text)).getFirst();
  }

  private static List<Finding> paste(String text) {
    var coverage = Pasted.evidence(text).survey().coverage();
    return Verdicts.findings(new NeedMoreData(), Evidence.of(Logs.history(text), coverage));
  }
}
