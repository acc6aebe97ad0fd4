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

  /// 60,000 rows died in 60 s, so a thousand a second: 60,000 in a nap, of a table with 20,000. No
  /// more than half of what is alive should come together.
  @Test
  void speaksOfATableThatDiesFasterThanAutovacuumLooks() {
    var finding = sampled(60_000).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        "60,000 rows die in public.jobs while autovacuum naps, more than it has alive",
        finding.headline());
    assertEquals(
        new Goal.DeadRowsBetweenLooks(10_000, 1_000),
        ((Remedy.Tune) finding.remedies().getFirst()).goal());
  }

  @Test
  void isSilentWhereMoreLivesThanDiesInANap() {
    assertEquals(List.of(), sampled(19_999));
    assertEquals(1, sampled(20_000).size());
  }

  @Test
  void isSilentWhereTheSettingIsNotKnown() {
    assertEquals(List.of(), examine(Given.server()));
    assertEquals(List.of(), examine(nap("600").asStandby()));
    assertEquals(List.of(), examine(nap("600").with(Setting.AUTOVACUUM, "off")));
  }

  private static List<Finding> sampled(long deleted) {
    var older = nap("60").taken(Duration.ofSeconds(60), 5_000_000).with(jobs().written(0, 0, 0));
    var newer = nap("60").with(jobs().written(deleted, 0, deleted));
    return new NaptimeTooLong().examine(newer.after(older)).toList();
  }

  private static TableGiven jobs() {
    return Given.table("jobs").rows(20_000);
  }

  private static Given nap(String seconds) {
    return Given.server().with(Setting.AUTOVACUUM_NAPTIME, seconds);
  }

  private static List<Finding> examine(Given given) {
    return new NaptimeTooLong().examine(given.evidence()).toList();
  }
}
