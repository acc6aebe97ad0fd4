package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.workload.Confidence;

/// A table of 100,000 rows, each updated more than once.
class LowHotRatioTest {
  @Test
  void isSilentWhereMostUpdatesAreHot() {
    assertEquals(List.of(), examine(updated(200_000, 100_000, 90_000)));
  }

  @Test
  void asksForRoomWherePagesHaveNone() {
    var finding = examine(updated(200_000, 80_000, 110_000)).getFirst();

    assertEquals(
        "Only 40 % of the updates of public.orders are HOT: their pages have no room",
        finding.headline());
    assertInstanceOf(
        Goal.RoomForUpdates.class, ((Remedy.Tune) finding.remedies().getFirst()).goal());
  }

  /// No fillfactor helps where an indexed column changes.
  @Test
  void asksForNoRoomWhereAnIndexedColumnChanges() {
    var finding = examine(updated(200_000, 80_000, 1_000)).getFirst();

    assertTrue(finding.headline().endsWith("they change an indexed column"));
    assertTrue(finding.remedies().stream().allMatch(each -> each instanceof Remedy.Act));
  }

  /// Nothing is HOT, and much goes elsewhere: full pages look like that, and so does an indexed
  /// column.
  @Test
  void doesNotGuessTheCause() {
    var finding = examine(updated(200_000, 0, 150_000)).getFirst();

    assertEquals(Confidence.LOW, finding.confidence());
    assertEquals(List.of(), finding.remedies());
  }

  @Test
  void doesNotGuessTheCauseBefore16() {
    var finding =
        examine(
                Given.server(Release.V15)
                    .with(table().activity(new Activity(0, 200_000, 80_000, 0, 0, 0, 0, 0))))
            .getFirst();

    assertEquals(Confidence.LOW, finding.confidence());
    assertTrue(String.valueOf(finding.surer()).contains("16"));
  }

  @Test
  void waitsUntilEveryRowWasUpdatedTwice() {
    assertEquals(List.of(), examine(updated(199_999, 0, 0)));
    assertEquals(1, examine(updated(200_000, 0, 0)).size());
  }

  /// Half of the rows that came were updated once, most of them on another page: their own was full
  /// by then. Of all rows of the table few were.
  @Test
  void asksForRoomWhereRowsAreUpdatedSoonAfterTheyCame() {
    var finding = lately(30_000, 15_000, 6_000, 8_000).getFirst();

    assertEquals(
        "Only 40 % of the updates of public.orders are HOT: their pages have no room",
        finding.headline());
    assertInstanceOf(
        Goal.RoomForUpdates.class, ((Remedy.Tune) finding.remedies().getFirst()).goal());
    assertEquals(List.of(), lately(30_000, 14_999, 6_000, 8_000));
    assertEquals(List.of(), lately(9_999, 15_000, 6_000, 8_000));
  }

  private static List<Finding> lately(long inserted, long updated, long hot, long newPage) {
    var older =
        Given.server().taken(Duration.ofMinutes(1), 1).with(table().activity(activity(0, 0, 0, 0)));
    var newer = Given.server().with(table().activity(activity(inserted, updated, hot, newPage)));
    return new LowHotRatio().examine(newer.after(older)).toList();
  }

  private static Activity activity(long inserted, long updated, long hot, long newPage) {
    return new Activity(inserted, updated, hot, 0, 0, 0, 0, 0, Reading.of(newPage));
  }

  @Test
  void isSilentWithoutIndexesAndCounters() {
    assertEquals(
        List.of(),
        examine(
            Given.server()
                .with(Given.table("orders").rows(100_000).pages(2_000).updated(200_000, 0, 0))));
    assertEquals(List.of(), examine(Given.server().with(table())));
  }

  private static Given updated(long all, long hot, long newPage) {
    return Given.server().with(table().updated(all, hot, newPage));
  }

  private static TableGiven table() {
    return Given.table("orders").rows(100_000).pages(2_000).indexed();
  }

  private static List<Finding> examine(Given given) {
    return new LowHotRatio().examine(given.evidence()).toList();
  }
}
