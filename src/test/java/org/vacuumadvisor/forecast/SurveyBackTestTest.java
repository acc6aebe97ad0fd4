package org.vacuumadvisor.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Setting;

/// Three surveys, 1,000 and 2,000 seconds apart, of a table of 1,000 rows of which one a second is
/// updated: its threshold is 50 + 0.2 × 1,000 = 250.
class SurveyBackTestTest {
  private static TableGiven orders(long updated, long dead, long autovacuums) {
    return Given.table("orders").written(0, updated, 0).dead(dead).autovacuums(autovacuums);
  }

  private static TableGiven other(long inserted) {
    return Given.table("other").written(inserted, 0, 0);
  }

  private static Survey oldest(TableGiven... tables) {
    return survey(3_000, tables);
  }

  private static Survey middle(TableGiven... tables) {
    return survey(2_000, tables);
  }

  private static Survey newest(TableGiven... tables) {
    return survey(0, tables);
  }

  private static Survey survey(long secondsAgo, TableGiven... tables) {
    var given = Given.server();
    for (var table : tables) {
      given = given.with(table);
    }
    return given.taken(Duration.ofSeconds(secondsAgo), 10_000 - secondsAgo).survey();
  }

  /// A vacuum is due 251 s after the last and comes at the next minute, each 300 s: six times, the
  /// first after 251 to 311 s. After the sixth 189 to 249 s are left.
  @Test
  void foreseesTheLastSurveyFromTheFirstTwo() {
    var test =
        SurveyBackTest.of(
            List.of(
                oldest(orders(5_000, 0, 1)),
                middle(orders(6_000, 0, 1)),
                newest(orders(8_000, 210, 7))));

    assertEquals(Duration.ofSeconds(2_000), test.hidden());
    var orders = test.tables().getFirst();
    assertEquals(new Foreseen(6, 6), orders.vacuums());
    assertEquals(210, orders.dead().seen());
    assertEquals(219, orders.dead().foreseen(), 30.5);
    assertEquals(10 * 8192, orders.heapBytes().seen());
    assertEquals(new Foreseen(6, 6), test.sum(TableOutcome::vacuums));
  }

  /// The arithmetic comes whenever 250 rows are dead, and the eighth time would be at the very end.
  @Test
  void countsWhatTheThresholdAloneWouldSay() {
    var test =
        SurveyBackTest.of(
            List.of(
                oldest(orders(5_000, 0, 1)),
                middle(orders(6_000, 0, 1)),
                newest(orders(8_000, 210, 7))));

    assertEquals(7, test.naive());
  }

  /// Since the second survey a vacuum comes after 100 dead rows, at the minutes after 101: each 120
  /// s instead of 300.
  @Test
  void goesByTheSettingsOfTheLastSurveyAndNamesWhatChanged() {
    var test =
        SurveyBackTest.of(
            List.of(
                oldest(orders(5_000, 0, 1)),
                middle(orders(6_000, 0, 1)),
                newest(
                    orders(8_000, 60, 17)
                        .with("autovacuum_vacuum_threshold", "100")
                        .with("autovacuum_vacuum_scale_factor", "0"))));

    assertEquals(
        List.of(
            "public.orders, autovacuum_vacuum_scale_factor: not set → 0",
            "public.orders, autovacuum_vacuum_threshold: not set → 100"),
        test.settingsChanged());
    assertEquals(16, test.tables().getFirst().vacuums().foreseen(), 1);
  }

  @Test
  void namesSettingsOfTheServerThatChanged() {
    var older = Given.server().with(Setting.AUTOVACUUM_NAPTIME, "60").with(orders(5_000, 0, 1));
    var middle = Given.server().with(Setting.AUTOVACUUM_NAPTIME, "60").with(orders(6_000, 0, 1));
    var newer = Given.server().with(Setting.AUTOVACUUM_NAPTIME, "10").with(orders(8_000, 0, 7));

    var test =
        SurveyBackTest.of(
            List.of(
                older.taken(Duration.ofSeconds(3_000), 1_000).survey(),
                middle.taken(Duration.ofSeconds(2_000), 2_000).survey(),
                newer.survey()));

    assertEquals(List.of("autovacuum_naptime: 60 → 10"), test.settingsChanged());
  }

  @Test
  void leavesOutTablesWhoseCountersFell() {
    var fell =
        SurveyBackTest.of(
            List.of(
                oldest(orders(0, 0, 1), other(100)),
                middle(orders(0, 0, 1), other(200)),
                newest(orders(0, 0, 1), other(150))));
    var fellInBetween =
        SurveyBackTest.of(
            List.of(
                oldest(orders(0, 0, 1), other(100)),
                middle(orders(0, 0, 1), other(200)),
                survey(1_000, orders(0, 0, 1), other(10)),
                newest(orders(0, 0, 1), other(900))));
    var fewerVacuums =
        SurveyBackTest.of(
            List.of(
                oldest(orders(0, 0, 9), other(100)),
                middle(orders(0, 0, 9), other(200)),
                newest(orders(0, 0, 2), other(300))));

    assertEquals(1, fell.leftOut());
    assertEquals(1, fellInBetween.leftOut());
    assertEquals("other", fewerVacuums.tables().getFirst().table().name());
    assertEquals(1, fewerVacuums.tables().size());
  }

  @Test
  void leavesOutTablesThatNotAllSurveysCount() {
    var test =
        SurveyBackTest.of(
            List.of(
                oldest(orders(0, 0, 1), other(100)),
                middle(orders(0, 0, 1), other(100)),
                newest(orders(0, 0, 1), other(100).notCounted())));

    assertEquals(1, test.leftOut());
  }

  @Test
  void saysWhyItCannotBe() {
    refused("needs three surveys", middle(orders(0, 0, 1)), newest(orders(0, 0, 1)));
    refused(
        "one after the other",
        oldest(orders(0, 0, 1)),
        newest(orders(0, 0, 1)),
        middle(orders(0, 0, 1)));
    refused(
        "no table's counters went on",
        oldest(orders(9, 0, 1)),
        middle(orders(9, 0, 1)),
        newest(orders(0, 0, 0)));
  }

  private static void refused(String why, Survey... surveys) {
    var refused =
        assertThrows(IllegalArgumentException.class, () -> SurveyBackTest.of(List.of(surveys)));
    assertTrue(String.valueOf(refused.getMessage()).contains(why), refused.getMessage());
  }
}
