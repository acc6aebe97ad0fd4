package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.vacuumadvisor.diagnosis.rule.RunText.vacuum;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.workload.Confidence;

/// What keeps vacuums from their work, or makes them slow, as far as logs tell.
class MachineryInLogsTest {
  private static final String EVENTS = "shop.public.events";

  @Test
  void isSilentAboutAVacuumThatWorks() {
    assertFalse(has("cost-throttled", vacuum(EVENTS).took(1_000).slept(499_000).toString()));
  }

  @Test
  void speaksOfAVacuumThatSleeps() {
    var finding =
        Logs.finding("cost-throttled", vacuum(EVENTS).took(1_860).slept(1_320_600).toString());

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(Confidence.HIGH, finding.confidence());
    assertEquals(
        "Autovacuum of public.events took 31 min and slept 71 % of that for its cost limit",
        finding.headline());
  }

  @Test
  void aCollectorThatDoesNotAnswerTimeAndAgainLeavesOldCounters() {
    var line =
        "2026-03-01 08:12:0%d UTC [77] LOG:  using stale statistics instead of current ones because"
            + " stats collector is not responding\n";

    assertEquals(
        Severity.INFO,
        Logs.finding("stats-lost", line.formatted(1) + line.formatted(2)).severity());
    assertEquals(
        "The statistics collector did not answer in time 3 times: autovacuum goes by old counters",
        Logs.finding("stats-lost", line.formatted(1) + line.formatted(2) + line.formatted(3))
            .headline());
    assertTrue(has("stats-lost", "WARNING:  pgstat wait timeout\n".repeat(3)));
  }

  @Test
  void workersThatCannotBeStartedLeaveTablesWaiting() {
    var log =
        """
        2026-03-01 03:11:22.120 UTC [812] WARNING:  autovacuum worker took too long to start; canceled
        2026-03-01 03:13:22.222 UTC [812] LOG:  could not fork autovacuum worker process: Cannot allocate memory
        """;

    assertEquals(
        "Autovacuum could not start a worker twice",
        Logs.finding("worker-starvation", log).headline());
  }

  /// Twice in two days is once a day.
  @Test
  void warnsWhereWorkersCannotBeStartedEachDay() {
    var first =
        "2026-03-01 00:00:00.000 UTC [812] WARNING:  autovacuum worker took too long to start;"
            + " canceled\n";

    assertEquals(
        Severity.WARNING,
        Logs.finding("worker-starvation", first + first.replace("03-01", "03-03")).severity());
    assertEquals(
        Severity.INFO,
        Logs.finding("worker-starvation", first + first.replace("03-01 00:00:00", "03-03 00:00:01"))
            .severity());
  }

  @Test
  void messagesOfOneVacuumOnOneLineAreReadApart() {
    var finding =
        Logs.finding(
            "xmin-held",
            "INFO: vacuuming \"yard.lots\" INFO: \"lots\": found 3 removable, 512200 nonremovable"
                + " row versions in 9800 out of 9800 pages DETAIL: 498100 dead row versions cannot"
                + " be removed yet, oldest xmin: 771001 There were 0 unused item identifiers."
                + " Skipped 0 pages due to buffer pins, 0 frozen pages. 0 pages are entirely empty."
                + " CPU: user: 0.31 s, system: 0.04 s, elapsed: 0.53 s. VACUUM\n");

    assertEquals(
        "Vacuum cannot remove 498,100 dead rows of yard.lots: the oldest xmin blocks cleanup",
        finding.headline());
  }

  @Test
  void theQuoteThatClosesACopiedRecordIsNoPartOfTheReport() {
    var run = vacuum(EVENTS).took(1_860).slept(1_320_600).toString().stripTrailing() + "\"\n";

    assertTrue(has("cost-throttled", run));
  }

  @Test
  void isSilentAboutSleepThatTakesLessThanTenMinutes() {
    assertFalse(has("cost-throttled", vacuum(EVENTS).took(599.9).slept(500_000).toString()));
    assertTrue(has("cost-throttled", vacuum(EVENTS).took(600).slept(500_000).toString()));
  }

