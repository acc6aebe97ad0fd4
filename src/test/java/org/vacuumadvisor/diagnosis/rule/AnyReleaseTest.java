package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ReleaseRange;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.paste.Paste;

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

  @Test
  void keepsForEachSessionWhatWouldEndIt() throws SourceException {
    var text =
        """
         pid | datname | usename | backend_type | state | xact_start | backend_xmin | now
        -----+---------+---------+--------------+-------+------------+--------------+-----
         11 | shop | web | client backend | idle in transaction | 2026-11-28 02:00:00+00 | 900 | 2026-11-28 04:00:00+00
         12 | shop | web | client backend | idle in transaction | 2026-11-28 02:00:01+00 | 901 | 2026-11-28 04:00:00+00
         13 | shop | web | client backend | idle in transaction | 2026-11-28 02:00:02+00 | 902 | 2026-11-28 04:00:00+00
        """;

    var problem = Advisor.assess(List.of(new Paste.Text("pasted", text))).problems().getFirst();
    var ended =
        problem
            .findings()
            .flatMap(each -> each.remedies().stream())
            .flatMap(each -> each.ended().flatMap(session -> session.pid().known()).stream())
            .toList();

    assertEquals(List.of(11, 12, 13), ended);
    assertEquals(1, problem.recommendations().size());
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
