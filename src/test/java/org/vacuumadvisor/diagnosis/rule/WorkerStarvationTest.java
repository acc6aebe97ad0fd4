package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

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

  @Test
  void leavesOutTheTableAWorkerIsAt() {
    assertEquals(
        List.of(),
        examine(busy(3).with(hot(5_000)).with(Runs.scanning(1, 0, 100, 1, Duration.ofMinutes(1)))));
  }

  @Test
  void tellsTheServersOwnScoreFrom19On() {
    var given = busy(3, Given.server(Release.V19)).with(hot(5_000)).score(0, 20);

    assertTrue(
        examine(given).getFirst().evidence().stream()
            .anyMatch(each -> each.value().endsWith("score 20")));
  }

  @Test
  void isSilentWhereNothingWasCounted() {
    assertEquals(List.of(), examine(busy(3).with(hot(5_000).notCounted())));
    assertEquals(List.of(), examine(busy(3).asStandby().with(hot(5_000))));
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
