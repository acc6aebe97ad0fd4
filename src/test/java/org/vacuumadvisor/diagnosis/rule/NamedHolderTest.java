package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.workload.Confidence;

class NamedHolderTest {
  private static final Finding TOLD =
      finding("xmin-held", Severity.WARNING, new Subject.OfDatabase("shop"), "kept");

  @Test
  void givesTheKnownHolderTheProofOfTheLog() {
    var known =
        finding(
            "xmin-held-by-transaction", Severity.ADVICE, new Subject.OfDatabase("shop"), "since");

    var one = NamedHolder.of(List.of(TOLD, known));

    assertEquals(List.of("xmin-held-by-transaction"), one.stream().map(Finding::id).toList());
    assertEquals(Severity.WARNING, one.getFirst().severity());
    assertEquals(
        List.of("since", "kept"), one.getFirst().evidence().stream().map(Fact::label).toList());
  }

  @Test
  void leavesHoldersOfOtherDatabasesAlone() {
    var elsewhere =
        finding(
            "xmin-held-by-transaction", Severity.ADVICE, new Subject.OfDatabase("crm"), "since");

    assertEquals(List.of(TOLD, elsewhere), NamedHolder.of(List.of(TOLD, elsewhere)));
  }

  @Test
  void aHolderOfTheWholeServerReachesEveryDatabase() {
    var slot = finding("xmin-held-by-slot", Severity.WARNING, new Subject.Cluster(), "xmin");

    assertEquals(1, NamedHolder.of(List.of(slot, TOLD)).size());
  }

  @Test
  void keepsAnUnknownHolderWhereNobodyIsSeen() {
    assertTrue(NamedHolder.of(List.of(TOLD)).contains(TOLD));
  }

  private static Finding finding(String id, Severity severity, Subject subject, String fact) {
    return new Finding(
        id,
        severity,
        subject,
        id,
        List.of(Fact.observed(fact, "1", "somewhere")),
        "",
        Confidence.MEDIUM,
        null,
        List.of());
  }
}
