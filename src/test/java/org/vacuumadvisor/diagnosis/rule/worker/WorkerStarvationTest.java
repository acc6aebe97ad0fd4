package org.vacuumadvisor.diagnosis.rule.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Acts;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.Pasted;
import org.vacuumadvisor.diagnosis.rule.Runs;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.workload.Confidence;

/// A table of 1,000 rows is due past 250 dead rows; twice that is long due.
class WorkerStarvationTest {
  @Test
  void isSilentWhileAWorkerIsFree() {
    assertEquals(List.of(), examine(busy(2).with(hot(5_000))));
  }

  @Test
  void speaksOfAHotTableBehindGiants() {
    var finding = examine(busy(3).with(hot(5_000))).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(
        "All 3 workers of autovacuum are busy, and 1 table is long due", finding.headline());
    assertEquals(
        Setting.AUTOVACUUM_MAX_WORKERS, ((Remedy.Tune) finding.remedies().getFirst()).setting());
  }

  @Test
  void isSilentAboutATableThatIsJustDue() {
    assertEquals(List.of(), examine(busy(3).with(hot(500))));
    assertEquals(1, examine(busy(3).with(hot(501))).size());
  }

  /// More workers that share one limit would be slower each.
  @Test
  void asksForSpeedBeforeWorkersWhereTheySleep() {
    var asleep =
        Given.server().worker(1, "VACUUM a", "VacuumDelay").worker("VACUUM b").worker("VACUUM c");

    assertEquals(
        Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
        ((Remedy.Tune) examine(asleep.with(hot(5_000))).getFirst().remedies().getFirst())
            .setting());
  }

  /// Storage parameters win, and take no part in the balance (`AutoVacuumUpdateCostLimit()`).
  @Test
  void raisesNoLimitThatDoesNotReachTheTablesThatWorkersAreHeldAt() {
    var server =
        Given.server()
            .with(Given.table("slow").with("autovacuum_vacuum_cost_delay", "100"))
            .worker(1, "VACUUM public.slow", "VacuumDelay")
            .with(Runs.scanning(1, 0, 1000, 5, Duration.ofMinutes(1)))
            .worker("VACUUM b")
            .worker("VACUUM c");
    assertEquals(
        List.of(Setting.AUTOVACUUM_MAX_WORKERS),
        examine(server.with(hot(5_000))).getFirst().remedies().stream()
            .flatMap(each -> each instanceof Remedy.Tune tune ? Stream.of(tune) : Stream.empty())
            .map(Remedy.Tune::setting)
            .toList());
  }

  /// `autovacuum_worker_slots` decides (`check_av_worker_gucs()`).
  @Test
  void allowsNoMoreWorkersThanCanRun() {
    var server = busy(1, Given.server(Release.V19).with(Setting.AUTOVACUUM_WORKER_SLOTS, "1"));

    assertEquals(
        List.of(),
        examine(server.with(hot(5_000))).getFirst().remedies().stream()
            .filter(Remedy.Tune.class::isInstance)
            .toList());
  }

  @Test
  void leavesOutTheTableAWorkerIsAt() {
    assertEquals(
        List.of(),
        examine(busy(3).with(hot(5_000)).with(Runs.scanning(1, 0, 100, 1, Duration.ofMinutes(1)))));
  }

  @Test
  void tellsWhoIsNextByTheServersOwnScoreFrom19On() {
    var given =
        busy(3, Given.server(Release.V19))
            .with(hot(5_000))
            .score(0, 20)
            .with(Given.table("queue").rows(1_000).dead(600))
            .score(1, 30);

    var finding = examine(given).getFirst();

    var effects = finding.evidence().stream().filter(Fact::isEffect).toList();
    assertEquals("most urgent, public.queue", effects.getFirst().label());
    assertEquals("600 dead rows, threshold 250, score 30", effects.getFirst().value());
    assertEquals("queue", ((Remedy.VacuumNow) finding.remedies().get(1)).relation().name().name());
  }

  @Test
  void isSilentWhereNothingWasCounted() {
    assertEquals(List.of(), examine(busy(3).with(hot(5_000).notCounted())));
    assertEquals(List.of(), examine(busy(3).asStandby().with(hot(5_000))));
  }

