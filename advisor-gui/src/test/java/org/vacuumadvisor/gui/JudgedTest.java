package org.vacuumadvisor.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.gui.work.Judged;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Release;

class JudgedTest {
  private static final Survey NOW = new ServerGiven().table("orders", 3).survey();
  private static final Survey BEFORE = NOW.takenAt(NOW.takenAt().minus(Duration.ofHours(1)));

  @Test
  void makesAWindowOfTwoLooksAtOneServer() {
    assertEquals(Optional.of(BEFORE), Judged.since(Optional.of(BEFORE), NOW).evidence().older());
  }

  @Test
  void judgesALookAloneAfterAnUpgrade() {
    var upgraded = Judged.since(Optional.of(BEFORE.as(Release.V17)), NOW);
    assertEquals(Optional.empty(), upgraded.evidence().older());
    assertEquals(NOW, upgraded.evidence().survey());
  }
}
