package org.vacuumadvisor.diagnosis.rule.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Proposed;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.Pasted;
import org.vacuumadvisor.diagnosis.rule.RunText;
import org.vacuumadvisor.diagnosis.rule.Runs;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.paste.Paste;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

class CostThrottledTest {
  @Test
  void isSilentAboutARunThatIsMostlyAwake() {
    assertEquals(List.of(), examine(asleep(Duration.ofSeconds(299), 100_000)));
  }

  /// 300 of 600 seconds asleep, and half of the table is done: 20 minutes in all, 10 awake.
  @Test
  void speaksOfARunThatSleepsHalfOfItsTime() {
    var given = asleep(Duration.ofMinutes(5), 100_000);
    var finding = examine(given).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals("A vacuum of public.orders sleeps 50 % of its time", finding.headline());
    assertEquals("10 min", finding.evidence().get(2).value());
    // one step of five
    assertEquals(
        List.of("autovacuum_vacuum_cost_limit = 1000"),
        Proposed.settings(given.evidence(), finding));
  }

  @Test
  void warnsOfARunThatTakesAnHour() {
    assertEquals(
        Severity.WARNING, examine(asleep(Duration.ofSeconds(500), 33_333)).getFirst().severity());
  }

  /// The whole of it would be done in 599 s.
  @Test
  void isSilentAboutARunThatIsSoonDone() {
    var quick =
        Given.server()
            .with(Given.table("orders"))
            .with(Runs.asleep(7, 0, 599, 10, Duration.ofSeconds(10), Duration.ofSeconds(9)));

    assertEquals(List.of(), examine(quick));
  }

  /// To a role without rights nothing tells whether it sleeps.
  @Test
  void namesAVacuumByHandOfWhichOurRoleMaySeeNoMore() {
    var due = Given.table("orders").dead(300);
    var given = Given.server().with(due).with(Runs.hidden(9, 0));

    assertEquals(Severity.INFO, examine(given).getFirst().severity());
    assertTrue(
        examine(given)
            .getFirst()
            .headline()
            .startsWith("Session 9 vacuums public.orders (300 dead"));
    assertEquals(
        Severity.ADVICE,
        examine(Given.server().with(Given.table("orders").dead(501)).with(Runs.hidden(9, 0)))
            .getFirst()
            .severity(),
        "a second one is missing");
    assertEquals(List.of(), examine(given.worker(9, "autovacuum: VACUUM public.orders", "")));
    assertEquals(
        List.of(),
        examine(Given.server().with(Given.table("orders").dead(250)).with(Runs.hidden(9, 0))));
  }

  @Test
  void shortensTheDelayFirstWhereItIsLong() {
    var old =
        asleep(Duration.ofSeconds(500), 100_000).with(Setting.AUTOVACUUM_VACUUM_COST_DELAY, "20");

    assertEquals(
        List.of("autovacuum_vacuum_cost_delay = 2ms"),
        Proposed.settings(old.evidence(), examine(old).getFirst()));
  }

  @Test
  void asksTheTableWhereItHasALimitOfItsOwn() {
    var own =
        Given.server()
            .with(Given.table("orders").with("autovacuum_vacuum_cost_limit", "100"))
            .with(
                Runs.asleep(
                    7, 0, 200_000, 100_000, Duration.ofMinutes(10), Duration.ofSeconds(500)));

    assertEquals(
        Map.of("autovacuum_vacuum_cost_limit", "500"),
        Proposed.parameters(own.evidence(), examine(own).getFirst()));
  }

  /// On Neon the server's settings are not the user's; the table's are.
  @Test
  void asksTheTableWhereTheServerIsNotOurs() {
    var given = asleep(Duration.ofSeconds(500), 100_000).at(Provider.NEON);

    assertEquals(
        Map.of("autovacuum_vacuum_cost_limit", "1000"),
        Proposed.parameters(given.evidence(), examine(given).getFirst()));
  }

  /// Nobody measures it before 18: then it takes two looks.
  @Test
  void believesTwoLooksWhereNobodyMeasures() {
    var newer = unmeasured(Given.server(Release.V15));
    var older = unmeasured(Given.server(Release.V15).taken(Duration.ofMinutes(1), 5_000_000));

    assertEquals(List.of(), examine(newer));
    var finding = Verdicts.findings(new CostThrottled(), newer.after(older)).getFirst();
    assertEquals(Confidence.MEDIUM, finding.confidence());
    assertEquals("A vacuum of public.orders is asleep whenever one looks", finding.headline());
  }

  /// What somebody runs does not sleep by default: `vacuum_cost_delay` is 0.
  @Test
  void tellsOfAVacuumByHandThatSleepsAsSomebodyLooks() {
    assertEquals(List.of(), examine(byHand(100)));

    var maint = Holders.client(7, "maint", "active", Duration.ofSeconds(30), Duration.ZERO);
    // three quarters of an hour is what whoever freezes with care takes
    assertEquals(List.of(), examine(byHand(185).with(Holders.sleeping(maint))));
    var finding = examine(byHand(100).with(Holders.sleeping(maint))).getFirst();
    assertEquals(
        "A vacuum of public.orders by session 7 has run for 30 s and sleeps for its cost limit",
        finding.headline());
    assertTrue(finding.remedies().getFirst() instanceof Remedy.Act);
  }

