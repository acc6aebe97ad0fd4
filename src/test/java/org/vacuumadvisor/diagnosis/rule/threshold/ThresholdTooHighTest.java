package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.vacuumadvisor.model.TableKeys.MAIN_BYTES;
import static org.vacuumadvisor.model.TableKeys.N_DEAD_TUP;
import static org.vacuumadvisor.model.TableKeys.N_LIVE_TUP;
import static org.vacuumadvisor.model.TableKeys.N_TUP_DEL;
import static org.vacuumadvisor.model.TableKeys.RELPAGES;
import static org.vacuumadvisor.model.TableKeys.RELTUPLES;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.advice.Proposed;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.workload.Confidence;

/// The table has 100,000,000 rows on 1,000,000 pages of 8 kB, so a row takes 81.92 bytes. By
/// default V = 50 + 0.2 × 100,000,000 = 20,000,050 dead rows, about 1.5 GB; "much" is 1 GB.
class ThresholdTooHighTest {
  @Test
  void isSilentAboutTablesOfOrdinarySize() {
    assertEquals(List.of(), examine(Given.table("orders").rows(1_000_000).dead(200_000)));
  }

  @Test
  void speaksOfALargeTableThatWaitsForMuch() {
    var finding = examine(large().dead(16_000_000)).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(
        "Autovacuum waits for 20,000,050 dead rows in public.orders, 20 % of the table:"
            + " 16,000,000 now",
        finding.headline());
  }

  /// A tenth of the threshold has to be dead, 2,000,005 rows, before it has shown what it does.
  @Test
  void waitsForASignOfLife() {
    assertEquals(List.of(), examine(large().dead(2_000_004)));
    assertEquals(Severity.ADVICE, examine(large().dead(2_000_005)).getFirst().severity());
  }

  @Test
  void cannotTellWhereDeadRowsAreNotKnown() {
    assertEquals(List.of("dead rows"), lacks(large().dead(16_000_000).notCounted()));
    assertEquals(List.of("dead rows"), lacks(large().without(N_DEAD_TUP)));
  }

  /// 56 million rows of which 5 million are dead, and nothing else: autovacuum waits for 50 + 0.2 ×
  /// 56,000,000.
  @Test
  void takesNumbersOfRowsAloneForEnough() {
    var finding = examine(rowsAlone(56_000_000, 5_000_000)).getFirst();

    assertEquals(
        "By default autovacuum waits for 11,200,050 dead rows in public.orders, 20 % of the table:"
            + " 5,000,000 now",
        finding.headline());
    assertEquals(Confidence.MEDIUM, finding.confidence());
    assertTrue(String.valueOf(finding.surer()).contains("PostgreSQL's defaults are assumed"));
  }

  /// Rows of a table with a threshold of 1 million may take 28 bytes or 8 kB each.
  @Test
  void asksForTheSizeWhereNumbersOfRowsDoNotDecide() {
    assertEquals(List.of("size of the heap"), lacks(rowsAlone(5_000_000, 900_000)));
    // 131,000 rows of 8 kB are less than 1 GB; the table's own parameters may say otherwise
    assertEquals(
        List.of("autovacuum", "thresholds of autovacuum"), lacks(rowsAlone(654_000, 100_000)));
  }

  @Test
  void cannotTellTheThresholdWithoutTheNumberOfRows() {
    assertEquals(
        List.of("thresholds of autovacuum"),
        lacks(large().dead(16_000_000).without(RELTUPLES, N_LIVE_TUP)));
  }

  /// A vacuum has just left every page all-visible: 16 million dead rows are no more there, and
  /// their counters came late.
  @Test
  void asksForAMeasurementWhereTheVisibilityMapContradictsTheCounter() {
    var cleaned =
        large().pages(1_000_000).allVisible(1_000_000).dead(16_000_000).vacuumed(Given.NOW);

    assertEquals(List.of("dead rows"), lacks(cleaned));
    assertEquals(
        List.of("SELECT * FROM pgstattuple('public.orders')"),
        Verdicts.asks(new ThresholdTooHigh(), Given.server().with(cleaned)));
    assertEquals(1, examine(cleaned.vacuumed(Given.NOW.minusSeconds(61))).size());
    assertEquals(1, examine(cleaned.vacuumed(Given.NOW).allVisible(999_999)).size());
  }

