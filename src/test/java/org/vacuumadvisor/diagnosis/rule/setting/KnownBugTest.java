package org.vacuumadvisor.diagnosis.rule.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Release;

/// The releases are those of PostgreSQL's release notes: 15.20 of November 2026 mends GIN.
class KnownBugTest {
  private static final TableGiven DOCS = Given.table("docs").indexed("gin");

  @Test
  void isSilentOfABugThatConcernsNobodyHere() {
    assertEquals(List.of(), examine(given("15.19")));
    assertEquals(List.of(), examine(given("15.19").with(Given.table("docs").indexed("btree"))));
  }

  @Test
  void asksForTheMinorReleaseThatMendsIt() {
    var finding = examine(given("15.19 (Debian 15.19-1)").with(DOCS)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertTrue(finding.headline().startsWith("In PostgreSQL 15.19 vacuum can leave entries"));
    assertTrue(finding.headline().endsWith("; 15.20 mends it"), finding.headline());
  }

  @Test
  void isSilentFromTheReleaseOnThatMendsIt() {
    assertEquals(List.of(), examine(given("15.20").with(DOCS)));
    assertEquals(2, examine(given("15.18").with(DOCS)).getFirst().evidence().size());
  }

  @Test
  void tellsTheGravestFirst() {
    var finding =
        examine(Given.server(Release.V14).version("14.3").with(DOCS.index("docs_b", 10, 1)))
            .getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertTrue(finding.headline().endsWith("; 14.25 mends it"), finding.headline());
  }

  /// A candidate is not yet a release; nobody knows what it has.
  @Test
  void isSilentOfCandidates() {
    assertEquals(List.of(), examine(Given.server(Release.V19).version("19rc1").with(DOCS)));
  }

  @Test
  void cannotTellWhereNobodyShowedTheRelease() {
    assertInstanceOf(
        Verdict.CannotTell.class,
        new KnownBug()
            .examine(Evidence.of(Survey.unseen(Release.V15, Instant.EPOCH)))
            .findFirst()
            .orElseThrow());
  }

  private static Given given(String version) {
    return Given.server(Release.V15).version(version);
  }

  private static List<Finding> examine(Given given) {
    return new KnownBug()
        .examine(given.evidence())
        .flatMap(each -> each instanceof Finding finding ? Stream.of(finding) : Stream.empty())
        .toList();
  }
}
