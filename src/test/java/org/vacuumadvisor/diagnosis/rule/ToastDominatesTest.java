package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.RelationKind;

/// 256 MB are 32,768 pages.
class ToastDominatesTest {
  @Test
  void isSilentWhereLittleOfItIsDead() {
    assertEquals(List.of(), examine(documents(40_000, 1_000, 199_999)));
  }

  @Test
  void speaksOfChunksThatDie() {
    var finding = examine(documents(40_000, 1_000, 250_000)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertTrue(
        finding
            .headline()
            .endsWith(
                "of public.documents lies in its TOAST table, and 250,000 chunks there are dead"));
    // the table's own are not blamed: the parameter is the TOAST table's
    assertTrue(
        ((Remedy.Tune) finding.remedies().getFirst()).subject()
                instanceof Subject.OfRelation(var relation)
            && relation.kind() == RelationKind.TOAST);
  }

  @Test
  void isSilentWhereTheTableItselfIsLarge() {
    assertEquals(List.of(), examine(documents(40_000, 10_001, 250_000)));
    assertEquals(1, examine(documents(40_000, 10_000, 250_000)).size());
  }

  @Test
  void isSilentWhereNothingWasCounted() {
    assertEquals(
        List.of(),
        examine(
            Given.server()
                .with(
                    Given.table("documents").pages(10),
                    Given.table("pg_toast_1").rows(1e6).pages(40_000).dead(900_000).notCounted())));
  }

  private static Given documents(long toastPages, long pages, long dead) {
    return Given.server()
        .with(
            Given.table("documents").pages(pages),
            Given.table("pg_toast_1")
                .rows(1_000_000)
                .live(1_000_000 - dead)
                .pages(toastPages)
                .dead(dead));
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new ToastDominates(), given);
  }
}
