package org.vacuumadvisor.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;

class IgnoreRulesTest {
  private static final LocalDate DAY = LocalDate.of(2026, 11, 22);

  private static Assessment applied(Severity severity, LocalDate until) {
    var evidence = Given.server().with(Given.table("orders")).evidence();
    var subject = new Subject.OfRelation(evidence.survey().relations().getFirst());
    var finding = Finding.of("low-hot-ratio", severity, subject, "Few updates are HOT").build();
    var whole = new Assessment(evidence, List.of(finding), List.of(), List.of());
    var rule =
        new IgnoreRule(
            "low-hot-ratio", Optional.of("public.ord*"), Optional.of("shop"), until, "known");
    return new IgnoreRules(List.of(rule), DAY).appliedTo(whole);
  }

  @Test
  void leavesAFindingOutOnItsLastDay() {
    var left = applied(Severity.WARNING, DAY);

    assertEquals(List.of(), left.problems());
    assertEquals(Condition.HEALTHY, left.judgement().condition());
    assertEquals(Ignored.Standing.IGNORED, left.ignored().getFirst().standing());
  }

  @Test
  void bringsItBackOnTheNextDay() {
    var left = applied(Severity.WARNING, DAY.minusDays(1));

    assertEquals(1, left.problems().size());
    assertEquals(Condition.NEEDS_ATTENTION, left.judgement().condition());
    assertEquals(Ignored.Standing.ENDED, left.ignored().getFirst().standing());
  }

  @Test
  void neverLeavesOutWhatIsCritical() {
    var left = applied(Severity.CRITICAL, DAY);

    assertEquals(Condition.ACT_NOW, left.judgement().condition());
    assertEquals(1, left.findings().size());
    assertEquals(Ignored.Standing.TOO_SEVERE, left.ignored().getFirst().standing());
  }
}
