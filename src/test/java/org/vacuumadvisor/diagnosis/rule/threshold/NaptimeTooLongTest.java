package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.RunText;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.workload.Confidence;

class NaptimeTooLongTest {
  @Test
  void isSilentAboutTheDefault() {
    assertEquals(List.of(), examine(nap("60").with(Given.table("a").dead(900))));
  }

  @Test
  void speaksOfANapOfTenMinutes() {
    assertEquals(List.of(), examine(nap("299")));
    assertEquals(Severity.ADVICE, examine(nap("599")).getFirst().severity());

    var finding = examine(nap("600")).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals("Autovacuum looks at a database only every 10 min", finding.headline());
    assertEquals(
        new Goal.LookedAtEvery(Duration.ofSeconds(60)),
        ((Remedy.Tune) finding.remedies().getFirst()).goal());
  }

  /// A thousand rows die in a second, of a table with 20,000. No more than half of what is alive
  /// should come together.
  @Test
  void speaksOfATableThatIsMostlyDeadRowsWheneverAutovacuumLooks() {
    var finding = sampled(60_000, 60).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        "60,000 dead rows come together in public.jobs in each naptime of autovacuum, beside"
            + " 20,000 live ones",
        finding.headline());
    assertEquals(
        new Goal.DeadRowsBetweenLooks(10_000, 1_000),
        ((Remedy.Tune) finding.remedies().getFirst()).goal());
  }

  /// Twice as many as are alive.
  @Test
  void isSilentWhereFewerDieThanMakeItMostlyDead() {
    assertEquals(List.of(), sampled(39_999, 60));
    assertEquals(1, sampled(40_000, 60).size());
  }

  /// What vacuums found on average is the same whenever one looks; a short sample is off by a
  /// little.
  @Test
  void saysTheSameOfASteadyLoadHoweverLongItLooked() {
    for (long seconds : new long[] {30, 60, 90}) {
      for (double noise : new double[] {0.8, 1, 1.2}) {
        var newer = nap("60").with(queue(0, 60_000));
        var older =
            nap("60")
                .taken(Duration.ofSeconds(seconds), 5_000_000)
                .with(
                    queue(seconds, 60_000)
                        .written(0, 0, died(60_000) - Math.round(noise * 1_000 * seconds)));
        var finding = Verdicts.findings(new NaptimeTooLong(), newer.after(older)).getFirst();
        assertEquals(
            new Goal.DeadRowsBetweenLooks(10_000, 1_000),
            ((Remedy.Tune) finding.remedies().getFirst()).goal());
      }
    }
  }

  /// 179,470 rows died in half a second, once; vacuums find a thousand.
  @Test
  void multipliesNoBurst() {
    var burst = queue(0, 1_000).written(0, 0, died(1_000) + 179_470).dead(180_470);
    var older = nap("60").taken(Duration.ofMillis(500), 5_000_000).with(queue(0, 1_000));

    assertEquals(
        List.of(), Verdicts.findings(new NaptimeTooLong(), nap("60").with(burst).after(older)));
  }

  /// A vacuum an hour ago found as much; then nothing was dead, until a minute ago a job began.
  @Test
  void isSilentWhereAJobHasJustBegun() {
    var hourly = jobs().autovacuums(24).vacuumed(Given.NOW.minus(Duration.ofHours(1)));
    var older =
        nap("60")
            .taken(Duration.ofSeconds(90), 5_000_000)
            .with(hourly.written(0, 0, 24 * 180_000 + 30_000));
    var newer = nap("60").with(hourly.dead(120_000).written(0, 0, 24 * 180_000 + 120_000));

    assertEquals(List.of(), Verdicts.findings(new NaptimeTooLong(), newer.after(older)));
  }

  /// A shorter naptime was set: vacuums found 60,000 rows on average, and find 15,000 from now on.
  @Test
  void isSilentAsSoonAsTheNaptimeIsShorter() {
    var newer = nap("15").with(queue(0, 60_000));
    var older =
        nap("15")
            .taken(Duration.ofSeconds(60), 5_000_000)
            .with(queue(60, 60_000).written(0, 0, died(60_000) - 60_000));

    assertEquals(List.of(), Verdicts.findings(new NaptimeTooLong(), newer.after(older)));
  }

  /// A new table, past its threshold all the time, and no vacuum came: what is there was seen.
  @Test
  void speaksOfWhatIsSeenBeforeTheFirstVacuum() {
    var older =
        nap("60")
            .taken(Duration.ofSeconds(60), 5_000_000)
            .with(jobs().neverVacuumed().written(0, 0, 30_000));
    var newer = nap("60").with(jobs().neverVacuumed().dead(90_000).written(0, 0, 90_000));

    assertEquals(1, Verdicts.findings(new NaptimeTooLong(), newer.after(older)).size());

    var shorter =
        nap("60")
            .taken(Duration.ofSeconds(59), 5_000_000)
            .with(jobs().neverVacuumed().written(0, 0, 30_000));
    assertEquals(List.of(), Verdicts.findings(new NaptimeTooLong(), newer.after(shorter)));
  }

  /// What HOT updates leave is pruned by whoever comes to the page next.
  @Test
  void doesNotCountHotUpdates() {
    var older = nap("60").taken(Duration.ofSeconds(60), 5_000_000).with(vacuumedOnce(0, 0));
    var hot = nap("60").with(vacuumedOnce(253_582, 250_000));
    var cold = nap("60").with(vacuumedOnce(253_582, 180_000));

    assertEquals(List.of(), Verdicts.findings(new NaptimeTooLong(), hot.after(older)));
    assertEquals(1, Verdicts.findings(new NaptimeTooLong(), cold.after(older)).size());
  }

  /// 60 vacuums in an hour removed 60,000 rows each, and 30,000 wait: 3,630,000 died.
  @Test
  void countsSinceTheCountersBeganWhereThereIsOneSurvey() {
    var finding = examine(hour(Duration.ofHours(1))).getFirst();

    assertEquals(Confidence.MEDIUM, finding.confidence());
    assertEquals("Two surveys some minutes apart measure the rate of now.", finding.surer());
    assertEquals(
        List.of(
            "rows that each vacuum removed, on average: 60,000, 60 vacuums",
            "rows that only a vacuum removes: 3,630,000 in 1 h",
            "dead rows now: 30,000",
            "live rows: 20,000",
            "autovacuum comes at the earliest after: 1 min",
            "vacuum threshold: 4,050 rows",
            "too many: 20,000, and 2 for each live row"),
        Verdicts.facts(finding));
  }

  /// What comes right after a reset is no rate.
  @Test
  void countsNothingWithinTheFirstHour() {
    assertEquals(List.of(), examine(hour(Duration.ofHours(1).minusMillis(1))));
    assertEquals(List.of(), examine(nap("60").with(steady())));
  }

  /// 3,630,000 rows in 5,185 s are 42,006 in a minute, seven tenths of 60,000.
  @Test
  void isSilentWhereTheRateOfNowNoLongerBearsItOut() {
    assertEquals(1, examine(hour(Duration.ofSeconds(5_185))).size());
    assertEquals(List.of(), examine(hour(Duration.ofSeconds(5_186))));
  }

  /// Vacuumed two naptimes ago at most, or past its threshold of 4,050: else it is over.
  @Test
  void isSilentWhereNoVacuumCameOfLateAndNoneIsDue() {
    var inTime = Given.NOW.minusSeconds(120);
    var late = Given.NOW.minusSeconds(121);

    assertEquals(1, examine(reset(steady().dead(4_050).vacuumed(inTime))).size());
    assertEquals(List.of(), examine(reset(steady().dead(4_050).vacuumed(late))));
    assertEquals(1, examine(reset(steady().dead(4_051).vacuumed(late))).size());
  }

  /// What was counted before is not known then, and is not nothing.
  @Test
  void isSilentWhereTheFirstSurveyShowedNoDeletes() {
    var older =
        nap("60")
            .taken(Duration.ofSeconds(60), 5_000_000)
            .with(queue(60, 60_000).without(TableKeys.N_TUP_DEL));

    assertEquals(
        List.of(),
        Verdicts.findings(new NaptimeTooLong(), nap("60").with(queue(0, 60_000)).after(older)));
  }

  @Test
  void speaksOfALogInWhichVacuumsComeOneNaptimeApart() {
    var finding = told(log(Duration.ofSeconds(60), 10)).getFirst();

    assertEquals(Confidence.MEDIUM, finding.confidence());
    assertEquals("SHOW autovacuum_naptime;", finding.surer());
    assertEquals(
        List.of(
            "removed and left by half of the vacuums, at least: 60,000 and 20,000 rows",
            "from start to start: 1 min"),
        Verdicts.facts(finding).subList(0, 2));
    assertEquals("median of 10 vacuums", Verdicts.source(finding, "from start to start"));
    assertEquals(
        "autovacuum_naptime, its default",
        Verdicts.source(finding, "autovacuum comes at the earliest after"));
  }

  /// Ten vacuums, 15 % more or less than a naptime apart, are no chance.
  @Test
  void isSilentAboutALogInWhichVacuumsComeAtOtherTimes() {
    assertEquals(List.of(), told(log(Duration.ofSeconds(60), 9)));
    assertEquals(1, told(log(Duration.ofSeconds(52), 10)).size());
    assertEquals(List.of(), told(log(Duration.ofSeconds(50), 10)));
    assertEquals(1, told(log(Duration.ofSeconds(68), 10)).size());
    assertEquals(List.of(), told(log(Duration.ofSeconds(70), 10)));
  }

  /// How many rows are alive beside them is not known then.
  @Test
  void isSilentAboutALogThatTellsNoRowsLeft() {
    var log = log(Duration.ofSeconds(60), 10).replaceAll("(?m)^\\ttuples: .*\n", "");

    assertEquals(List.of(), told(log));
  }

  @Test
  void provesALongNaptimeWithTheTablesThatWait() {
    var due = nap("600").with(Given.table("a").dead(900)).with(Given.table("b").dead(100));
    var finding = examine(due).getFirst();

    assertEquals(
        List.of(
            "autovacuum_naptime: 10 min",
            "past their vacuum threshold at this moment: 1 table",
            "default: 1 min",
            "long: 5 min"),
        Verdicts.facts(finding));
  }

  @Test
  void asksForTheDefaultOfAVeryLongNaptime() {
    assertEquals(new Goal.LookedAtEvery(Duration.ofMinutes(1)), goal(Given.table("a").dead(900)));
  }

  /// 720,000 rows deleted in an hour are 12,000 in the default of a minute, beside 1,000.
  @Test
  void asksForLessThanTheDefaultWhereATableWouldBeMostlyDeadByThen() {
    assertEquals(new Goal.DeadRowsBetweenLooks(2_000, 200), goal(turned(720_000)));
  }

  @ParameterizedTest
  @ValueSource(longs = {119_000, 0})
  void asksForTheDefaultWhereNoTableWouldBeMostlyDeadByThen(long deleted) {
    assertEquals(new Goal.LookedAtEvery(Duration.ofMinutes(1)), goal(turned(deleted)));
  }

  /// In catalogs of a new database `n_live_tup` begins at 0.
  @Test
  void takesTheRowsThatAnalyzeCounted() {
    assertEquals(new Goal.LookedAtEvery(Duration.ofMinutes(1)), goal(turned(720_000).rows(6_000)));
  }

  private static TableGiven turned(long deleted) {
    return Given.table("jobs").rows(500).live(1_000).dead(900).written(0, 0, deleted);
  }

  private static Goal goal(TableGiven table) {
    var given = nap("900").statisticsReset(Duration.ofHours(1)).with(table);
    return ((Remedy.Tune) examine(given).getFirst().remedies().getFirst()).goal();
  }

  /// Vacuums of a second, which removed 60,000 rows and left 20,000.
  private static String log(Duration period, int times) {
    var log = new StringBuilder();
    for (int i = 1; i <= times; i++) {
      log.append(
          RunText.vacuum("shop.public.jobs").at(period.multipliedBy(i)).rows(60_000, 20_000));
    }
    return log.toString();
  }

  private static List<Finding> told(String log) {
    return Verdicts.findings(new NaptimeTooLong(), Logs.evidence(log));
  }

  private static Given hour(Duration sinceReset) {
    return nap("60").statisticsReset(sinceReset).with(steady());
  }

  private static Given reset(TableGiven table) {
    return nap("60").statisticsReset(Duration.ofHours(1)).with(table);
  }

  private static TableGiven steady() {
    return jobs()
        .autovacuums(60)
        .vacuumed(Given.NOW.minusSeconds(30))
        .written(0, 0, 60 * 60_000 + 30_000);
  }

  private static TableGiven vacuumedOnce(long updated, long hot) {
    return jobs()
        .autovacuums(1)
        .vacuumed(Given.NOW.minus(Duration.ofSeconds(60)))
        .updated(updated, hot, 0);
  }

  /// One UPDATE in an idle minute: before it nothing was dead, and no vacuum came.
  @Test
  void makesNothingOfOneLargeStatement() {
    var older =
        nap("60").taken(Duration.ofSeconds(30), 5_000_000).with(jobs().dead(0).updated(0, 0, 0));
    var newer = nap("60").with(jobs().dead(60_000).updated(60_000, 0, 0));

    assertEquals(List.of(), Verdicts.findings(new NaptimeTooLong(), newer.after(older)));
  }

  @Test
  void isSilentWhereTheSettingIsNotKnown() {
    assertEquals(List.of(), examine(Given.server()));
    assertEquals(List.of(), examine(nap("600").asStandby()));
    assertEquals(List.of(), examine(nap("600").with(Setting.AUTOVACUUM, "off")));
  }

  /// A steady load, of which so much was seen.
  private static List<Finding> sampled(long deleted, long seconds) {
    long eachVacuum = deleted * 60 / seconds;
    var older =
        nap("60")
            .taken(Duration.ofSeconds(seconds), 5_000_000)
            .with(queue(seconds, eachVacuum).written(0, 0, died(eachVacuum) - deleted));
    return Verdicts.findings(
        new NaptimeTooLong(), nap("60").with(queue(0, eachVacuum)).after(older));
  }

  /// Vacuumed ten times, the last time half a minute before it was looked at.
  private static TableGiven queue(long secondsAgo, long eachVacuum) {
    return jobs()
        .autovacuums(10)
        .vacuumed(Given.NOW.minus(Duration.ofSeconds(secondsAgo + 30)))
        .written(0, 0, died(eachVacuum));
  }

  private static long died(long eachVacuum) {
    return 10 * eachVacuum + 30_000;
  }

  private static TableGiven jobs() {
    return Given.table("jobs").rows(20_000).live(20_000).dead(30_000);
  }

  private static Given nap(String seconds) {
    return Given.server().with(Setting.AUTOVACUUM_NAPTIME, seconds);
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new NaptimeTooLong(), given.evidence());
  }
}
