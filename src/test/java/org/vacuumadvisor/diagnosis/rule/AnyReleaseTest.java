package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ReleaseRange;

/// A server of which nobody said the release. Up to 16 the memory for dead rows holds 11,184,810 of
/// them by default, from 17 on it is a tree that holds more.
class AnyReleaseTest {
  @Test
  void saysWhatIsFoundOnEachRelease() {
    assertTrue(ids(10_500_000, Release.V16, Release.V18).contains("healthy"));
    assertTrue(ids(12_000_000, Release.V15, Release.V16).contains("index-passes"));
  }

  @Test
  void leavesOutWhatIsFoundOnSomeReleasesAlone() {
    assertTrue(!ids(12_000_000, Release.V16, Release.V17).contains("index-passes"));
  }

  @Test
  void asksForTheReleaseWhereItDecides() {
    var question =
        examine(12_000_000, Release.V14, Release.V18).stream()
            .filter(Finding::isQuestion)
            .findFirst()
            .orElseThrow();

    assertEquals(
        "It depends on the release whether this is so: The next vacuum of public.orders will scan"
            + " its indexes 2 times",
        question.headline());
    assertEquals("would be found on: 14 to 16", Verdicts.facts(question).getFirst());
    assertEquals(List.of(new Remedy.Ask(Question.RELEASE)), question.remedies());
  }

  @Test
  void asksNothingWhereItDoesNotDecide() {
    assertTrue(
        examine(12_000_000, Release.V15, Release.V16).stream().noneMatch(Finding::isQuestion));
  }

  @Test
  void putsTheGravestFirst() {
    var severities =
        examine(12_000_000, Release.V14, Release.V18).stream().map(Finding::severity).toList();

    assertEquals(severities.stream().sorted().toList(), severities);
    assertEquals(Severity.INFO, severities.getLast());
  }

  private static List<String> ids(long dead, Release earliest, Release latest) {
    return examine(dead, earliest, latest).stream().map(Finding::id).toList();
  }

  private static List<Finding> examine(long dead, Release earliest, Release latest) {
    var range = new ReleaseRange(earliest, latest);
    var orders = Given.table("orders").rows(50_000_000).indexed().dead(dead);
    return AnyRelease.examine(
            range,
            range.latestFirst().stream()
                .map(release -> Given.server(release).with(orders).evidence())
                .toList())
        .findings();
  }
}
