package org.vacuumadvisor.diagnosis.rule.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.Pasted;
import org.vacuumadvisor.diagnosis.rule.RunText;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.postgres.Setting;

class StandbyLockConflictTest {
  private static final Setting STREAMING_DELAY = Setting.MAX_STANDBY_STREAMING_DELAY;

  @Test
  void isSilentOnAPrimaryAndWithoutConflicts() {
    assertEquals(List.of(), examine(Given.server().conflicts(50, 0)));
    assertEquals(List.of(), examine(standby().conflicts(0, 2)));
  }

  @Test
  void speaksOfQueriesCancelledForALock() {
    var finding = examine(standby().conflicts(10, 0)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        "Queries on this standby were cancelled 10 times for a lock of the primary",
        finding.headline());
  }

  @Test
  void speaksFromThreeOnOrOfOneInTheWindow() {
    assertEquals(List.of(), examine(standby().conflicts(2, 0)));
    assertEquals(1, examine(standby().conflicts(3, 0)).size());
    assertEquals(Severity.ADVICE, since(8, 9).severity());
    assertEquals(Severity.WARNING, since(8, 11).severity());
  }

  @Test
  void blamesALockWhereAsManyWereCancelledForOne() {
    assertTrue(
        examine(standby().conflicts(10, 10))
            .getFirst()
            .headline()
            .endsWith("10 times for a lock of the primary"));
    assertTrue(
        examine(standby().conflicts(10, 11))
            .getFirst()
            .headline()
            .endsWith("11 times for rows that vacuum removed on the primary"));
  }

  /// Two are a matter of chance, three are not.
  @Test
  void countsWhatHappenedBetweenTwoSurveys() {
    assertEquals(
        "Queries on this standby were cancelled twice since the first survey for a lock of the"
            + " primary",
        since(8, 10).headline());
    assertEquals(Severity.ADVICE, since(8, 10).severity());
    assertEquals(
        "Queries on this standby were cancelled once since the first survey for rows that vacuum"
            + " removed on the primary",
        between(5, 5, 5, 6).getFirst().headline());
  }

  /// Counters that were reset in between went down.
  @Test
  void countsNothingBackwards() {
    assertEquals(
        "Queries on this standby were cancelled 3 times since the first survey for rows that"
            + " vacuum removed on the primary",
        between(50, 0, 4, 3).getFirst().headline());
  }

  @Test
  void goesByTheCountersWhereNothingHappenedMeanwhile() {
    assertEquals(List.of(), between(2, 0, 2, 0));
    assertEquals(Severity.ADVICE, between(3, 0, 3, 0).getFirst().severity());
  }

  @Test
  void provesItWithTheCountersAndTheSettings() {
    var standby =
        standby()
            .conflicts(10, 2)
            .with(Setting.HOT_STANDBY_FEEDBACK, "off")
            .with("max_standby_streaming_delay", "45000", "ms");

    assertEquals(
        List.of(
            "cancelled for a lock: 10",
            "cancelled for rows that vacuum removed: 2",
            "limit: 3 since the counters began and one a day; a warning if seen to happen",
            "hot_standby_feedback: off",
            "a query may delay replay for: 45000 ms"),
        Verdicts.facts(examine(standby).getFirst()));
  }

  /// What is set already is not recommended.
  @Test
  void offersFeedbackOnlyWhereItIsOff() {
    var off = standby().conflicts(0, 10).with(Setting.HOT_STANDBY_FEEDBACK, "off");
    var on = standby().conflicts(0, 10).with(Setting.HOT_STANDBY_FEEDBACK, "on");

    assertTrue(act(examine(off)).contains("or set hot_standby_feedback = on"));
    assertTrue(act(examine(on)).startsWith("See whether the standby loses its connection"));
  }