  @Test
  void isAWarningFromAnHourOn() {
    var finding =
        Logs.finding("cost-throttled", vacuum(EVENTS).took(3_600).slept(3_000_000).toString());

    assertEquals(Severity.WARNING, finding.severity());
  }

  /// 20 × 3,000,000 + 2 × 3,000,000 units, at 100,000 a second by default: 660 of 700 seconds.
  @Test
  void reckonsWithTheDefaultsWhereTheRunDoesNotSay() {
    var log = vacuum(EVENTS).took(700).buffers(0, 3_000_000, 3_000_000).toString();
    var finding = Logs.finding("cost-throttled", log);

    assertEquals(Confidence.MEDIUM, finding.confidence());
    assertTrue(finding.headline().contains("about 94 %"), finding.headline());
  }

  @Test
  void saysNothingWhereTheWorkDoesNotFitTheDefaults() {
    var log = vacuum(EVENTS).took(700).buffers(0, 9_000_000, 9_000_000).toString();

    assertFalse(has("cost-throttled", log));
  }

  /// The same work at ten times the limit: 66 of 700 seconds.
  @Test
  void reckonsWithTheSettingsOfTheServerWhereTheyAreKnown() {
    var log = vacuum(EVENTS).took(700).buffers(0, 3_000_000, 3_000_000).toString();
    var server = Given.server().with(Setting.VACUUM_COST_LIMIT, "2000");

    assertFalse(ids(server.evidence().with(Logs.history(log))).contains("cost-throttled"));
  }

  @Test
  void speaksOfAHotTableThatWaitsBehindGiants() {
    var log = queueAndGiants(Duration.ofMinutes(40));
    var finding = Logs.finding("worker-starvation", log);

    assertEquals(
        "public.queue waited 41 min for a vacuum while all 2 workers were busy with other tables",
        finding.headline().replaceAll("4[01] min( [0-9]+ s)?", "41 min"));
    assertTrue(finding.evidence().stream().anyMatch(each -> each.value().contains("public.big1")));
  }

  @Test
  void isSilentAboutAWaitWithAFreeWorker() {
    var log = queueAndGiants(Duration.ofMinutes(40));
    var server = Given.server().with(Setting.AUTOVACUUM_MAX_WORKERS, "3");

    assertFalse(ids(server.evidence().with(Logs.history(log))).contains("worker-starvation"));
  }

  @Test
  void isSilentAboutAShortWait() {
    assertFalse(has("worker-starvation", queueAndGiants(Duration.ofMinutes(3))));
  }

  @Test
  void isSilentAboutOneIndexScan() {
    assertFalse(has("index-passes", vacuum(EVENTS).scans(1).toString()));
    assertTrue(has("index-passes", vacuum(EVENTS).scans(2).toString()));
  }

  @Test
  void asksForMemoryByTheDeadRows() {
    var log =
        vacuum(EVENTS)
            .scans(3)
            .indexScan(
                "needed: 9000000 pages from table (90.00% of total) had 200000000 dead item"
                    + " identifiers removed")
            .toString();
    var remedy = (Remedy.Tune) Logs.finding("index-passes", log).remedies().getFirst();

    assertEquals(Setting.AUTOVACUUM_WORK_MEM, remedy.setting());
    assertTrue(
        remedy.goal() instanceof Goal.OneIndexPass(var needed, _)
            && needed.equals(new Bytes(9_000_000L * 64)));
  }

  @Test
  void isSilentAboutAPinnedPageOrTwo() {
    assertFalse(isPinnedPageReported(1_000, 100, 9));
    assertFalse(isPinnedPageReported(1_000, 99, 10));
    assertFalse(isPinnedPageReported(100_000, 100, 10));
    assertTrue(isPinnedPageReported(1_000, 100, 10));
  }

  private static boolean isPinnedPageReported(long removed, long missed, long pages) {
    return has(
        "pinned-page-skipped",
        vacuum(EVENTS).rows(removed, 10_000).missed(missed, pages).toString());
  }