  private static Given byHand(long scanned) {
    return Given.server()
        .with(Given.table("orders"))
        .with(Runs.byHand(Runs.scanning(7, 0, 16_667, scanned, Duration.ofSeconds(30))));
  }

  /// A day at work, and asleep as somebody looks: that is no chance.
  @Test
  void believesOneLookAtAVacuumThatTakesADay() {
    assertEquals(1, examine(daylong(Given.server(Release.V15), "VacuumDelay")).size());
  }

  /// What was reading a minute ago does not sleep all the time.
  @Test
  void believesNoSleepThatAnotherLookRefutes() {
    var newer = daylong(Given.server(Release.V15), "VacuumDelay");
    var older =
        daylong(Given.server(Release.V15).taken(Duration.ofMinutes(1), 5_000_000), "DataFileRead");

    assertEquals(List.of(), Verdicts.findings(new CostThrottled(), newer.after(older)));
  }

  /// Half of the samples, as for vacuums whose time asleep is measured.
  @Test
  void speaksFromHalfOfTheSamplesOn() {
    assertEquals(List.of(), sampled(4, 5));
    assertEquals(
        "Vacuum sleeps for its cost limit in 4 of 8 samples", sampled(4, 4).getFirst().headline());
  }

  /// Samples of one run of how far it is, with what it waits for: of a large table it is a matter.
  @ParameterizedTest
  @CsvSource({
    "64000000, 5, NEEDS_ATTENTION",
    "64000000, 1, NEEDS_ATTENTION",
    "1082, 5, NEEDS_ATTENTION",
    "1082, 1, NOTHING_WRONG_SHOWN",
    "1000000, 1, NOTHING_WRONG_SHOWN",
    "1000000, 3, NEEDS_ATTENTION",
  })
  void samplesOfARunThatSleepsAreTold(long pages, int samples, Condition condition)
      throws SourceException {
    var text =
        IntStream.range(0, samples)
            .mapToObj(
                each -> " scanning heap | %d | %d | VacuumDelay\n".formatted(100 * each, pages))
            .collect(
                Collectors.joining(
                    "",
                    "phase | heap_blks_scanned | heap_blks_total | wait_event\n---+---+---+---\n",
                    ""));
    var told = Advisor.assess(List.of(new Paste.Text("pasted", text)));

    assertEquals(condition, told.judgement().condition());
    assertEquals(
        samples > 1 || pages > 1_000_000,
        told.findings().stream().anyMatch(each -> each.id().equals("cost-throttled")));
  }

