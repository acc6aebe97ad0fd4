package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Grouped;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Release;

/// A table of 100,000 pages that is read a hundred times as often as it is written.
class VisibilityMapStaleTest {
  @Test
  void isSilentWhereTheMapKnowsHalf() {
    assertEquals(List.of(), examine(sampled(50_000, 10_000_000)));
  }

  @Test
  void speaksOfAMapThatKnowsLittle() {
    var finding = examine(sampled(49_999, 10_000_000)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals("391 MB", finding.evidence().getFirst().value());
    assertTrue(finding.remedies().getFirst() instanceof Remedy.VacuumNow);
  }

  @Test
  void isSilentWhereWritesAreTheMatter() {
    assertEquals(List.of(), examine(sampled(1_000, 1_000)));
  }

  /// An index-only scan for one row would spare one page at the most: pgbench -S.
  @Test
  void isSilentWhereEachScanFindsOneRow() {
    assertEquals(List.of(), examine(sampled(1_000, 10_000_000, 10_000_000)));
    assertEquals(List.of(), examine(sampled(1_000, 10_000_000, 99_999_999)));
    assertEquals(1, examine(sampled(1_000, 10_000_000, 100_000_000)).size());
  }

  /// From 19 on a query that reads a page marks it, which `relallvisible` does not count.
  @Test
  void trustsTheMapLessWhereReadsSetIt() {
    var older = Given.server(Release.V19).taken(Duration.ofMinutes(10), 5_000_000).with(loaded(0));
    var finding =
        examine(Given.server(Release.V19).with(loaded(2_001_000)).after(older)).getFirst();

    assertEquals(Severity.INFO, finding.severity());
    assertEquals(List.of(), finding.remedies());
    assertTrue(String.valueOf(finding.surer()).contains("pg_visibility_map_summary"));
  }

  /// After a load: more than 1000 + 0.2 × 10,000,000 rows were inserted since a vacuum.
  @Test
  void isSilentWhereInsertsBringAVacuum() {
    var older = Given.server().taken(Duration.ofMinutes(10), 5_000_000).with(loaded(0));

    assertEquals(1, examine(Given.server().with(loaded(2_001_000)).after(older)).size());
    assertEquals(List.of(), examine(Given.server().with(loaded(2_001_001)).after(older)));
  }

  /// 8,192 bytes × 100,000 pages, of which 49,999 are marked.
  @Test
  void provesItWithPagesReadsAndTheThreshold() {
    assertEquals(
        List.of(
            "pages that an index-only scan has to visit, at most: 391 MB",
            "share of all-visible pages: 50 %",
            "index scans: 10,000,000",
            "rows fetched by index scans: 100,000,000",
            "dead rows: 0",
            "vacuum threshold: 2,000,050"),
        Verdicts.facts(examine(sampled(49_999, 10_000_000)).getFirst()).subList(0, 6));
  }

  /// 50 + 0.2 × 10,000,000: past it the table waits for a worker, or for what keeps its rows.
  @Test
  void isSilentWhereAVacuumIsDue() {
    var fetching =
        table(1_000)
            .with(TableKeys.INDEX_ONLY_ROWS, 100_000L)
            .with(TableKeys.HEAP_FETCHES, 50_000L);

    assertEquals(1, examine(Given.server().with(fetching.dead(2_000_050)).evidence()).size());
    assertEquals(List.of(), examine(Given.server().with(fetching.dead(2_000_051)).evidence()));
  }

  /// Where nobody shows the map a plan of a thousand fetches and half of the rows is a proof.
  @Test
  void takesAPlanAloneForAProof() {
    var finding = examine(plan(1_000, 2_000)).getFirst();

    assertEquals(
        "An index-only scan had to visit public.orders 1,000 times for 2,000 rows: their pages are"
            + " not all-visible",
        finding.headline());
    assertTrue(finding.remedies().getFirst() instanceof Remedy.VacuumNow);
    assertEquals(List.of(), examine(plan(999, 1_000)));
    assertEquals(List.of(), examine(plan(1_000, 2_001)));
  }

  /// An entry whose row is dead costs a visit as well (`IndexOnlyNext()`).
  @Test
  void tellsOfDeadRowsByMoreVisitsThanRows() {
    assertEquals(
        "An index-only scan had to visit public.orders 1,893,321 times for 17 rows: the others it"
            + " met are dead",
        examine(plan(1_893_321, 17)).getFirst().headline());
  }

  /// 0.05 of ten million rows is less than the threshold of 2,000,050: it should come earlier.
  @Test
  void asksForAVacuumNowAndForEarlierOnes() {
    var remedies = examine(sampled(49_999, 10_000_000)).getFirst().remedies();

    assertEquals(2, remedies.size());
    assertTrue(remedies.getLast() instanceof Remedy.Tune);
  }

  @Test
  void asksForAPlanUnlessOneIsShown() {
    var shown =
        table(1_000)
            .with(TableKeys.INDEX_ONLY_ROWS, 100_000L)
            .with(TableKeys.HEAP_FETCHES, 50_000L);

    assertNull(examine(Given.server().with(shown).evidence()).getFirst().surer());
    assertTrue(
        String.valueOf(examine(sampled(49_999, 10_000_000)).getFirst().surer())
            .contains("EXPLAIN (ANALYZE, BUFFERS)"));
  }

  @Test
  void passesByWhatAutovacuumDoesNotMind() {
    var shown =
        table(1_000)
            .with(TableKeys.INDEX_ONLY_ROWS, 100_000L)
            .with(TableKeys.HEAP_FETCHES, 50_000L);

    assertEquals(List.of(), examine(Given.server().asStandby().with(shown).evidence()));
    assertEquals(
        List.of(),
        examine(Given.server().with(shown.with("autovacuum_enabled", "off")).evidence()));
    assertEquals(List.of(), examine(Given.server().with(shown.inSchema("pg_catalog")).evidence()));
  }

  private static Evidence plan(long fetches, long rows) {
    return Given.server()
        .with(
            Given.table("orders")
                .without(TableKeys.ALL.toArray(Key<?>[]::new))
                .with(TableKeys.HEAP_FETCHES, fetches)
                .with(TableKeys.INDEX_ONLY_ROWS, rows))
        .evidence();
  }

  private static TableGiven loaded(long inserted) {
    return table(0)
        .insertedSinceVacuum(inserted)
        .activity(Grouped.activity(inserted, inserted, 0, 0, 0, 0, 50 * inserted, 500 * inserted));
  }

  @Test
  void isSilentWhereNothingIsKnownOfReads() {
    assertEquals(List.of(), examine(Given.server().with(table(1_000)).evidence()));
  }

  /// A plan with heap fetches says nothing without the state of the map.
  @Test
  void asksForTheMapWhereSomebodyShowsAPlan() {
    var plan =
        Given.table("orders")
            .without(TableKeys.ALL.toArray(Key<?>[]::new))
            .with(TableKeys.HEAP_FETCHES, 250_000L)
            .with(TableKeys.INDEX_ONLY_ROWS, 900_000L);

    assertEquals(
        List.of("share of all-visible pages"),
        Verdicts.lacks(new VisibilityMapStale(), Given.server().with(plan)));
  }

  /// Half of the rows of an index-only scan are fetched from the table: it is read by index.
  @Test
  void takesAPlanForAProofThatIndexesAreRead() {
    var fetching = table(1_000).with(TableKeys.INDEX_ONLY_ROWS, 100_000L);

    assertEquals(
        1,
        examine(Given.server().with(fetching.with(TableKeys.HEAP_FETCHES, 50_000L)).evidence())
            .size());
    assertEquals(
        List.of(),
        examine(Given.server().with(fetching.with(TableKeys.HEAP_FETCHES, 49_999L)).evidence()));
  }

  private static TableGiven table(long visible) {
    return Given.table("orders").rows(10_000_000).pages(100_000).allVisible(visible).indexed();
  }

  private static Evidence sampled(long visible, long scans) {
    return sampled(visible, scans, 10 * scans);
  }

  private static Evidence sampled(long visible, long scans, long rows) {
    var older =
        Given.server()
            .taken(Duration.ofMinutes(10), 5_000_000)
            .with(table(visible).activity(Activity.NONE));
    var newer =
        Given.server()
            .with(
                table(visible).activity(Grouped.activity(50_000, 50_000, 0, 0, 0, 0, scans, rows)));
    return newer.after(older);
  }

  private static List<Finding> examine(Evidence evidence) {
    return Verdicts.findings(new VisibilityMapStale(), evidence);
  }
}