  @Test
  void onlyMentionsALockThatKeptVacuumAwayOnceOrTwice() {
    var skipped =
        "2026-11-20 10:0%d:00 UTC [77] LOG:  skipping vacuum of \"orders\" --- lock not"
            + " available\n";

    var twice = skipped.formatted(1) + skipped.formatted(2);

    var ended =
        """
        2026-11-20 09:59:00 UTC [7] LOG:  automatic vacuum of table "shop.public.users": index scans: 0
        \tpages: 0 removed, 1 remain, 1 scanned (100.00% of total)
        \ttuples: 1 removed, 2 remain, 0 are dead but not yet removable
        \tsystem usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.00 s
        """;
    assertEquals(Severity.ADVICE, Logs.finding("lock-blocked", twice).severity());
    assertEquals(Severity.INFO, Logs.finding("lock-blocked", ended + twice).severity());
    assertEquals(
        Severity.WARNING, Logs.finding("lock-blocked", twice + skipped.formatted(3)).severity());
  }

  @Test
  void tellsAnAnalyzeThatWasKeptAwayFromAVacuum() {
    var skipped = "LOG:  skipping %s of \"orders\" --- lock not available\n";

    assertEquals(
        "Analyze passed orders by once, because someone held a lock on it",
        Logs.finding("lock-blocked", skipped.formatted("analyze")).headline());
    assertEquals(
        "Vacuum passed orders by twice, because someone held a lock on it",
        Logs.finding("lock-blocked", skipped.formatted("analyze") + skipped.formatted("vacuum"))
            .headline());
  }

  @Test
  void speaksOfAQueueThatIsFullOfDeadRowsAtEachNaptime() {
    var finding = Logs.finding("naptime-too-long", every(60, 12, 50_000, 100));

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(Confidence.MEDIUM, finding.confidence());
  }

  @Test
  void isSilentWhereTheThresholdSetsThePace() {
    assertFalse(has("naptime-too-long", every(75, 12, 50_000, 100)));
    assertFalse(has("naptime-too-long", every(60, 9, 50_000, 100)));
    assertFalse(has("naptime-too-long", every(60, 12, 50_000, 25_001)));
  }

  /// By default 4,750 rows have a threshold of 1,000.
  @Test
  void isSilentAboutATinyTableThatIsSeldomVacuumed() {
    assertTrue(has("threshold-too-low", every(800, 20, 60, 12)));
    assertFalse(has("threshold-too-low", every(900, 20, 60, 12)));
    assertFalse(has("threshold-too-low", every(800, 19, 60, 12)));
    assertTrue(has("threshold-too-low", every(800, 20, 60, 4_749)));
    assertFalse(has("threshold-too-low", every(800, 20, 60, 4_750)));
  }

  @Test
  void speaksOfTruncationGivenUp() {
    var log = "INFO:  \"queue\": stopping truncate due to conflicting lock request\n";

    assertTrue(Logs.ids("INFO:  vacuuming \"public.queue\"\n" + log).contains("truncation-lock"));
  }

  /// Only from 12 on can a table be told to keep its empty pages.
  @Test
  void asksForAQuietMomentWhereVacuumCannotBeToldToLeaveEmptyPages() {
    var log =
        """
        2020-03-14 08:10:12 UTC [907] LOG:  "queue": stopping truncate due to conflicting lock request
        2020-03-14 09:10:12 UTC [912] LOG:  "queue": stopping truncate due to conflicting lock request
        2020-03-14 09:10:32 UTC [912] LOG:  automatic vacuum of table "shop.public.queue": index scans: 1
        	pages: 90200 removed, 30100 remain, 0 skipped due to pins, 0 skipped frozen
        	tuples: 800100 removed, 1500 remain, 0 are dead but not yet removable, oldest xmin: 712345
        	buffer usage: 302331 hits, 91233 misses, 111333 dirtied
        	avg read rate: 12.112 MB/s, avg write rate: 16.112 MB/s
        	system usage: CPU: user: 4.11 s, system: 2.33 s, elapsed: 58.22 s
        """;

    var assessment = Advisor.assessLogs(Logs.history(log));

    assertEquals(
        List.of(
            "VACUUM public.queue in a quiet moment. It cuts off the pages that are still empty."),
        assessment.recommendations().stream().map(Recommendation::title).toList());
    assertEquals(
        List.of(),
        Advisor.assessLogs(Logs.history(log.lines().skip(1).collect(Collectors.joining("\n"))))
            .recommendations()
            .stream()
            .filter(each -> !(each.remedy() instanceof Remedy.Ask))
            .toList(),
        "once is how PostgreSQL works");
  }