  @Test
  void countsWhatALogTellsOf() {
    assertEquals(Severity.ADVICE, told(lock().repeat(2)).getFirst().severity());

    var three = told(lock().repeat(3));

    assertEquals(Severity.WARNING, three.getFirst().severity());
    assertEquals("cancelled for a lock: 3", Verdicts.facts(three.getFirst()).getFirst());
  }

  /// DDL and a truncation leave the same trace.
  @Test
  void asksWhatTookALockButNotWhoRemovedRows() {
    var snapshot = told(SNAPSHOT);

    assertTrue(isAsking(lock()));
    assertFalse(isAsking(SNAPSHOT));
    assertEquals(
        "cancelled for rows that vacuum removed: 1",
        Verdicts.facts(snapshot.getFirst()).getFirst());
  }

  @Test
  void asksNothingWhereMostWereCancelledForRows() {
    assertFalse(isAsking(lock() + SNAPSHOT.repeat(2)));
    assertTrue(isAsking(lock() + SNAPSHOT));
  }

  @Test
  void namesTheVacuumThatTookTheLockWhereItIsShown() {
    var vacuum = RunText.vacuum("shop.public.jobs").toString();
    var shortened = vacuum.replace("pages: 0 removed", "pages: 700 removed");

    assertTrue(isAsking(lock() + vacuum));
    assertFalse(isAsking(lock() + shortened));
    var explained = told(lock() + shortened);
    assertEquals(Severity.WARNING, explained.getFirst().severity());
    assertTrue(
        Verdicts.facts(explained.getFirst()).stream()
            .anyMatch(each -> each.contains("700 of public.jobs")));
  }

  /// Its counters are a day old.
  private static Given standby() {
    return Given.server().asStandby().statisticsReset(Duration.ofDays(1));
  }

  private static final String CONFLICT =
      """
      2026-11-21 11:25:41.001 UTC [9249] ERROR:  canceling statement due to conflict with recovery
      2026-11-21 11:25:41.001 UTC [9249] DETAIL:  %s
      2026-11-21 11:25:41.001 UTC [9249] STATEMENT:  SELECT * FROM jobs
      """;

  private static final String SNAPSHOT =
      CONFLICT.formatted("User query might have needed to see row versions that must be removed.");

  private static String lock() {
    return CONFLICT.formatted("User was holding a relation lock for too long.");
  }

  private static List<Finding> told(String log) {
    return Verdicts.findings(new StandbyLockConflict(), Logs.evidence(log));
  }

  private static boolean isAsking(String log) {
    return told(log).getFirst().remedies().stream().anyMatch(Remedy.Ask.class::isInstance);
  }

  private static String act(List<Finding> findings) {
    return ((Remedy.Act) findings.getFirst().remedies().getFirst()).what();
  }

  private static List<Finding> between(long lock, long snapshot, long lockNow, long snapshotNow) {
    var older = standby().taken(Duration.ofMinutes(1), 5).conflicts(lock, snapshot);
    var newer = standby().conflicts(lockNow, snapshotNow);
    return Verdicts.findings(new StandbyLockConflict(), newer.after(older));
  }

  private static Finding since(long before, long now) {
    var older = standby().taken(Duration.ofMinutes(1), 5).conflicts(before, 0);
    var newer = standby().conflicts(now, 0);
    return Verdicts.findings(new StandbyLockConflict(), newer.after(older)).getFirst();
  }

  @Test
  void tellsRowsThatVacuumRemovedFromLocks() {
    var finding = examine(standby().conflicts(1, 36)).getFirst();

    assertEquals(
        "Queries on this standby were cancelled 36 times for rows that vacuum removed on the"
            + " primary",
        finding.headline());
  }

  /// One a day is a matter of chance: since a reset, or else since the server started, 30 days ago.
  @Test
  void isSilentWhereConflictsAreRare() {
    for (var since :
        List.of(standby().statisticsReset(Duration.ofDays(30)), Given.server().asStandby())) {
      assertEquals(List.of(), examine(since.conflicts(29, 0)));
      assertEquals(1, examine(since.conflicts(31, 0)).size());
    }
  }

