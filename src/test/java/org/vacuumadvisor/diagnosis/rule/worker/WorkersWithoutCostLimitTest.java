package org.vacuumadvisor.diagnosis.rule.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Pasted;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.postgres.Setting;

/// One of three workers has 66 of 200 by default. The balance of 16 and later divides evenly.
class WorkersWithoutCostLimitTest {
  @Test
  void isSilentAboutTheDefault() {
    assertEquals(List.of(), examine(workers("3")));
  }

  @Test
  void speaksOfWorkersThatShareTheOldLimit() {
    var finding = examine(workers("10")).getFirst();

    assertEquals("10 workers share a cost limit of 200: each gets 20", finding.headline());
    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(new Goal.FairCostShare(), ((Remedy.Tune) finding.remedies().getFirst()).goal());
  }

  /// 6 × 60 = 360: a tenth less than the default's share is nothing anyone notices.
  @Test
  void keepsQuietWhereTheLimitGrewWithTheWorkers() {
    assertEquals(
        List.of(), examine(workers("6").with(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, "360")));
    assertEquals(1, examine(workers("6").with(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, "350")).size());
  }

  @Test
  void isSilentWhereNothingIsSlowedOrNothingIsKnown() {
    assertEquals(List.of(), examine(workers("10").with(Setting.AUTOVACUUM_VACUUM_COST_DELAY, "0")));
    assertEquals(List.of(), examine(Given.server()));
    assertEquals(List.of(), examine(workers("10").asStandby()));
  }

  /// 200 every 2 ms for three are 33 a millisecond for each. Four have 25, ten 10; at half the
  /// delay as much again.
  @Test
  void countsOnlyWhatAWorkerMayDoInATime() {
    assertEquals(1, Verdicts.cleared(new WorkersWithoutCostLimit(), workers("3")));
    assertEquals(1, examine(workers("4")).size());
    assertEquals(1, examine(workers("4").with(Setting.AUTOVACUUM_VACUUM_COST_DELAY, "1.7")).size());
    assertEquals(
        List.of(), examine(workers("4").with(Setting.AUTOVACUUM_VACUUM_COST_DELAY, "1.6")));
    assertEquals(
        1,
        Verdicts.cleared(
            new WorkersWithoutCostLimit(),
            workers("4").with(Setting.AUTOVACUUM_VACUUM_COST_DELAY, "1.6")));
    assertEquals(1, Verdicts.cleared(new WorkersWithoutCostLimit(), workers("10").asStandby()));
  }

  @Test
  void provesItByTheSharesOfTheWorkers() {
    assertEquals(
        List.of(
            "autovacuum_max_workers: 10",
            "cost limit of all of them together: 200 every 2 ms",
            "share of a worker by default: 66"),
        Verdicts.facts(examine(workers("10")).getFirst()));
  }

  /// The limit is that of `vacuum_cost_limit` where autovacuum has none of its own.
  @Test
  void cannotTellByAPasteWithoutTheLimit() {
    var workers = " name | setting\n------+---------\n autovacuum_max_workers | 10\n";

    assertEquals(List.of("autovacuum_vacuum_cost_limit", "vacuum_cost_limit"), lacks(workers));
    assertEquals(List.of(), lacks(workers + " autovacuum_vacuum_cost_limit | 200\n"));
    assertEquals(List.of(), lacks(workers + " vacuum_cost_limit | 200\n"));
    assertEquals(
        List.of("autovacuum_max_workers"),
        lacks(" name | setting\n------+---------\n vacuum_cost_limit | 200\n"));
  }

  private static List<String> lacks(String text) {
    return Verdicts.lacks(new WorkersWithoutCostLimit(), Pasted.evidence(text));
  }

  private static Given workers(String count) {
    return Given.server().with(Setting.AUTOVACUUM_MAX_WORKERS, count);
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new WorkersWithoutCostLimit(), given.evidence());
  }
}
