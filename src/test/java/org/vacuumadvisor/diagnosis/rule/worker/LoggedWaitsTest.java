package org.vacuumadvisor.diagnosis.rule.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.RunText;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.workload.Confidence;

/// A queue whose vacuums take a second each, and giants that keep all workers from it meanwhile.
class LoggedWaitsTest {
  /// Five runs show a habit. A wait is five minutes, five times the usual, and no worker is free
  /// for four fifths of it. The first four vacuums end `every` seconds after each other.
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # every, gap, giant, waits
          60,    300, 240,   true
          60,    300, 239,   false
          60,    299, 299,   false
          120,   595, 595,   true
          120,   594, 594,   false
          """)
  void holdsAWaitAgainstTheUsualOne(long every, long gap, long giant, boolean waits) {
    var log = new StringBuilder();
    for (int run = 1; run <= 4; run++) {
      log.append(queue(run * every, 1));
    }
    log.append(giant("big", 4 * every, giant)).append(queue(4 * every + gap + 1, 1));

    assertEquals(waits ? 1 : 0, findings(Logs.evidence(log.toString())).size());
  }

  /// Of two runs a wait of half an hour tells, where 10,000 rows waited and both workers were busy
  /// for 95 % of it.
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # rows,  gap,  giants, waits
          10000,   1800, 1710,   true
          9999,    1800, 1710,   false
          10000,   1799, 1799,   false
          10000,   1800, 1709,   false
          """)
  void holdsALoneWaitAgainstHalfAnHour(long rows, long gap, long giants, boolean waits) {
    assertEquals(waits ? 1 : 0, findings(Logs.evidence(lone(rows, gap, giants))).size());
  }

  /// One worker is busy with one table whenever it is not at the other.
  @Test
  void isSilentAboutALoneWaitForTheOnlyWorker() {
    var log = queue(60, 10_000) + giant("big", 60, 1_800) + queue(1_861, 10_000);

    assertEquals(List.of(), findings(Logs.evidence(log)));
  }

  @Test
  void isSureWhereTheNumberOfWorkersIsShown() {
    var log = Logs.history(lone(10_000, 1_800, 1_800));
    var told = findings(Evidence.of(log)).getFirst();
    var shown =
        findings(Given.server().with(Setting.AUTOVACUUM_MAX_WORKERS, "2").evidence().with(log))
            .getFirst();

    assertEquals(Confidence.LOW, told.confidence());
    assertEquals("SHOW autovacuum_max_workers; the log shows 2 at most.", told.surer());
    assertEquals(Confidence.HIGH, shown.confidence());
    assertNull(shown.surer());
  }

  @Test
  void provesTheLongestWaitsFirst() {
    var log =
        lone(10_000, 1_800, 1_800)
            + RunText.vacuum("shop.public.other").at(Duration.ofMinutes(1)).rows(20_000, 9)
            + RunText.vacuum("shop.public.other").at(Duration.ofSeconds(1_951)).rows(20_000, 9);
    var finding = findings(Logs.evidence(log)).getFirst();

    assertEquals(
        List.of(
            "public.other was not vacuumed for: 31 min 30 s",
            "public.queue was not vacuumed for: 30 min",
            "of that, all workers were busy elsewhere for: 30 min",
            "a wait: 30 min, and 95 % of it without a free worker"),
        Verdicts.facts(finding).stream().filter(each -> !each.startsWith("at:")).toList());
    assertTrue(
        finding.headline().startsWith("public.other waited 31 min 30 s for a vacuum"),
        finding.headline());
  }

  /// Two vacuums of the queue, and two giants that begin as the first of them ends.
  private static String lone(long rows, long gap, long giants) {
    return queue(60, rows)
        + giant("big", 60, giants)
        + giant("bigger", 60, giants)
        + queue(60 + gap + 1, rows);
  }

  private static String queue(long end, long rows) {
    return RunText.vacuum("shop.public.queue")
        .at(Duration.ofSeconds(end))
        .rows(rows, 100)
        .toString();
  }

  private static String giant(String name, long start, long seconds) {
    return RunText.vacuum("shop.public." + name)
        .at(Duration.ofSeconds(start + seconds))
        .took((double) seconds)
        .toString();
  }

  private static List<Finding> findings(Evidence evidence) {
    return LoggedWaits.of(evidence).findings(new WorkerStarvation());
  }
}
