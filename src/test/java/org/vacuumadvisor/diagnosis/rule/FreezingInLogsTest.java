package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.vacuumadvisor.diagnosis.rule.RunText.vacuum;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
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

  /// More than 200 million transactions behind, the cutoff is what the vacuum cannot pass.
  @Test
  void saysWhatKeepsAForcedVacuumFromGaining() {
    var young = stuck(3);
    var old = stuck(300_000_000);

    assertTrue(young.explanation().contains("Old row versions must be left on pages"));
    assertTrue(old.explanation().contains("that is held back"));
    assertEquals(
        List.of(
            "forced vacuums in a row without a new relfrozenxid: 2",
            "vacuums to prevent wraparound: 2",
            "age of the removable cutoff: 3",
            "limit: 2 in a row"),
        Verdicts.facts(young));
  }

  private static Finding stuck(long cutoffAge) {
    var log =
        vacuum(EVENTS).forced().kept(0, "5000", cutoffAge).toString()
            + vacuum(EVENTS).forced().kept(0, "5000", cutoffAge).at(Duration.ofMinutes(1));
    return Logs.finding("wraparound-table-cannot-advance", log);
  }

  /// Up to 15 a vacuum does not say what it froze, up to 14 only what it skipped as frozen: a tenth
  /// of 131,072 pages, or more than half of them.
  @Test
  void readsOfOlderReleasesWhatAVacuumHadToRead() {
    assertTrue(Logs.ids(read("131072 scanned (100.00% of total)")).contains("insert-only-freeze"));
    assertTrue(Logs.ids(read("65536 scanned (50.00% of total)")).contains("insert-only-freeze"));
    assertFalse(Logs.ids(read("65405 scanned (49.90% of total)")).contains("insert-only-freeze"));
    assertTrue(
        Logs.ids(read("0 skipped due to pins, 65536 skipped frozen"))
            .contains("insert-only-freeze"));
    assertFalse(
        Logs.ids(read("0 skipped due to pins, 65537 skipped frozen"))
            .contains("insert-only-freeze"));
  }

  private static String read(String pages) {
    return """
    2026-11-21 10:00:00.000 UTC [9] LOG:  automatic aggressive vacuum to prevent wraparound of table "shop.public.events": index scans: 0
    	pages: 0 removed, 131072 remain, %s
    	tuples: 0 removed, 13000000 remain, 0 are dead but not yet removable, oldest xmin: 70
    	avg read rate: 0.000 MB/s, avg write rate: 0.000 MB/s
    	buffer usage: 4000 hits, 0 misses, 0 dirtied
    	system usage: CPU: user: 0.01 s, system: 0.00 s, elapsed: 700.00 s
    """
        .formatted(pages);
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
