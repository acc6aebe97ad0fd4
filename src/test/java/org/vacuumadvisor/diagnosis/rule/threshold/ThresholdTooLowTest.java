package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.Pasted;
import org.vacuumadvisor.diagnosis.rule.RunText;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.postgres.Setting;

/// A table of 16 rows comes to be vacuumed for 50 + 0.2 × 16 = 53 dead rows.
class ThresholdTooLowTest {
  @Test
  void isSilentAboutATableThatIsVacuumedNowAndThen() {
    assertEquals(List.of(), examine(reset(tiny(99, 6_000))));
  }

  @Test
  void speaksOfATinyTableVacuumedAllDay() {
    var finding = examine(reset(tiny(100, 6_000))).getFirst();

    assertEquals(
        "public.locks is vacuumed 100 times a day, for 60 dead rows each time", finding.headline());
    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        new Goal.DeadRowsAtLeast(1_000, 100, 60),
        ((Remedy.Tune) finding.remedies().getFirst()).goal());
  }

  @Test
  void isSilentWhereEachVacuumHasSomethingToDo() {
    assertEquals(List.of(), examine(reset(tiny(100, 100_000))));
    assertEquals(List.of(), examine(reset(tiny(100, 6_000).rows(10_000))));
  }

  @Test
  void isSilentWhereNobodyKnowsSinceWhen() {
    var unknown = Given.server().with(tiny(100, 6_000));

    assertEquals(List.of(), examine(unknown));
    assertEquals(
        List.of("when the counters began"), Verdicts.lacks(new ThresholdTooLow(), unknown));
  }

  /// 20,000 rows, vacuumed for twelve dead rows each time: no time needs to be known, for
  /// PostgreSQL's own base is 50.
  @Test
  void speaksOfATableOfAnySizeWhoseThresholdIsBelowTheBase() {
    var low = tiny(5, 60).rows(20_000).with("autovacuum_vacuum_scale_factor", "0");

    var finding =
        examine(Given.server().with(low.with("autovacuum_vacuum_threshold", "49"))).getFirst();

    assertEquals("public.locks is vacuumed after 50 dead rows already", finding.headline());
    assertEquals(
        Setting.AUTOVACUUM_VACUUM_THRESHOLD,
        ((Remedy.Tune) finding.remedies().getFirst()).setting());
    assertEquals(
        List.of(), examine(Given.server().with(low.with("autovacuum_vacuum_threshold", "50"))));
    var four = tiny(4, 60).rows(20_000).with("autovacuum_vacuum_scale_factor", "0");
    assertEquals(
        List.of(), examine(Given.server().with(four.with("autovacuum_vacuum_threshold", "49"))));
  }

  /// PostgreSQL's base is 50 changed rows, too.
  @Test
  void speaksOfATableThatIsAnalyzedAfterEachChange() {
    var low = tiny(0, 0).with("autovacuum_analyze_scale_factor", "0").autoanalyzes(5);

    var finding =
        examine(Given.server().with(low.with("autovacuum_analyze_threshold", "1"))).getFirst();

    assertEquals(
        "public.locks is analyzed after 2 changed rows already: 5 analyzes so far",
        finding.headline());
    assertEquals(
        Set.of("autovacuum_analyze_scale_factor", "autovacuum_analyze_threshold"),
        ((Remedy.ResetTable) finding.remedies().getFirst()).parameters());
    assertEquals(
        List.of(), examine(Given.server().with(low.with("autovacuum_analyze_threshold", "50"))));
  }

  /// A day is the least of a time since a reset.
  @Test
  void countsNoPaceOverLessThanADay() {
    var short_ = Given.server().statisticsReset(Duration.ofDays(1).minusMillis(1));

    assertEquals(List.of(), examine(short_.with(tiny(100, 6_000))));
  }

  /// Twenty vacuums tell a pace; 50 + 0.2 × 4,750 rows are the limit of a threshold.
  @Test
  void isSilentBelowTwentyVacuumsAndFromAThresholdOfAThousandOn() {
    assertEquals(List.of(), window(19, 1_000, 16));
    assertEquals(1, window(20, 1_000, 16).size());
    assertEquals(1, window(20, 1_000, 4_749).size());
    assertEquals(List.of(), window(20, 1_000, 4_750));
  }

  /// Five vacuums an hour are 120 a day: what is counted is what came between the two surveys.
  @Test
  void countsBetweenTwoSurveysAnHourApart() {
    var findings = window(25, 1_500, 16);

    assertEquals(
        "public.locks is vacuumed 120 times a day, for 40 dead rows each time",
        findings.getFirst().headline());
    assertEquals(
        List.of(
            "vacuums by autovacuum: 5",
            "within: 1 h",
            "dead rows removed each time: 40",
            "rows of the table: 16"),
        Verdicts.facts(findings.getFirst()).subList(0, 4));
    assertTrue(Verdicts.facts(findings.getFirst()).contains("vacuum threshold in dead rows: 53"));
  }

  /// A sample of less than an hour tells no pace; since when the counters run nobody showed.
  @Test
  void countsNothingBetweenTwoSurveysLessThanAnHourApart() {
    var older =
        Given.server().taken(Duration.ofHours(1).minusMillis(1), 5_000_000).with(tiny(20, 1_300));

    assertEquals(
        List.of(),
        Verdicts.findings(
            new ThresholdTooLow(), Given.server().with(tiny(25, 1_500)).after(older)));
  }

  @Test
  void passesByWhatAutovacuumDoesNotMind() {
    assertEquals(List.of(), examine(reset(tiny(100, 6_000)).asStandby()));
    assertEquals(List.of(), examine(reset(tiny(100, 6_000).temporary())));
    assertEquals(List.of(), examine(reset(tiny(100, 6_000).inSchema("pg_catalog"))));
  }

  /// A vacuum every 14 min 24 s are 100 a day.
  @Test
  void speaksOfALogInWhichATinyTableIsVacuumedAllDay() {
    var finding = told(every(Duration.ofSeconds(864), 20)).getFirst();

    assertEquals(
        "public.locks is vacuumed 100 times a day, for 60 dead rows each time", finding.headline());
    assertEquals(
        List.of("vacuums by autovacuum: 20", "rows of the table, at most: 16"),
        Verdicts.facts(finding).subList(0, 2));
    assertEquals(
        new Goal.DeadRowsAtLeast(1_000, 100, 60),
        ((Remedy.Tune) finding.remedies().getFirst()).goal());
  }

  @Test
  void isSilentAboutALogWithFewerVacuumsOrSeldomOnes() {
    assertEquals(List.of(), told(every(Duration.ofSeconds(864), 19)));
    assertEquals(List.of(), told(every(Duration.ofSeconds(873), 20)));
  }

  /// How often they came is told by their times alone.
  @Test
  void isSilentAboutALogWithoutTimes() {
    var log = every(Duration.ofSeconds(864), 20).replaceAll("(?m)^2026.*? LOG:", "LOG:");

    assertEquals(List.of(), told(log));
  }

  /// Whether the table is small is not known then.
  @Test
  void isSilentAboutALogThatTellsNoRows() {
    var log = every(Duration.ofSeconds(864), 20).replaceAll("(?m)^\\ttuples: .*\n", "");

    assertEquals(List.of(), told(log));
  }

  /// A hundred runs in the quietest time, a factor of 0.01 and a base of 1,000.
  @Test
  void speaksOfASmallScaleFactorForTheWholeServer() {
    assertEquals(1, server(100, "0.01", "1000").size());
    assertEquals(List.of(), server(99, "0.01", "1000"));
    assertEquals(List.of(), server(100, "0.011", "1000"));
    assertEquals(List.of(), server(100, "0.01", "1001"));
  }

  @Test
  void provesItWithTheRunsThatWereCounted() {
    var finding = server(260, "0.004", "50").getFirst();

    assertEquals(
        "Autovacuum never ran fewer than 260 times in the times counted: a scale factor of 0.004"
            + " applies to every table",
        finding.headline());
    assertEquals(
        List.of(
            "runs of autovacuum, at least: 260",
            "at most: 560",
            "autovacuum_vacuum_scale_factor: 0.004",
            "small for a whole server: 0.01 and less (default 0.2)"),
        Verdicts.facts(finding));
  }

  private static List<Finding> server(int least, String factor, String threshold) {
    return Pasted.findings(
        new ThresholdTooLow(),
        """
        runs         min   median   p95   max
        autovacuum   %d     431    512   560

        autovacuum_vacuum_scale_factor = %s
        autovacuum_vacuum_threshold = %s
        """
            .formatted(least, factor, threshold));
  }

  /// Vacuums of a second that end so far apart.
  private static String every(Duration period, int times) {
    var log = new StringBuilder();
    for (int i = 1; i <= times; i++) {
      log.append(
          RunText.vacuum("shop.public.locks").at(period.multipliedBy(i)).rows(60, 16).took(1));
    }
    return log.toString();
  }

  private static List<Finding> told(String log) {
    return Verdicts.findings(new ThresholdTooLow(), Logs.evidence(log));
  }

  /// What an hour later is counted, where 20 vacuums and 1,300 updates had been; where nothing was
  /// counted before, 100 a day and more.
  private static List<Finding> window(long vacuums, long updated, double rows) {
    long earlier = vacuums == 25 ? 20 : 0;
    var older =
        Given.server()
            .taken(Duration.ofHours(1), 5_000_000)
            .with(tiny(earlier, vacuums == 25 ? 1_300 : 0).rows(rows));
    return Verdicts.findings(
        new ThresholdTooLow(), Given.server().with(tiny(vacuums, updated).rows(rows)).after(older));
  }

  private static Given reset(TableGiven table) {
    return Given.server().statisticsReset(Duration.ofDays(1)).with(table);
  }

  private static TableGiven tiny(long vacuums, long updated) {
    return Given.table("locks").rows(16).written(0, updated, 0).autovacuums(vacuums);
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new ThresholdTooLow(), given.evidence());
  }
}