  @Test
  void cannotTellWithoutTheCounters() {
    assertEquals(
        List.of("cancelled queries"), Verdicts.lacks(new StandbyLockConflict(), standby()));
  }

  @Test
  void isSilentWhereNobodyCounted() {
    assertEquals(List.of(), examine(standby()));
  }

  /// A report that replay waits for is let finish: the standby is there for it.
  @Test
  void namesWhomReplayWaitsFor() {
    var finding = examine(waiting(Duration.ofMinutes(1)).with(STREAMING_DELAY, "-1")).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(
        "This standby does not replay: it waits for session 9 (user shop, report), and has got 1"
            + " min behind",
        finding.headline());
    assertTrue(act(List.of(finding)).startsWith("Let session 9 (user shop, report) finish"));
  }

  @Test
  void isSilentWhereReplayWaitsForAMomentOrNoLongerThanItMay() {
    assertEquals(List.of(), examine(waiting(Duration.ofSeconds(59)).with(STREAMING_DELAY, "-1")));
    assertEquals(
        List.of(), examine(waiting(Duration.ofSeconds(89)).with(STREAMING_DELAY, "30000")));
    assertEquals(
        List.of(),
        Verdicts.findings(
            new LockQueue(), waiting(Duration.ofMinutes(9)).with(STREAMING_DELAY, "-1")));
  }

  /// Seen on 16: a limit that is loaded during a wait does not end it.
  @Test
  void saysForWhomReplayWaitsLongerThanItMay() {
    var finding =
        examine(waiting(Duration.ofSeconds(90)).with(STREAMING_DELAY, "30000")).getFirst();

    assertTrue(finding.headline().contains("has got 1 min 30 s behind"), finding.headline());
  }

  /// It waits for nobody, `wait_event` RecoveryPause; `max_standby_streaming_delay` is no limit of
  /// it.
  @Test
  void saysThatReplayIsPaused() {
    var paused = Holders.process(8, "startup", "", Duration.ofHours(1));

    var finding =
        examine(standby().with(since(Duration.ofMinutes(3), paused)).with(STREAMING_DELAY, "30000"))
            .getFirst();

    assertEquals(
        "Replay is paused on this standby: what it replayed last is 3 min old", finding.headline());
    assertEquals(
        "Ask who paused replay, then SELECT pg_wal_replay_resume()", act(List.of(finding)));
    assertEquals(List.of(), examine(standby().with(since(Duration.ofSeconds(59), paused))));
  }

  private static Given waiting(Duration time) {
    return standby()
        .with(Holders.client(9, "report", "active", time, time))
        .with(since(time, Holders.waiting(Holders.process(8, "startup", "", time), 9)));
  }

  private static Backend since(Duration time, Backend startup) {
    return new Backend(
        startup.pid(),
        startup.database(),
        startup.user(),
        startup.application(),
        startup.address(),
        startup.type(),
        startup.started(),
        startup.state(),
        startup.transactionStart(),
        startup.began(),
        startup.stateSince(),
        startup.waitsFor(),
        startup.blockers(),
        Reading.of(Given.NOW.minus(time)),
        startup.command());
  }

  /// Columns as `pg_stat_database_conflicts` of PostgreSQL 16 has them: a primary counts none.
  @Test
  void readsTheCountersOfAStandbyThatAreShownAlone() {
    var head =
        "datid|datname|confl_tablespace|confl_lock|confl_snapshot|confl_bufferpin|confl_deadlock\n";

    assertEquals(
        "Queries on this standby were cancelled 4,811 times for rows that vacuum removed on the"
            + " primary",
        Pasted.findings(new StandbyLockConflict(), head + "16401|reports|0|12|4811|2|0\n")
            .getFirst()
            .headline());
    assertEquals(
        List.of(), Pasted.findings(new StandbyLockConflict(), head + "16401|reports|0|0|0|0|0\n"));
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new StandbyLockConflict(), given);
  }
}
