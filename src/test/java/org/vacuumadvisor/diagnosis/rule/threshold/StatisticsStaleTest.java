package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Share;

/// Of 1,000,000 rows 100,050 changes bring an analyze by default.
class StatisticsStaleTest {
  @Test
  void isSilentAboutTheDefault() {
    assertEquals(List.of(), examine(Given.server().with(table().modifiedSinceAnalyze(100_000))));
  }

  @Test
  void speaksOfAThresholdThatSomeoneRaised() {
    assertEquals(List.of(), examine(Given.server().with(raised().modifiedSinceAnalyze(100_050))));

    var finding = examine(Given.server().with(raised().modifiedSinceAnalyze(100_051))).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(
        "Autovacuum waits for 500,050 changed rows before it analyzes public.orders: 100,051 now",
        finding.headline());
    assertEquals(
        new Goal.ChangedBetweenAnalyzes(Share.ofPercent(10)),
        ((Remedy.Tune) finding.remedies().getFirst()).goal());
  }

  /// A tenth of a billion rows, in single precision: 100,000,048.
  @Test
  void speaksOfATableSoLargeThatATenthIsMuch() {
    var huge = Given.table("orders").rows(1e9);

    assertEquals(List.of(), examine(Given.server().with(huge.modifiedSinceAnalyze(10_000_004))));
    var finding = examine(Given.server().with(huge.modifiedSinceAnalyze(10_000_005))).getFirst();
    assertEquals(Severity.ADVICE, finding.severity());
    assertTrue(finding.headline().contains("100,000,048"));
  }

  /// Past its threshold a table is due, and an analyze comes: unless none came in two naps.
  @Test
  void speaksOfATableThatIsPassedByOnlyWhenTwoNapsWentBy() {
    var due = table().modifiedSinceAnalyze(200_101);

    assertEquals(List.of(), examine(Given.server().with(due)));
    assertEquals(List.of(), window(due, Duration.ofMinutes(2)));
    assertEquals(Severity.WARNING, window(due, Duration.ofSeconds(121)).getFirst().severity());
  }

  @Test
  void cannotTellWithoutChangesOrRows() {
    assertEquals(
        List.of("rows changed since the last analyze"),
        Verdicts.lacks(
            new StatisticsStale(),
            Given.server().with(raised().modifiedSinceAnalyze(200_000).notCounted())));
    assertEquals(
        List.of("rows"),
        Verdicts.lacks(
            new StatisticsStale(),
            Given.server()
                .with(
                    raised()
                        .modifiedSinceAnalyze(200_000)
                        .without(TableKeys.RELTUPLES, TableKeys.N_LIVE_TUP))));
  }

  /// Never vacuumed or analyzed, it is due from 51 changes on.
  @Test
  void isSilentWhereTheCatalogDoesNotKnowTheRows() {
    assertEquals(
        List.of(),
        examine(Given.server().with(raised().modifiedSinceAnalyze(200_000).rowsUnknown())));
  }

  /// Of 10,000 rows the default comes at 1,050 changes.
  @Test
  void passesTablesBelowTenThousandRowsBy() {
    assertEquals(
        List.of(), examine(Given.server().with(raised().rows(9_999).modifiedSinceAnalyze(4_000))));
    assertEquals(
        1, examine(Given.server().with(raised().rows(10_000).modifiedSinceAnalyze(1_051))).size());
  }

  /// Half of the table and more has been raised: 50 + 0.49 × 1,000,000 is less.
  @Test
  void takesAThresholdOfHalfTheTableForRaised() {
    assertEquals(List.of(), factor("0.49994"));
    assertEquals(1, factor("0.49995").size());
  }

  /// Two in a hundred of a hundred million rows, twice: a threshold of 4,000,000 is no more than
  /// that.
  @Test
  void speaksOfHugeTablesFromAHundredMillionRowsAndFourPercentOn() {
    assertEquals(List.of(), huge(99_999_999, "0.1"));
    assertEquals(1, huge(100_000_000, "0.1").size());
    assertEquals(List.of(), huge(100_000_000, "0.0399"));
    assertEquals(1, huge(100_000_000, "0.041").size());
  }

  @Test
  void provesItWithWhatChangedAndWithTheThreshold() {
    var analyzed = raised().modifiedSinceAnalyze(100_051).analyzed(Given.NOW);
    var finding = examine(Given.server().with(analyzed)).getFirst();

    assertEquals(
        List.of(
            "rows changed since the last analyze: 100,051",
            "analyzed last: 2026-11-21 12:00:00 UTC",
            "analyze threshold: 500,050 rows, 50 % of the table",
            "limit: 50 % of a table, or 4 % of one with 100,000,000 rows"),
        Verdicts.facts(finding));
  }

  /// Due is past 100,050; long due is past twice that, in both surveys.
  @Test
  void isSilentWhereATableWasNotFarPastItsThresholdInBothSurveys() {
    var atTwice = table().modifiedSinceAnalyze(200_100);
    var past = table().modifiedSinceAnalyze(200_101);

    assertEquals(List.of(), window(atTwice, past, Duration.ofMinutes(5)));
    assertEquals(List.of(), window(past, atTwice, Duration.ofMinutes(5)));
    assertEquals(1, window(past, past, Duration.ofMinutes(5)).size());
  }

