package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.unit.Bytes;

/// 64 MB hold 11,184,810 row IDs of 6 bytes, up to 16.
class IndexPassesTest {
  @Test
  void isSilentWhereOnePassIsEnough() {
    assertEquals(List.of(), examine(server().with(table().dead(11_184_810))));
  }

  @Test
  void foreseesASecondPass() {
    var finding = examine(server().with(table().dead(11_184_811))).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        "The next vacuum of public.orders will scan its indexes 2 times", finding.headline());
    assertEquals(
        new Goal.OneIndexPass(new Bytes(11_184_811 * 6), 2),
        ((Remedy.Tune) finding.remedies().getFirst()).goal());
  }

  @Test
  void asksForEarlierVacuumsWhereMemoryWouldHaveToBeLarge() {
    var finding = examine(server().with(table().dead(100_000_000))).getFirst();

    assertInstanceOf(
        Goal.DeadRowsAtMost.class, ((Remedy.Tune) finding.remedies().getFirst()).goal());
  }

  @Test
  void seesTheSecondPassOfARunningVacuum() {
    var running = Given.server(Release.V18).with(table());

    assertEquals(List.of(), examine(running.with(Runs.passes(0, "vacuuming heap", 1))));
    assertEquals(
        Severity.WARNING,
        examine(Given.server(Release.V18).with(table()).with(Runs.passes(0, "scanning heap", 1)))
            .getFirst()
            .severity());
  }

  @Test
  void isSilentWithoutIndexesAndWithoutFigures() {
    assertEquals(
        List.of(), examine(server().with(Given.table("a").rows(400_000_000).dead(200_000_000))));
    assertEquals(List.of(), examine(server().with(table().dead(200_000_000).notCounted())));
    // no formula since 17
    assertEquals(List.of(), examine(Given.server(Release.V17).with(table().dead(200_000_000))));
  }

  private static Given server() {
    return Given.server(Release.V16);
  }

  /// 50 + 0.2 × 50,000,000 = 10,000,050 dead rows bring a vacuum.
  private static TableGiven table() {
    return Given.table("orders").rows(50_000_000).indexed();
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new IndexPasses(), given.evidence());
  }
}