  @Test
  void provesItWithTheWorkersAndTheTablesThatWait() {
    var given =
        busy(3)
            .with(hot(5_000))
            .with(Given.table("giant").rows(1e9))
            .with(Runs.scanning(4711, 1, 100, 1, Duration.ofMinutes(90)));

    assertEquals(
        List.of(
            "worker 4711: VACUUM public.giant_0, for 1 h 30 min",
            "worker 4711: VACUUM public.giant_1, for 1 h 30 min",
            "worker 4711: VACUUM public.giant_2, for 1 h 30 min",
            "most urgent, public.hot: 5,000 dead rows, threshold 250",
            "workers at most: 3",
            "long due: twice the threshold"),
        Verdicts.facts(examine(given).getFirst()));
  }

  @Test
  void isCertainWhereTwoSurveysSawTheSameWorkersAtTheSameTables() {
    var older = busy(3).taken(Duration.ofMinutes(5), 1).with(hot(5_000));
    var others =
        Given.server()
            .taken(Duration.ofMinutes(5), 1)
            .worker("VACUUM a")
            .worker("VACUUM b")
            .worker("VACUUM c")
            .with(hot(5_000));
    var same = after(older);
    var changed = after(others);

    assertEquals(Confidence.HIGH, same.confidence());
    assertNull(same.surer());
    assertEquals(Confidence.MEDIUM, changed.confidence());
    assertTrue(String.valueOf(changed.surer()).contains("Two surveys some minutes apart"));
  }

  @Test
  void knowsAServerWithOneWorker() {
    var one =
        busy(1)
            .with(Setting.AUTOVACUUM_MAX_WORKERS, "1")
            .with(hot(5_000))
            .with(Given.table("warm").rows(1_000).dead(600));

    assertEquals(
        "The one worker of autovacuum is busy, and 2 tables are long due",
        examine(one).getFirst().headline());
  }

  /// From 18 on there are no more workers than slots.
  @Test
  void countsNoMoreWorkersThanThereAreSlots() {
    var slots = busy(2).with(Setting.AUTOVACUUM_WORKER_SLOTS, "2").with(hot(5_000));

    assertEquals(1, examine(slots).size());
  }

  @Test
  void passesByATableThatAutovacuumLeavesAlone() {
    assertEquals(List.of(), examine(busy(3).with(hot(5_000).with("autovacuum_enabled", "off"))));
  }

  /// Two naptimes of a minute.
  @Test
  void wantsNoTableToWaitForMoreThanTwoNaptimes() {
    var remedies = examine(busy(3).with(hot(5_000))).getFirst().remedies();

    assertEquals(
        new Goal.WaitAtMost(Duration.ofMinutes(2)), ((Remedy.Tune) remedies.getFirst()).goal());
    assertEquals("hot", ((Remedy.VacuumNow) remedies.getLast()).relation().name().name());
  }

  @Test
  void cannotTellWhereNobodyShowedTheWorkers() {
    assertEquals(
        List.of("what the workers of autovacuum do"),
        Verdicts.lacks(
            new WorkerStarvation(),
            Pasted.evidence("relname|n_live_tup|n_dead_tup\nhot|1000|5000\n")));
  }

  /// Due is past 250 dead rows, and a naptime a minute.
  @Test
  void namesATableThatNobodyGotDoneWithInTwoNaptimes() {
    var finding = passedBy(hot(251), hot(251), Duration.ofMinutes(3), Given.server()).getFirst();

    assertEquals(
        "public.hot is due for a vacuum (251 dead rows, threshold 250), and in 3 min autovacuum got"
            + " none done",
        finding.headline());
    assertInstanceOf(Remedy.VacuumNow.class, finding.remedies().getFirst());
    assertEquals(List.of(), passedBy(hot(251), hot(251), Duration.ofMinutes(2), Given.server()));
  }