  @Test
  void isSilentWhereAnAnalyzeCameBetweenTwoSurveys() {
    var past = table().modifiedSinceAnalyze(200_101);
    var analyzed = table().modifiedSinceAnalyze(200_101).autoanalyzes(1);

    assertEquals(List.of(), window(past, analyzed, Duration.ofMinutes(5)));
  }

  /// Whether one came in between is not known then.
  @Test
  void isSilentWhereNobodyShowedHowManyAnalyzesCame() {
    var past = table().modifiedSinceAnalyze(200_101).without(TableKeys.ANALYZE_COUNT);

    assertEquals(List.of(), window(past, Duration.ofMinutes(5)));
  }

  @Test
  void namesWhatATableThatIsPassedByWaitsFor() {
    var finding = window(table().modifiedSinceAnalyze(200_101), Duration.ofMinutes(5)).getFirst();

    assertEquals(
        "public.orders is long due for an analyze, and autovacuum makes none", finding.headline());
    assertTrue(
        Verdicts.facts(finding)
            .containsAll(List.of("no analyze in: 5 min", "analyze threshold: 100,050")));
    assertInstanceOf(Remedy.AnalyzeNow.class, finding.remedies().getFirst());
  }

  /// It removed the dead rows of all that changed, so it was there afterwards; what has come since
  /// is due in passing.
  @Test
  void speaksOfATableThatAutovacuumVacuumsAndDoesNotAnalyze() {
    var table =
        table()
            .modifiedSinceAnalyze(400_000)
            .updated(400_000, 45, 0)
            .dead(0)
            .insertedSinceVacuum(0)
            .analyzed(Given.NOW.minusSeconds(600))
            .vacuumed(Given.NOW.minusSeconds(121));

    assertEquals(Severity.WARNING, examine(Given.server().with(table)).getFirst().severity());
    assertEquals(
        List.of(), examine(Given.server().with(table).worker("autovacuum: ANALYZE public.orders")));
    assertEquals(List.of(), examine(Given.server().with(table.dead(200_000))));
    assertEquals(
        List.of(), examine(Given.server().with(table.dead(0).insertedSinceVacuum(200_000))));
    var soon =
        examine(
            Given.server().with(table.insertedSinceVacuum(0).vacuumed(Given.NOW.minusSeconds(9))));
    assertEquals(
        List.of(
            "public.orders is due for an analyze, and the last autovacuum made none: too early to"
                + " judge"),
        soon.stream().map(Finding::headline).toList());
    assertEquals(Severity.INFO, soon.getFirst().severity());
  }

  /// An error in its ANALYZE, as of a function that an index calls, ends each from the first on.
  @Test
  void speaksOfATableThatIsVacuumedAndWasNeverAnalyzed() {
    var loaded =
        Given.table("orders")
            .rows(1_000_000)
            .modifiedSinceAnalyze(1_000_000)
            .dead(0)
            .insertedSinceVacuum(0)
            .vacuumed(Given.NOW.minusSeconds(121));

    assertEquals(
        List.of("public.orders is long due for an analyze, and autovacuum makes none"),
        examine(Given.server().with(loaded)).stream().map(Finding::headline).toList());
  }

  /// TOAST tables are never analyzed.
  @Test
  void passesByWhatAutovacuumDoesNotAnalyze() {
    var due = raised().modifiedSinceAnalyze(200_000);

    assertEquals(List.of(), examine(Given.server().asStandby().with(due)));
    assertEquals(List.of(), examine(Given.server().with(Setting.AUTOVACUUM, "off").with(due)));
    assertEquals(
        List.of(),
        examine(Given.server().with(raised().modifiedSinceAnalyze(200_000).temporary())));
    assertEquals(
        List.of(),
        examine(
            Given.server().with(raised().modifiedSinceAnalyze(200_000).inSchema("pg_catalog"))));
    assertEquals(
        List.of(),
        examine(
            Given.server()
                .with(
                    Given.table("a"),
                    Given.table("pg_toast_1")
                        .rows(1_000_000)
                        .with("autovacuum_analyze_scale_factor", "0.5")
                        .modifiedSinceAnalyze(200_000))));
  }

  private static List<Finding> factor(String factor) {
    return examine(
        Given.server()
            .with(
                table()
                    .with("autovacuum_analyze_scale_factor", factor)
                    .modifiedSinceAnalyze(400_000)));
  }

  private static List<Finding> huge(double rows, String factor) {
    return examine(
        Given.server()
            .with(
                Given.table("orders")
                    .rows(rows)
                    .with("autovacuum_analyze_scale_factor", factor)
                    .modifiedSinceAnalyze(3_900_000)));
  }

  private static List<Finding> window(TableGiven before, TableGiven after, Duration length) {
    var older = Given.server().taken(length, 5_000_000).with(before);
    return Verdicts.findings(new StatisticsStale(), Given.server().with(after).after(older));
  }

  private static List<Finding> window(TableGiven table, Duration length) {
    var older = Given.server().taken(length, 5_000_000).with(table);
    return Verdicts.findings(new StatisticsStale(), Given.server().with(table).after(older));
  }

  private static TableGiven table() {
    return Given.table("orders").rows(1_000_000).analyzed(Given.NOW.minusSeconds(1800));
  }

  private static TableGiven raised() {
    return table().with("autovacuum_analyze_scale_factor", "0.5");
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new StatisticsStale(), given);
  }
}
