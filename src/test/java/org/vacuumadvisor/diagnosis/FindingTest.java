package org.vacuumadvisor.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.workload.Confidence;

/// Two findings about one thing, as the server and its log tell of it.
class FindingTest {
  private static final Fact OBSERVED = Fact.observed("dead rows", 5L, "n_dead_tup");
  private static final Fact TOLD = Fact.observed("failed", 2L, "the log");
  private static final Fact LIMIT = Fact.limit("limit", "250", Provenance.ENGINE, "the source");

  @Test
  void hasTheWordsOfTheGraverOne() {
    var warning = finding(Severity.WARNING, Confidence.LOW, "Seen", OBSERVED);
    var critical = finding(Severity.CRITICAL, Confidence.MEDIUM, "Told", TOLD);

    for (var both : List.of(warning.and(critical), critical.and(warning))) {
      assertEquals(Severity.CRITICAL, both.severity());
      assertEquals("Told", both.headline());
      assertEquals(Confidence.MEDIUM, both.confidence());
      assertEquals(List.of(TOLD, OBSERVED), both.evidence());
      assertEquals(List.of(new Remedy.Act("Told"), new Remedy.Act("Seen")), both.remedies());
    }
  }

  @Test
  void hasTheWordsOfTheFirstWhereBothAreAsGrave() {
    var seen = finding(Severity.WARNING, Confidence.LOW, "Seen", OBSERVED);
    var told = finding(Severity.WARNING, Confidence.HIGH, "Told", TOLD);

    assertEquals("Seen", seen.and(told).headline());
    assertEquals(Confidence.HIGH, seen.and(told).confidence());
  }

  @Test
  void givesLimitsLast() {
    var seen = finding(Severity.WARNING, Confidence.LOW, "Seen", LIMIT);
    var told = finding(Severity.WARNING, Confidence.LOW, "Told", TOLD);

    assertEquals(List.of(TOLD, LIMIT), seen.and(told).evidence());
  }

  private static Finding finding(
      Severity severity, Confidence confidence, String headline, Fact fact) {
    return Finding.of("some-rule", severity, new Subject.Cluster(), headline)
        .fact(fact)
        .confidence(confidence)
        .remedy(new Remedy.Act(headline))
        .build();
  }
}