  @Test
  void asksWhoHoldsTheLockOnATableThatWasPassedByOnce() {
    var remedy =
        Logs.finding("lock-blocked", "LOG:  skipping vacuum of \"it's\" --- lock not available\n")
            .remedies()
            .getFirst();

    assertTrue(
        ((Remedy.Inquire) remedy).question().ask().contains("l.relation = '\"it''s\"'::regclass"),
        remedy::toString);
  }

  @Test
  void tellsIndexCleanupSwitchedOffFromABypass() {
    var off = "bypassed: 500 pages from table (2.01% of total) have 9000 dead item identifiers";
    var bypass = "bypassed: 500 pages from table (2.00% of total) have 9000 dead item identifiers";

    assertTrue(has("risky-setting", vacuum(EVENTS).indexScan(off).toString()));
    assertFalse(has("risky-setting", vacuum(EVENTS).indexScan(bypass).toString()));
    assertTrue(has("index-scan-bypassed-normal", vacuum(EVENTS).indexScan(bypass).toString()));
  }

  @Test
  void asksForMoreLoggingWhereEveryRunIsLong() {
    assertTrue(has("logging-too-weak", runs(5, 10)));
    assertFalse(has("logging-too-weak", runs(4, 10)));
    assertFalse(has("logging-too-weak", runs(5, 9.9)));
  }

  private static String runs(int count, double seconds) {
    return IntStream.range(0, count)
        .mapToObj(each ->
            vacuum("shop.public.t" + each).at(Duration.ofHours(each)).took(seconds).toString())
        .collect(Collectors.joining());
  }

  private static String every(int seconds, int count, long removed, long remain) {
    return IntStream.range(0, count)
        .mapToObj(each ->
            vacuum("shop.public.queue")
                .at(Duration.ofSeconds((long) seconds * each))
                .rows(removed, remain)
                .toString())
        .collect(Collectors.joining());
  }

  /// A queue vacuumed each minute, then two large tables, then the queue again.
  private static String queueAndGiants(Duration giants) {
    var before = every(60, 10, 500, 100);
    var from = Duration.ofMinutes(9).plusSeconds(30);
    var end = from.plus(giants);
    return before
        + List.of("big1", "big2").stream()
            .map(name ->
                vacuum("shop.public." + name).at(end).took((double) giants.toSeconds()).toString())
            .collect(Collectors.joining())
        + vacuum("shop.public.queue").at(end.plusSeconds(30)).rows(90_000, 100);
  }

  private static boolean has(String id, String log) {
    return Logs.ids(log).contains(id);
  }

  private static List<String> ids(Evidence evidence) {
    return RuleBook.examine(evidence).stream().map(Finding::id).toList();
  }

  @Test
  void aStandbysLogTellsOfLocksOfThePrimary() {
    var log =
        """
        2026-11-21 11:25:41.001 UTC [9249] ERROR:  canceling statement due to conflict with recovery
        2026-11-21 11:25:41.001 UTC [9249] DETAIL:  User was holding a relation lock for too long.
        2026-11-21 11:25:41.001 UTC [9249] STATEMENT:  SELECT * FROM jobs
        """;

    assertEquals(List.of("standby-lock-conflict"), Logs.troubles(log));
    assertEquals(List.of(), Logs.troubles(log.replace("a relation lock", "shared buffer pin")));
  }

  @Test
  void syslogsTimesGetTheirYear() {
    var log =
        """
        Nov 21 09:52:45 db1 postgres[42]: [3-1] LOG:  automatic analyze of table "shop.public.jobs" system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.02 s
        Nov 21 09:54:45 db1 postgres[43]: [3-1] LOG:  automatic analyze of table "shop.public.jobs" system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.02 s
        """;
    var history = Logs.history(log);

    assertEquals(
        Duration.ofMinutes(2), history.span().orElseThrow().truncatedTo(ChronoUnit.MINUTES));
    assertTrue(history.notices(NoticeKind.YEAR_ASSUMED).isPresent());
  }
}
