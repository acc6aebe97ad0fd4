package org.vacuumadvisor.diagnosis.rule.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.RunText;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
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
    assertEquals(
        Severity.WARNING, examine(documents(40_000, 1_000, 500_000)).getFirst().severity());
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

  /// That is the cause, and no threshold.
  @Test
  void isSilentWhereAutovacuumIsSwitchedOff() {
    var toast = Given.table("pg_toast_1").rows(1_000_000).pages(40_000).dead(250_000);
    var table = Given.table("documents").pages(10);

    assertEquals(1, examine(Given.server().with(table, toast)).size());
    assertEquals(
        List.of(), examine(Given.server().with(table, toast.with("autovacuum_enabled", "off"))));
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

  /// 256 MB, and a fifth of the chunks.
  @Test
  void beginsAtItsLimits() {
    assertEquals(List.of(), examine(documents(32_767, 1_000, 250_000)));
    assertEquals(1, examine(documents(32_768, 1_000, 250_000)).size());
    assertEquals(List.of(), examine(documents(40_000, 1_000, 199_999)));
    assertEquals(1, examine(documents(40_000, 1_000, 200_000)).size());
  }

  /// 8,192 × 40,000 and × 1,000 bytes; 50 + 0.2 × 1,000,000 rows.
  @Test
  void provesItWithSizesChunksAndTheThreshold() {
    assertEquals(
        List.of(
            "TOAST table: 313 MB",
            "the table itself: 7.8 MB",
            "dead chunks: 250,000",
            "its vacuum threshold: 200,050, by its table's parameters or the server's settings",
            "limit: 80 % of the size, 20 % of the chunks dead"),
        Verdicts.facts(examine(documents(40_000, 1_000, 250_000)).getFirst()));
  }

  /// A TOAST table with one parameter of its own takes none from its table.
  @Test
  void saysWhereTheToastTableHasParametersOfItsOwn() {
    var own =
        Given.server()
            .with(
                Given.table("documents").pages(1_000),
                Given.table("pg_toast_1")
                    .rows(1_000_000)
                    .pages(40_000)
                    .dead(250_000)
                    .with("autovacuum_vacuum_threshold", "50"));

    assertTrue(
        Verdicts.facts(examine(own).getFirst())
            .contains("its vacuum threshold: 200,050, by parameters of its own alone"));
  }

  /// A minute, and half of the time of all vacuums.
  @Test
  void speaksOfALogInWhichMostTimeGoesIntoAToastTable() {
    assertEquals(List.of(), told(59, 1));
    assertEquals(List.of(), told(60, 61));

    var finding = told(60, 60).getFirst();

    assertEquals(
        "50 % of the time of all vacuums goes into TOAST table pg_toast.pg_toast_16396",
        finding.headline());
    assertEquals(
        List.of(
            "time of its vacuums: 1 min, 50 % of that of all tables",
            "limit: 50 % of the time of all vacuums, and 1 min"),
        Verdicts.facts(finding).stream().filter(each -> !each.startsWith("its size")).toList());
    assertEquals(
        "SELECT 16396::regclass; in its database names the table it belongs to.", finding.surer());
  }

  private static List<Finding> told(double toast, double others) {
    var log =
        RunText.vacuum("shop.pg_toast.pg_toast_16396").took(toast).toString()
            + RunText.vacuum("shop.public.a").took(others);
    return Verdicts.findings(new ToastDominates(), Logs.evidence(log));
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