  /// A threshold of 20,050 rows is not too high whether or not 5,000 of them are still there:
  /// nobody is sent to measure 8 MB.
  @Test
  void asksForNoMeasurementWhereTheThresholdIsLow() {
    var cleaned =
        Given.table("accounts")
            .rows(100_000)
            .pages(1_000)
            .allVisible(1_000)
            .dead(5_000)
            .vacuumed(Given.NOW);

    assertEquals(List.of(), lacks(cleaned));
    assertEquals(List.of(), examine(cleaned));
  }

  /// Then it is due: it waits for a worker, or its dead rows cannot be removed.
  @Test
  void isSilentPastTheThreshold() {
    assertEquals(1, examine(large().dead(20_000_050)).size());
    assertEquals(List.of(), examine(large().dead(20_000_051)));
  }

  @Test
  void isSilentWhereTheCatalogDoesNotKnowTheRows() {
    // then autovacuum counts with 0 rows, and comes at 51
    assertEquals(List.of(), examine(large().rowsUnknown().dead(16_000_000)));
  }

  /// Of a table of 100 million rows, one in a hundred: 50 + 0.01 × 100,000,000.
  @Test
  void asksForAScaleFactorAloneAndPredictsWhatTheServerWillCompute() {
    var given = Given.server().with(large().dead(16_000_000));
    var finding = examine(given).getFirst();

    assertEquals(
        Map.of("autovacuum_vacuum_scale_factor", "0.01"),
        Proposed.parameters(given.evidence(), finding));
    assertEquals("1,000,050", Proposed.predicted(given.evidence(), finding).low());
    assertEquals("20,000,050", Proposed.predicted(given.evidence(), finding).today());
  }

  /// A base of a million rows, set on the server, is added to whatever the scale factor gives.
  @Test
  void takesAHighBaseBack() {
    var given =
        Given.server()
            .with(Setting.AUTOVACUUM_VACUUM_THRESHOLD, "1000000")
            .with(large().dead(16_000_000));

    var finding = examine(given).getFirst();

    assertEquals(
        "50", Proposed.parameters(given.evidence(), finding).get("autovacuum_vacuum_threshold"));
    assertEquals("1,000,050", Proposed.predicted(given.evidence(), finding).high());
  }

  /// A fifth of 80 MB is little, but someone set more than half.
  @Test
  void speaksOfAThresholdThatSomeoneRaised() {
    var raised =
        Given.table("orders").rows(1_000_000).with("autovacuum_vacuum_scale_factor", "0.6");

    // the default comes at 50 + 0.2 × 1,000,000 = 200,050
    assertEquals(List.of(), examine(raised.dead(200_050)));
    assertEquals(Severity.WARNING, examine(raised.dead(200_051)).getFirst().severity());

    // the further away it is, the less of it is dead
    var never = Given.table("orders").rows(1_000_000).with("autovacuum_vacuum_scale_factor", "100");
    assertEquals(List.of(), examine(never.dead(200_050)));
    assertEquals(1, examine(never.dead(200_051)).size());
  }

  /// The later autovacuum comes, the worse; of 18 the cap ends it at 100,000,000.
  @ParameterizedTest
  @ValueSource(strings = {"0.2", "0.4", "1.2"})
  void isNoQuieterTheHigherTheThreshold(String scaleFactor) {
    var waits = large().dead(16_000_000).with("autovacuum_vacuum_scale_factor", scaleFactor);

    assertEquals(Severity.WARNING, examine(waits).getFirst().severity());
  }

  /// However fast its rows die: to vacuum a busy table less often than the default would was the
  /// mistake.
  @Test
  void asksForNoMoreThanTheDefaultOfABusyTableWhoseThresholdSomeoneRaised() {
    var older =
        Given.server()
            .taken(Duration.ofSeconds(60), 5_000_000)
            .with(busy().written(1_000_000, 0, 0));
    var evidence = Given.server().with(busy().written(1_000_000, 60_000, 0)).after(older);

    var finding = Verdicts.findings(new ThresholdTooHigh(), evidence).getFirst();

    // 50 + 0.2 × 1,000,000
    assertEquals("200,050", Proposed.predicted(evidence, finding).high());
  }

