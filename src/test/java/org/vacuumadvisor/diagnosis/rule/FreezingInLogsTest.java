package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.vacuumadvisor.diagnosis.rule.RunText.vacuum;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;

/// Wraparound and what prevents it, as far as logs tell.
class FreezingInLogsTest {
  private static final String EVENTS = "shop.public.events";

  /// 9,876,543 before the wrap are 6,876,543 before the limit of 14 and later.
  @Test
  void passesTheServersOwnWarningOn() {
    var finding =
        Logs.findings(
                "2026-11-21 10:52:05.123 UTC [123] WARNING:  database \"shop\" must be vacuumed"
                    + " within 9876543 transactions\n")
            .getFirst();

    assertEquals("wraparound-near", finding.id());
    assertEquals(Severity.CRITICAL, finding.severity());
    assertEquals(new Subject.OfDatabase("shop"), finding.subject());
    assertEquals(
        "Database shop: 6.88 million transactions until writes stop (99.68 % used)",
        finding.headline());
  }

  @Test
  void tellsThatTheServerStopped() {
    var log =
        "2026-11-21 10:52:05.123 UTC [123] ERROR:  database is not accepting commands that assign"
            + " new transaction IDs to avoid wraparound data loss in database \"shop\"\n";

    assertEquals(List.of("wraparound-shutdown"), Logs.troubles(log));
  }

  @Test
  void tellsThatMultixactsRunOut() {
    var log =
        "2026-11-21 10:52:05.123 UTC [123] WARNING:  database \"shop\" must be vacuumed before"
            + " 39999999 more MultiXactIds are used\n";

    assertEquals(List.of("multixact-near"), Logs.troubles(log));
  }

  /// Members have space of their own: the ages may be low, so that no age selects a table.
  @Test
  void tellsMembersOfMultixactsFromTheirIds() {
    var finding =
        Logs.finding(
            "multixact-near",
            "2026-11-21 10:52:05.123 UTC [123] ERROR:  multixact \"members\" limit exceeded\n");

    assertEquals(
        "New multixacts are refused: the space for their members is used up", finding.headline());
  }

  @Test
  void callsAForcedVacuumThatCameFarTooLateNoRoutine() {
    var log = vacuum(EVENTS).forced().advanced(1_750_000_000).toString();

    assertEquals("wraparound-near", Logs.troubles(log).getFirst());
    assertFalse(Logs.ids(log).contains("antiwraparound-normal"));
  }

  @Test
  void callsAForcedVacuumThatAdvancesNormal() {
    var log = vacuum(EVENTS).forced().advanced(150_000_000).toString();

    assertEquals(List.of(), Logs.troubles(log));
    assertTrue(Logs.ids(log).contains("antiwraparound-normal"));
  }

  @Test
  void speaksOfForcedVacuumsThatGainNothing() {
    var once = vacuum(EVENTS).forced().toString();
    var twice = once + vacuum(EVENTS).forced().at(Duration.ofMinutes(1));

    assertFalse(Logs.ids(once).contains("wraparound-table-cannot-advance"));
    assertTrue(Logs.ids(twice).contains("wraparound-table-cannot-advance"));
  }

  @Test
  void isSilentOnceAForcedVacuumAdvances() {
    var log =
        vacuum(EVENTS).forced().toString()
            + vacuum(EVENTS).forced().at(Duration.ofMinutes(1))
            + vacuum(EVENTS).forced().at(Duration.ofMinutes(2)).advanced(100);

    assertFalse(Logs.ids(log).contains("wraparound-table-cannot-advance"));
  }

  @Test
  void speaksOfTablesThatComeDueTogether() {
    assertTrue(Logs.ids(together(3, Duration.ofMinutes(5))).contains("freeze-collision"));
    assertFalse(Logs.ids(together(2, Duration.ofMinutes(5))).contains("freeze-collision"));
    assertFalse(Logs.ids(together(3, Duration.ofHours(2))).contains("freeze-collision"));
  }

  /// 131,072 pages of 8 kB are 1 GB.
  @Test
  void speaksOfAGrowingTableThatIsFrozenAllAtOnce() {
    assertTrue(Logs.ids(grown(131_072, 100)).contains("insert-only-freeze"));
    assertFalse(Logs.ids(grown(131_071, 100)).contains("insert-only-freeze"));
    assertFalse(Logs.ids(grown(131_072, 500_000)).contains("insert-only-freeze"));
  }

  private static String grown(long pages, long removed) {
    return vacuum(EVENTS)
        .forced()
        .advanced(150_000_000)
        .pages(pages, pages)
        .rows(removed, 10_000_000)
        .frozen(pages, "99.00")
        .toString();
  }

  private static String together(int tables, Duration apart) {
    var log = new StringBuilder();
    for (int each = 0; each < tables; each++) {
      log.append(
          vacuum("shop.public.t" + each)
              .forced()
              .advanced(1)
              .took(900)
              .at(apart.multipliedBy(each).plusMinutes(15)));
    }
    return log.toString();
  }
}
