package org.vacuumadvisor.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.vacuumadvisor.lab.experiment.Arm.ADVISED;
import static org.vacuumadvisor.lab.experiment.Arm.DEFAULT;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.postgres.Release;

class PlanTest {
  @Test
  void beginsEachRoundWithAnotherArm() {
    var plan = plan("queue-churn", DEFAULT, ARTICLE, ADVISED);

    assertEquals(List.of(DEFAULT, ARTICLE, ADVISED), plan.order(1));
    assertEquals(List.of(ARTICLE, ADVISED, DEFAULT), plan.order(2));
    assertEquals(List.of(ADVISED, DEFAULT, ARTICLE), plan.order(3));
    assertEquals(List.of(DEFAULT, ARTICLE, ADVISED), plan.order(4));
  }

  @Test
  void refusesAnArmThatTheStudyDoesNotHave() {
    var refusal =
        assertThrows(
            IllegalArgumentException.class, () -> Study.named("insert-only").arm("article"));

    assertEquals("There is no arm \"article\"; there are default, advised.", refusal.getMessage());
  }

  @Test
  void namesTheStudiesThereAre() {
    var refusal = assertThrows(IllegalArgumentException.class, () -> Study.named("churn"));

    assertEquals(
        "There is no experiment \"churn\"; there are queue-churn, tpc-c, insert-only, read-heavy.",
        refusal.getMessage());
  }

  @Test
  void hasTheDefaultsAndTheAdviceInEveryStudy() {
    for (var name : Study.names()) {
      var arms = Study.named(name).arms().stream().map(Arm::name).toList();
      assertTrue(arms.containsAll(List.of("default", "advised")), name);
    }
  }

  private static final Arm ARTICLE = Study.named("queue-churn").arm("article");

  private static Plan plan(String study, Arm... arms) {
    return new Plan(
        Study.named(study),
        List.of(arms),
        Release.V18,
        Duration.ofSeconds(2),
        1,
        1,
        1,
        Map.of(),
        false);
  }
}