  private static TableGiven busy() {
    return Given.table("orders")
        .rows(1_000_000)
        .with("autovacuum_vacuum_scale_factor", "0.6")
        .dead(300_000);
  }

  /// A look just after a round has filled it says the same as one just before. Far past it
  /// something else keeps autovacuum away.
  @Test
  void speaksOfARaisedThresholdUntilItIsPassedTwice() {
    var raised =
        Given.table("orders").rows(1_000_000).with("autovacuum_vacuum_scale_factor", "0.6");

    assertEquals(1, examine(raised.dead(600_051)).size());
    assertEquals(1, examine(raised.dead(1_200_100)).size());
    assertEquals(List.of(), examine(raised.dead(1_200_101)));
  }

  /// 18 caps V at 100,000,000 (vector V4), 17 has 200,000,048 (V3).
  @Test
  void saysWhereTheCapRules() {
    var huge = Given.table("orders").rows(1e9).dead(90_000_000);
    var on18 = examine(Given.server(Release.V18).with(huge)).getFirst();
    var on17 = examine(Given.server(Release.V17).with(huge)).getFirst();

    assertTrue(on18.headline().contains("100,000,000 dead rows"));
    assertTrue(on18.evidence().get(1).source().contains("capped by"));
    assertTrue(on17.headline().contains("200,000,048 dead rows"));
    assertTrue(!on17.evidence().get(1).source().contains("capped by"));
  }

  /// Up to 16 a pass over the indexes removes at most what fits into the memory: 1 MB holds
  /// 1,048,576 / 6 = 174,762 row IDs.
  @Test
  void asksForNoMoreThanOnePassOverTheIndexesRemoves() {
    var given =
        Given.server(Release.V16)
            .with(Setting.MAINTENANCE_WORK_MEM, "1024")
            .with(large().dead(16_000_000).indexed());

    assertEquals(
        "0.002",
        Proposed.parameters(given.evidence(), examine(given).getFirst())
            .get("autovacuum_vacuum_scale_factor"));
  }

  /// "Giving it one reloption cuts off inheritance of the rest": the parent's go along, but for
  /// those a TOAST table cannot have.
  @Test
  void givesAToastTableWhatItInheritedAlong() {
    var given =
        Given.server()
            .with(
                Given.table("a")
                    .with("autovacuum_vacuum_cost_delay", "0")
                    .with("autovacuum_analyze_threshold", "500")
                    .with("fillfactor", "90"),
                Given.table("pg_toast_1").rows(100_000_000).dead(16_000_000));

    var finding = examine(given).getFirst();

    assertTrue(finding.headline().contains("in the TOAST table of public.a"));
    assertEquals(
        Map.of("autovacuum_vacuum_cost_delay", "0", "autovacuum_vacuum_scale_factor", "0.01"),
        Proposed.parameters(given.evidence(), finding));
  }

  @Test
  void passesByWhatAutovacuumDoesNotMind() {
    var table = large().dead(16_000_000);

    assertEquals(List.of(), examine(Given.server().asStandby().with(table)));
    assertEquals(List.of(), examine(Given.server().with(Setting.AUTOVACUUM, "off").with(table)));
    assertEquals(List.of(), examine(large().dead(16_000_000).temporary()));
    assertEquals(List.of(), examine(large().dead(16_000_000).inSchema("pg_catalog")));
  }

  /// 12,500 rows of which the default would bring autovacuum at 2,550; below 10,000 rows nothing is
  /// said.
  @Test
  void passesSmallTablesBy() {
    var small = Given.table("orders").with("autovacuum_vacuum_scale_factor", "0.9");

    assertEquals(List.of(), examine(small.rows(9_999).dead(2_100)));
    assertEquals(1, examine(small.rows(10_000).dead(2_051)).size());
  }

