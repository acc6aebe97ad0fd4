package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Activity;

/// A table of 100,000 pages that is read a hundred times as often as it is written.
class VisibilityMapStaleTest {
  @Test
  void isSilentWhereTheMapKnowsHalf() {
    assertEquals(List.of(), examine(sampled(50_000, 10_000_000)));
  }

  @Test
  void speaksOfAMapThatKnowsLittle() {
    var finding = examine(sampled(49_999, 10_000_000)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals("50,001, 391 MB", finding.evidence().getFirst().value());
    assertTrue(finding.remedies().getFirst() instanceof Remedy.VacuumNow);
  }

  @Test
  void isSilentWhereWritesAreTheMatter() {
    assertEquals(List.of(), examine(sampled(1_000, 1_000)));
  }

  @Test
  void isSilentWhereNothingIsKnownOfReads() {
    assertEquals(
        List.of(),
        new VisibilityMapStale().examine(Given.server().with(table(1_000)).evidence()).toList());
  }

  private static TableGiven table(long visible) {
    return Given.table("orders").rows(10_000_000).pages(100_000).allVisible(visible).indexed();
  }

  private static Evidence sampled(long visible, long scans) {
    var older =
        Given.server()
            .taken(Duration.ofMinutes(10), 5_000_000)
            .with(table(visible).activity(Activity.NONE));
    var newer =
        Given.server()
            .with(table(visible).activity(new Activity(50_000, 50_000, 0, 0, 0, 0, scans, scans)));
    return newer.after(older);
  }

  private static List<Finding> examine(Evidence evidence) {
    return new VisibilityMapStale().examine(evidence).toList();
  }
}
