package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.TableKeys;

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

  /// After a load: more than 1000 + 0.2 × 10,000,000 rows were inserted since a vacuum.
  @Test
  void isSilentWhereInsertsBringAVacuum() {
    var older = Given.server().taken(Duration.ofMinutes(10), 5_000_000).with(loaded(0));

    assertEquals(1, examine(Given.server().with(loaded(2_001_000)).after(older)).size());
    assertEquals(List.of(), examine(Given.server().with(loaded(2_001_001)).after(older)));
  }

  private static TableGiven loaded(long inserted) {
    return table(0)
        .insertedSinceVacuum(inserted)
        .activity(new Activity(inserted, inserted, 0, 0, 0, 0, 50 * inserted, 500 * inserted));
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
            .without(TableKeys.all().toArray(Key<?>[]::new))
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
            .with(table(visible).activity(new Activity(50_000, 50_000, 0, 0, 0, 0, scans, rows)));
    return newer.after(older);
  }

  private static List<Finding> examine(Evidence evidence) {
    return Verdicts.findings(new VisibilityMapStale(), evidence);
  }
}
