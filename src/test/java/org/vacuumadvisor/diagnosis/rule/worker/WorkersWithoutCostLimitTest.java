package org.vacuumadvisor.diagnosis.rule.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
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

  private static Given workers(String count) {
    return Given.server().with(Setting.AUTOVACUUM_MAX_WORKERS, count);
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new WorkersWithoutCostLimit(), given.evidence());
  }
}
