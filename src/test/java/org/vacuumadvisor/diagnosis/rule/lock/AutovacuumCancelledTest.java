package org.vacuumadvisor.diagnosis.rule.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.TableKeys;

/// The message has the table in its context; three times are often.
class AutovacuumCancelledTest {
  @Test
  void speaksOfASingleTime() {
    assertEquals(List.of(Severity.INFO), severities(told(1)));
  }

  @Test
  void warnsOfWhatIsCancelledAgainAndAgain() {
    assertEquals(List.of(Severity.INFO), severities(told(2)));
    assertEquals(List.of(Severity.WARNING), severities(told(3)));
  }

  @Test
  void mentionsOnlyWhatHasRunToItsEndSince() {
    var since =
        "2026-11-20 03:00:00.000 UTC [91] LOG:  automatic vacuum of table \"shop.public.t\": index"
            + " scans: 1\n\tpages: 0 removed, 10 remain, 10 scanned (100.00% of total)\n"
            + "\ttuples: 5 removed, 100 remain, 0 are dead but not yet removable\n";

    assertEquals(List.of(Severity.INFO), severities(told(1) + since));
    assertEquals(List.of(Severity.ADVICE), severities(told(3) + since));
  }

  /// Not every run is logged: the counters of the server beside the log tell of it, too.
  @Test
  void knowsByTheCountersWhatHasRunToItsEndSince() {
    var before = Instant.parse("2026-11-20T01:00:00Z");
    var after = Instant.parse("2026-11-20T12:00:00Z");

    assertEquals(List.of(Severity.WARNING), beside(Given.table("t").vacuumed(before)));
    assertEquals(List.of(Severity.ADVICE), beside(Given.table("t").vacuumed(after)));
  }

  private static List<Severity> beside(TableGiven table) {
    var evidence = Given.server().with(table).evidence().with(Logs.history(told(3)));
    return Verdicts.findings(new AutovacuumCancelled(), evidence).stream()
        .map(Finding::severity)
        .toList();
  }

  @Test
  void namesNoTableWhereTheContextIsCutOff() {
    var finding =
        findings("2026-11-20 02:01:00.000 UTC [90] ERROR:  canceling autovacuum task\n").getFirst();

    assertEquals(new Subject.Cluster(), finding.subject());
    assertEquals("Autovacuum was cancelled once; of which table is cut off", finding.headline());
  }

  /// 1,000 rows: threshold 250. Autovacuum comes each minute; what takes its lock more often ends
  /// it.
  @Test
  void namesWhoAnalyzesADueTableMoreOftenThanAutovacuumComes() {
    assertEquals(List.of(Severity.WARNING), byHand(501, 100, 300, 3));
    assertEquals(List.of(Severity.ADVICE), byHand(251, 100, 300, 3));
    assertEquals(List.of(), byHand(250, 100, 300, 3)); // not due
    assertEquals(List.of(), byHand(501, 2, 300, 3)); // as often as autovacuum, or less
    assertEquals(List.of(), byHand(501, 100, 300, 61)); // the job has ended
    assertEquals(List.of(), byHand(501, 100, 119, 3)); // a vacuum was there two naps ago
  }

  /// A restart keeps the counters: 100 in two days are no more than two an hour.
  @Test
  void countsFromWhenTheCountersBegan() {
    assertEquals(List.of(), byHand(501, 100, 300, 3, Duration.ofDays(2)));
  }

  private static List<Severity> byHand(long dead, long analyzes, long vacuumed, long analyzed) {
    return byHand(dead, analyzes, vacuumed, analyzed, Duration.ofMinutes(10));
  }

  private static List<Severity> byHand(
      long dead, long analyzes, long vacuumed, long analyzed, Duration counted) {
    var table =
        Given.table("t")
            .dead(dead)
            .modifiedSinceAnalyze(0)
            .vacuumed(Given.NOW.minusSeconds(vacuumed))
            .with(TableKeys.LAST_ANALYZE, Given.NOW.minusSeconds(analyzed))
            .with(TableKeys.ANALYZE_COUNT, analyzes);
    var server =
        Given.server().startedAgo(Duration.ofMinutes(10)).checkpoints(1, 0, counted).with(table);
    return Verdicts.findings(new AutovacuumCancelled(), server.evidence()).stream()
        .map(Finding::severity)
        .toList();
  }

  @Test
  void cannotTellWithoutALog() {
    assertEquals(
        List.of("vacuums cancelled or skipped"),
        Verdicts.lacks(new AutovacuumCancelled(), Given.server()));
    assertTrue(findings("2026-11-20 02:00:00 UTC [9] LOG:  hello\n").isEmpty());
  }

  private static String told(int times) {
    var log = new StringBuilder();
    for (int each = 1; each <= times; each++) {
      log.append(
          """
          2026-11-20 02:0%1$d:00.000 UTC [90] ERROR:  canceling autovacuum task
          2026-11-20 02:0%1$d:00.000 UTC [90] CONTEXT:  automatic vacuum of table "shop.public.t"
          """
              .formatted(each));
    }
    return log.toString();
  }

  private static List<Severity> severities(String log) {
    return findings(log).stream().map(Finding::severity).toList();
  }

  private static List<Finding> findings(String log) {
    return Verdicts.findings(new AutovacuumCancelled(), Evidence.of(Logs.history(log)));
  }
}
