package org.vacuumadvisor.diagnosis.rule.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Runs;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

class TruncationLockTest {
  @Test
  void isSilentWhereNobodyWaits() {
    assertEquals(List.of(), examine(server(Release.V18, "truncating heap")));
  }

  @Test
  void speaksOfSessionsThatWait() {
    var finding =
        examine(server(Release.V18, "truncating heap").with(Runs.waits(9, 0, 7))).getFirst();

    assertEquals("A session waits while a vacuum shortens public.jobs", finding.headline());
    assertEquals(Setting.VACUUM_TRUNCATE, ((Remedy.Tune) finding.remedies().getFirst()).setting());
  }

  @Test
  void isSilentInAnyOtherPhase() {
    assertEquals(
        List.of(), examine(server(Release.V18, "vacuuming heap").with(Runs.waits(9, 0, 7))));
  }

  @Test
  void asksForNothingThatTheReleaseDoesNotHave() {
    assertEquals(
        List.of(),
        examine(server(Release.V11, "truncating heap").with(Runs.waits(9, 0, 7)))
            .getFirst()
            .remedies());
  }

  private static Given server(Release release, String phase) {
    return Given.server(release).with(Given.table("jobs")).with(Runs.inPhase(7, 0, phase));
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new TruncationLock(), given);
  }
}
