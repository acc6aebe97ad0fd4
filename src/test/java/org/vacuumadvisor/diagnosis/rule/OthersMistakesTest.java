package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

/// Rules that well-known tools get wrong: ours do not.
class OthersMistakesTest {
  /// A script divides HOT updates by HOT and all updates together, which contain them: its "below
  /// 80 %" is always true.
  @Test
  void countsHotUpdatesAsPartOfAllUpdates() {
    var mostlyHot =
        Given.server()
            .with(Given.table("a").rows(10_000).pages(2_000).indexed().updated(100_000, 79_000, 0));

    assertFalse(ids(mostlyHot).contains("low-hot-ratio"));
  }

  /// A check looks for the text `autovacuum_enabled=off`.
  @ParameterizedTest
  @ValueSource(strings = {"off", "false", "no", "0", "f", "n", "OFF", "of"})
  void knowsEverySpellingOfOff(String spelling) {
    assertTrue(
        ids(Given.server().with(Given.table("a").with("autovacuum_enabled", spelling)))
            .contains("autovacuum-disabled"));
  }

  /// A check fires at ten elevenths of the threshold, before autovacuum would come.
  @Test
  void callsATableDueOnlyPastItsThreshold() {
    // 50 + 0.2 × 1,000,000
    var at = Given.server().with(Given.table("a").rows(1_000_000).dead(200_050)).evidence();
    var past = Given.server().with(Given.table("a").rows(1_000_000).dead(200_051)).evidence();

    assertEquals(0, at.pastVacuumThreshold().size());
    assertEquals(1, past.pastVacuumThreshold().size());
  }

  /// A simulator leaves the cap of 18 and the unfrozen share of the insert threshold out.
  @Test
  void computesThresholdsAsTheReleaseDoes() {
    var huge = Given.table("a").rows(1e9).pages(100_000).allFrozen(90_000);
    var on17 = Given.server(Release.V17).with(huge).evidence();
    var on18 = Given.server(Release.V18).with(huge).evidence();

    assertEquals(
        200_000_048, Math.round(on17.thresholds(on17.survey().relations().getFirst()).vacuum()));
    assertEquals(
        100_000_000, Math.round(on18.thresholds(on18.survey().relations().getFirst()).vacuum()));
    assertEquals(
        200_000_992, Math.round(on17.thresholds(on17.survey().relations().getFirst()).insert()));
    assertTrue(on18.thresholds(on18.survey().relations().getFirst()).insert() < 20_001_100);
  }

  /// Advice to double the memory for dead rows up to 1 GB is of no use from 17 on, where it is a
  /// tree.
  @Test
  void foretellsNoIndexPassesFrom17On() {
    var dead = Given.table("a").rows(400_000_000).indexed().dead(100_000_000);

    assertTrue(ids(Given.server(Release.V16).with(dead)).contains("index-passes"));
    assertFalse(ids(Given.server(Release.V17).with(dead)).contains("index-passes"));
  }

  /// A warning at `autovacuum_freeze_max_age` fires on every healthy busy server.
  @Test
  void doesNotWarnOfTheAgeAtWhichFreezingIsForced() {
    var busy = Given.server().databaseAge(210_000_000).with(Given.table("a").age(210_000_000));

    assertEquals(List.of("antiwraparound-normal", "healthy"), ids(busy));
  }

  /// A percentage of 2,200,000,000 overstates what is left: writes stop before 2^31.
  @Test
  void measuresTheWayToTheStopOfTheRelease() {
    // 1,200,000,000 of 2,144,483,647
    var finding = RuleBook.examine(Given.server().databaseAge(1_200_000_000).evidence()).getFirst();

    assertTrue(finding.headline().contains("56 %"), finding.headline());
  }

  /// Partitioned tables were excluded as noise; that nobody analyzes them is the finding.
  @Test
  void doesNotPassPartitionedTablesBy() {
    var parent = Given.table("p").kind(RelationKind.PARTITIONED_TABLE).rowsUnknown();
    var given =
        Given.server().with(parent).with(Given.table("p1").rows(50_000).partOf(Given.key(0).oid()));

    assertTrue(ids(given).contains("partition-parent-not-analyzed"));
  }

  /// A lower delay, or another charge for a page read, is what 12 and 14 have by default.
  @Test
  void recommendsNoDefaultAsNews() {
    var throttled =
        Given.server(Release.V14).with(Setting.AUTOVACUUM_MAX_WORKERS, "10").with(Given.table("a"));

    assertTrue(
        RuleBook.examine(throttled.evidence()).stream()
            .flatMap(each -> each.remedies().stream())
            .noneMatch(each ->
                each instanceof Remedy.Tune(_, var setting, _)
                    && (setting == Setting.AUTOVACUUM_VACUUM_COST_DELAY
                        || setting == Setting.VACUUM_COST_PAGE_MISS)));
  }

  private static List<String> ids(Given given) {
    return RuleBook.examine(given.evidence()).stream().map(Finding::id).toList();
  }
}
