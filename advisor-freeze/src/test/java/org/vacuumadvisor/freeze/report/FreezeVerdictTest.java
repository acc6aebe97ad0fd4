package org.vacuumadvisor.freeze.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.report.Part;

/// Of 200 million transactions 10 are left, at a million a day.
class FreezeVerdictTest {
  @Test
  void givesADateThatFollowsFromADayOfCounting() {
    var verdict = verdict(FreezePlans.ofOne("orders", Duration.ofDays(1)));

    assertTrue(verdict.text().startsWith("The first forced vacuum comes "), verdict::text);
  }

  @Test
  void givesNoDateAfterAMinuteOfCounting() {
    var verdict = verdict(FreezePlans.ofOne("orders", Duration.ofMinutes(1)));

    assertTrue(
        verdict
            .text()
            .startsWith("No date yet: transaction IDs were counted over 1 min only. At that rate"),
        verdict::text);
    assertEquals(Optional.of(Severity.INFO), verdict.worst());
  }

  @Test
  void saysNothingOfMonthsAfterAMinuteWithoutTransactions() {
    var plan = FreezePlans.ofIdle(Duration.ofMinutes(1));

    assertEquals(Optional.of(Severity.INFO), verdict(plan).worst());
    assertEquals(
        "No date yet: transaction IDs were counted over 1 min only. Two looks 21 h 37 min apart"
            + " tell whether a forced vacuum comes in the next 90 days.",
        verdict(plan).text());
    assertFalse(FreezeReport.of(plan).parts().toString().contains("far off"));
  }

  @Test
  void saysThatNoneIsInSightAfterADayWithoutTransactions() {
    var verdict = verdict(FreezePlans.ofIdle(Duration.ofDays(1)));

    assertEquals(Optional.empty(), verdict.worst());
    assertTrue(verdict.text().startsWith("No forced vacuum is in sight."), verdict::text);
  }

  private static Part.Verdict verdict(FreezePlan plan) {
    return (Part.Verdict) new FreezeVerdict(plan, new FreezeWords(plan)).part();
  }
}
