package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.postgres.Setting;

class NaptimeTooLongTest {
  @Test
  void isSilentAboutTheDefault() {
    assertEquals(List.of(), examine(nap("60").with(Given.table("a").dead(900))));
  }

  @Test
  void speaksOfANapOfTenMinutes() {
    assertEquals(List.of(), examine(nap("599")));

    var finding = examine(nap("600")).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals("Autovacuum looks at a database only every 10 min", finding.headline());
    assertEquals(
        new Goal.LookedAtEvery(Duration.ofSeconds(60)),
        ((Remedy.Tune) finding.remedies().getFirst()).goal());
  }

  /// 60,000 rows died in 60 s, so a thousand a second, of a table with 20,000. No more than half of
  /// what is alive should come together.
  @Test
  void speaksOfATableThatIsMostlyDeadRowsWheneverAutovacuumLooks() {
    var finding = sampled(60_000, 60).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        "60,000 dead rows come together in public.jobs in each naptime of autovacuum, beside"
            + " 20,000 live ones",
        finding.headline());
    assertEquals(
        new Goal.DeadRowsBetweenLooks(10_000, 1_000),
        ((Remedy.Tune) finding.remedies().getFirst()).goal());
  }

  /// Twice as many as are alive.
  @Test
  void isSilentWhereFewerDieThanMakeItMostlyDead() {
    assertEquals(List.of(), sampled(39_999, 60));
    assertEquals(1, sampled(40_000, 60).size());
  }

  @Test
  void saysTheSameOfASteadyLoadHoweverLongItLooked() {
    for (long seconds : new long[] {30, 60, 90}) {
      var finding = sampled(1_000 * seconds, seconds).getFirst();
      assertEquals(
          new Goal.DeadRowsBetweenLooks(10_000, 1_000),
          ((Remedy.Tune) finding.remedies().getFirst()).goal());
    }
  }

  /// What HOT updates leave is pruned by whoever comes to the page next.
  @Test
  void doesNotCountHotUpdates() {
    var older = nap("60").taken(Duration.ofSeconds(60), 5_000_000).with(jobs().updated(0, 0, 0));
    var hot = nap("60").with(jobs().updated(253_582, 250_000, 0));
    var cold = nap("60").with(jobs().updated(253_582, 190_000, 0));

    assertEquals(List.of(), Verdicts.findings(new NaptimeTooLong(), hot.after(older)));
    assertEquals(1, new NaptimeTooLong().examine(cold.after(older)).count());
  }

  /// One UPDATE in an idle minute: before it nothing was dead, and no vacuum came.
  @Test
  void makesNothingOfOneLargeStatement() {
    var older =
        nap("60").taken(Duration.ofSeconds(30), 5_000_000).with(jobs().dead(0).updated(0, 0, 0));
    var newer = nap("60").with(jobs().dead(60_000).updated(60_000, 0, 0));

    assertEquals(List.of(), Verdicts.findings(new NaptimeTooLong(), newer.after(older)));
  }

  @Test
  void isSilentWhereTheSettingIsNotKnown() {
    assertEquals(List.of(), examine(Given.server()));
    assertEquals(List.of(), examine(nap("600").asStandby()));
    assertEquals(List.of(), examine(nap("600").with(Setting.AUTOVACUUM, "off")));
  }

  private static List<Finding> sampled(long deleted, long seconds) {
    var older =
        nap("60").taken(Duration.ofSeconds(seconds), 5_000_000).with(jobs().written(0, 0, 0));
    var newer = nap("60").with(jobs().written(deleted, 0, deleted));
    return Verdicts.findings(new NaptimeTooLong(), newer.after(older));
  }

  private static TableGiven jobs() {
    return Given.table("jobs").rows(20_000).live(20_000).dead(30_000);
  }

  private static Given nap(String seconds) {
    return Given.server().with(Setting.AUTOVACUUM_NAPTIME, seconds);
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new NaptimeTooLong(), given.evidence());
  }
}