  @Test
  void isSilentWhereAutovacuumMayBeComing() {
    var time = Duration.ofMinutes(3);

    assertEquals(List.of(), passedBy(hot(250), hot(251), time, Given.server()));
    assertEquals(List.of(), passedBy(hot(251), hot(250), time, Given.server()));
    assertEquals(List.of(), passedBy(hot(251), hot(251).autovacuums(2), time, Given.server()));
    assertEquals(List.of(), passedBy(hot(251), hot(251), time, busy(1)));
    var byHand = Given.server().with(Runs.scanning(1, 0, 100, 1, Duration.ofMinutes(1)));
    assertEquals(List.of(), passedBy(hot(251), hot(251), time, byHand));
    assertEquals(
        List.of(),
        passedBy(hot(251), hot(251).with("autovacuum_enabled", "off"), time, Given.server()));
    assertEquals(
        List.of(),
        passedBy(hot(251), hot(251).without(TableKeys.AUTOVACUUM_COUNT), time, Given.server()));
  }

  /// One look proves nothing; so many rows seldom die within a naptime.
  @Test
  void sendsForASecondLookWhereNoVacuumCameForTwoNaps() {
    var now = Given.NOW;
    var late = now.minus(Duration.ofSeconds(121));

    assertEquals(
        Severity.ADVICE,
        examine(Given.server().with(hot(10_000).vacuumed(late))).getFirst().severity());
    assertEquals(List.of(), examine(Given.server().with(hot(9_999).vacuumed(late))));
    assertEquals(
        List.of(), examine(Given.server().with(hot(10_000).vacuumed(late.plusSeconds(2)))));
    assertEquals(List.of(), examine(busy(1).with(hot(10_000).vacuumed(late))));
    assertEquals(
        List.of(),
        examine(Given.server().startedAgo(Duration.ofMinutes(2)).with(hot(10_000).vacuumed(late))));
  }

  /// A worker that is there since seconds does not explain why none got done for so long; one that
  /// has been at it for a naptime does.
  @Test
  void isNotTalkedOutOfItByAWorkerThatBeganJustNow() {
    var table = hot(10_000).vacuumed(Given.NOW.minus(Duration.ofSeconds(121)));

    assertEquals(
        "public.hot is due for a vacuum (10,000 dead rows, threshold 250), a worker began there 59"
            + " s ago, and no vacuum came since 2026-11-21 11:57:59 UTC",
        examine(at(table, Duration.ofSeconds(59))).getFirst().headline());
    assertEquals(List.of(), examine(at(table, Duration.ofSeconds(60))));
  }

  private static Given at(TableGiven table, Duration since) {
    return Given.server()
        .worker(1, "VACUUM public.hot", "")
        .with(Runs.scanning(1, 0, 100, 1, since))
        .with(table);
  }

  /// As 15 showed it: an export that asks for SHARE every few seconds ends each worker of its
  /// table.
  @Test
  void namesWhoAsksForALockThatEndsEachVacuum() {
    var minute = Duration.ofMinutes(1);
    var given =
        Given.server()
            .with(Holders.client(1539, "erp-export", "active", minute, minute))
            .with(Runs.waits(1539, 0, "ShareLock", 1405));

    var finding = passedBy(hot(251), hot(251), Duration.ofMinutes(3), given).getFirst();

    assertEquals(
        List.of(new Remedy.VacuumNow(relation(finding))),
        finding.remedies().stream().filter(Remedy.VacuumNow.class::isInstance).toList());
    var acts = Acts.of(finding);
    assertTrue(acts.contains("erp-export") && acts.contains("take no ShareLock on public."), acts);
  }

  private static Relation relation(Finding finding) {
    return ((Subject.OfRelation) finding.subject()).relation();
  }

  private static List<Finding> passedBy(
      TableGiven before, TableGiven now, Duration apart, Given server) {
    var older = Given.server().taken(apart, 1).with(before);
    return Verdicts.findings(new WorkerStarvation(), server.with(now).after(older));
  }

  private static Finding after(Given older) {
    return Verdicts.findings(new WorkerStarvation(), busy(3).with(hot(5_000)).after(older))
        .getFirst();
  }

  private static Given busy(int workers) {
    return busy(workers, Given.server());
  }

  private static Given busy(int workers, Given given) {
    for (int i = 0; i < workers; i++) {
      given.worker("VACUUM public.giant_" + i);
    }
    return given;
  }

  private static TableGiven hot(long dead) {
    return Given.table("hot").rows(1_000).dead(dead);
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new WorkerStarvation(), given.evidence());
  }
}