  /// 10 million dead rows are the limit, however short they are: 50 + 0.2 × 49,999,750 rows of 20
  /// bytes.
  @Test
  void countsTenMillionShortRowsAsMuch() {
    var shortRows = Given.table("orders").pages(122_000).dead(9_000_000);

    assertEquals(1, examine(shortRows.rows(49_999_750)).size());
    assertEquals(List.of(), examine(shortRows.rows(49_999_000)));
  }

  /// The heap of 8,192,000,000 bytes has 116 million rows, live and dead: 70.6 bytes for each of
  /// 20,000,050.
  @Test
  void provesItWithTheDeadRowsAndTheArithmeticOfTheThreshold() {
    var finding = examine(shown().with(large().dead(16_000_000))).getFirst();

    assertEquals(
        List.of("dead rows now: 16,000,000", "vacuum threshold: 20,000,050 rows, about 1.3 GB"),
        Verdicts.facts(finding).subList(0, 2));
    assertEquals(
        "relation_needs_vacanalyze(): 50 + 0.2 × 100,000,000 rows, by the server's settings",
        Verdicts.source(finding, "vacuum threshold"));
  }

  @Test
  void saysWhereTheTableHasAThresholdOfItsOwn() {
    for (var parameter : List.of("autovacuum_vacuum_scale_factor", "autovacuum_vacuum_threshold")) {
      var value = parameter.endsWith("factor") ? "0.2" : "50";
      var finding = examine(large().dead(16_000_000).with(parameter, value)).getFirst();

      assertTrue(
          Verdicts.source(finding, "vacuum threshold").endsWith("set for the table"), parameter);
    }
  }

  @Test
  void saysWhereOnlyDefaultsAreKnown() {
    var finding =
        examine(
                Given.server()
                    .without(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR)
                    .with(rowsAlone(56_000_000, 5_000_000)))
            .getFirst();

    assertTrue(Verdicts.source(finding, "vacuum threshold").endsWith("by PostgreSQL's defaults"));
  }

  /// 1,000 a second are 3,600,000 an hour; two surveys are all it takes to be certain.
  @Test
  void tellsHowFastRowsDieWhereTwoSurveysMeasureIt() {
    var older =
        Given.server()
            .taken(Duration.ofMinutes(10), 5_000_000)
            .with(large().dead(15_400_000).written(0, 0, 1_000_000));
    var newer = shown().with(large().dead(16_000_000).written(0, 0, 1_600_000));
    var finding = Verdicts.findings(new ThresholdTooHigh(), newer.after(older)).getFirst();

    assertTrue(Verdicts.facts(finding).contains("rows die every hour: 3,600,000"));
    assertNull(finding.surer());
  }

  /// A rate needs both: updates and deletes.
  @Test
  void tellsNoRateWhereDeletesAreNotShown() {
    var older =
        Given.server()
            .taken(Duration.ofMinutes(10), 5_000_000)
            .with(large().dead(15_400_000).written(0, 1_000_000, 0).without(N_TUP_DEL));
    var newer =
        Given.server().with(large().dead(16_000_000).written(0, 1_600_000, 0).without(N_TUP_DEL));
    var finding = Verdicts.findings(new ThresholdTooHigh(), newer.after(older)).getFirst();

    assertTrue(Verdicts.facts(finding).stream().noneMatch(each -> each.startsWith("rows die")));
  }

  @Test
  void asksForASampleWhereOneSurveyTellsNoRate() {
    var finding = examine(shown().with(large().dead(16_000_000))).getFirst();

    assertTrue(String.valueOf(finding.surer()).contains("Two surveys some minutes apart"));
  }

  /// A server whose settings were shown.
  private static Given shown() {
    return Given.server().with(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, "0.2");
  }

  private static TableGiven large() {
    return Given.table("orders").rows(100_000_000);
  }

  private static TableGiven rowsAlone(long live, long dead) {
    return Given.table("orders")
        .live(live)
        .dead(dead)
        .without(RELTUPLES, RELPAGES, MAIN_BYTES)
        .withoutParameters();
  }

  private static List<String> lacks(TableGiven table) {
    return Verdicts.lacks(new ThresholdTooHigh(), Given.server().with(table));
  }

  private static List<Finding> examine(TableGiven table) {
    return examine(Given.server().with(table));
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new ThresholdTooHigh(), given);
  }
}