  /// Awake in most of them, it does not sleep for its limit; nor do five workers at one moment.
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        1 | scanning heap | 0 | 64000000 | VacuumDelay
        1 | scanning heap | 9 | 64000000 |
        1 | scanning heap | 12 | 64000000 |
        """,
        """
        1 | scanning heap | 9 | 64000 | VacuumDelay
        2 | scanning heap | 9 | 64001 | VacuumDelay
        3 | scanning heap | 9 | 640 | VacuumDelay
        4 | scanning heap | 9 | 64 | VacuumDelay
        5 | scanning heap | 9 | 99 | VacuumDelay
        """,
      })
  void whatIsAwakeOrSeenOnceIsNotThrottled(String rows) throws SourceException {
    var head = "pid | phase | heap_blks_scanned | heap_blks_total | wait_event\n--+--+--+--+--\n";
    var told = Advisor.assess(List.of(new Paste.Text("pasted", head + rows)));

    assertTrue(told.findings().stream().noneMatch(each -> each.id().equals("cost-throttled")));
  }

  /// One look may find by chance what is rare: five are enough.
  @Test
  void isSureOfFiveSamples() {
    assertEquals(Severity.ADVICE, sampled(4, 4).getFirst().severity());
    assertEquals(Confidence.LOW, sampled(4, 4).getFirst().confidence());
    assertEquals(Severity.WARNING, sampled(5, 5).getFirst().severity());
    assertEquals(Confidence.MEDIUM, sampled(5, 5).getFirst().confidence());
    assertEquals(
        "samples asleep for the cost limit: 5",
        Verdicts.facts(sampled(5, 5).getFirst()).getFirst());
    assertEquals(
        new Goal.AsleepAtMost(Share.ofPercent(50), Duration.ofHours(1), Share.ofPercent(50)),
        ((Remedy.Tune) sampled(5, 5).getFirst().remedies().getFirst()).goal());
  }

  @Test
  void saysWhereAllSamplesAreAsleep() {
    assertEquals(
        "Vacuum sleeps for its cost limit in all 10 samples",
        sampled("VacuumDelay | Timeout | 10 |\n").getFirst().headline());
    assertEquals(
        "Vacuum sleeps for its cost limit in the sample shown",
        sampled("VacuumDelay | Timeout | 1 |\n").getFirst().headline());
  }

  private static List<Finding> sampled(int asleep, int reading) {
    return sampled(
        "VacuumDelay | Timeout | %d |\n| DataFileRead | IO | %d |\n".formatted(asleep, reading));
  }

  private static List<Finding> sampled(String rows) {
    return Pasted.findings(
        new CostThrottled(), "| wait_event | wait_event_type | count |\n|---|---|---|\n| " + rows);
  }

  @Test
  void provesItWithTheTimeItTakesAndTheLimit() {
    assertEquals(
        List.of(
            "asleep for the cost limit: 50 % of 10 min",
            "it will take at this pace: 20 min; 100,000 of 200,000 pages are scanned",
            "awake it would take: 10 min",
            "the cost limit allows: 100,000 cost units a second",
            "mostly asleep, and long: 50 % of a run of 10 min"),
        Verdicts.facts(examine(asleep(Duration.ofMinutes(5), 100_000)).getFirst()));
  }

  /// 100 units every 2 ms.
  @Test
  void holdsATableAgainstALimitOfItsOwn() {
    var own =
        Given.server()
            .with(Given.table("orders").with("autovacuum_vacuum_cost_limit", "100"))
            .with(
                Runs.asleep(
                    7, 0, 200_000, 100_000, Duration.ofMinutes(10), Duration.ofSeconds(500)));
    var finding = examine(own).getFirst();

    assertTrue(
        Verdicts.facts(finding).contains("the cost limit allows: 50,000 cost units a second"));
    assertEquals(
        "the table's own cost limit and delay", Verdicts.source(finding, "the cost limit allows"));
  }

  /// A sixth of it scanned in ten minutes, or just more.
  @Test
  void warnsFromAnHourOn() {
    assertEquals(Severity.WARNING, projected(100_000).severity());
    assertEquals(Severity.ADVICE, projected(100_001).severity());
  }

  private static Finding projected(long scanned) {
    var given =
        Given.server()
            .with(Given.table("orders"))
            .with(
                Runs.asleep(7, 0, 600_000, scanned, Duration.ofMinutes(10), Duration.ofMinutes(5)));
    return examine(given).getFirst();
  }

  /// Half a day; and from 18 on the server can measure it.
  @Test
  void believesOneLookFromHalfADayOn() {
    assertEquals(List.of(), examine(after(Release.V15, Duration.ofSeconds(43_199))));
    var old = examine(after(Release.V15, Duration.ofHours(12))).getFirst();
    var now = examine(after(Release.V18, Duration.ofHours(12))).getFirst();

    assertEquals(
        "A vacuum of public.orders has run for 12 h and sleeps for its cost limit", old.headline());
    assertEquals(
        "asleep for the cost limit: as it was looked at, after 12 h",
        Verdicts.facts(old).getFirst());
    assertNull(old.surer());
    assertTrue(String.valueOf(now.surer()).contains("track_cost_delay_timing"));
  }

  private static Given after(Release release, Duration running) {
    return Given.server(release)
        .with(Given.table("orders"))
        .with(Runs.scanning(7, 0, 200_000, 100_000, running))
        .worker(7, "VACUUM public.orders", "VacuumDelay");
  }

  /// Vacuumed for four fifths of ten minutes: hardly done, it begins anew.
  @Test
  void warnsOfATableThatIsVacuumedAllTheTime() {
    assertEquals(List.of(Severity.WARNING), severities(240, 120_000));
    assertEquals(List.of(), severities(239, 120_000));
    assertEquals(List.of(), severities(240, 119_000));
  }

  private static List<Severity> severities(double last, double slept) {
    var log =
        RunText.vacuum("shop.public.t").at(Duration.ofMinutes(4)).took(240).slept(slept)
            + ""
            + RunText.vacuum("shop.public.t").at(Duration.ofMinutes(10)).took(last).slept(slept);
    return Verdicts.findings(new CostThrottled(), Logs.evidence(log)).stream()
        .map(Finding::severity)
        .toList();
  }

  private static Given unmeasured(Given given) {
    return given
        .with(Given.table("orders"))
        .with(Runs.scanning(7, 0, 200_000, 100_000, Duration.ofMinutes(10)))
        .worker(7, "VACUUM public.orders", "VacuumDelay");
  }

  private static Given daylong(Given given, String waitsFor) {
    return given
        .with(Given.table("orders"))
        .with(Runs.scanning(7, 0, 200_000, 100_000, Duration.ofDays(1)))
        .worker(7, "VACUUM public.orders", waitsFor);
  }

  private static Given asleep(Duration asleep, long scanned) {
    return Given.server()
        .with(Given.table("orders"))
        .with(Runs.asleep(7, 0, 200_000, scanned, Duration.ofMinutes(10), asleep));
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new CostThrottled(), given.evidence());
  }
}
