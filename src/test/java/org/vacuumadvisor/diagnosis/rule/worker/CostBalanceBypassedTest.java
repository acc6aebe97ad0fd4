package org.vacuumadvisor.diagnosis.rule.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Pasted;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.model.TableKeys;

/// At 200 units every 2 ms and 2 a page, 50,000 pages a second are read; at 200 every 20 ms, 5,000:
/// 3,000,000 pages take exactly 600 s then.
class CostBalanceBypassedTest {
  @Test
  void isSilentAboutTablesInTheBalance() {
    assertEquals(
        List.of(), examine(Given.server().with(table(10_000_000).with("fillfactor", "70"))));
  }

  @Test
  void speaksOfABrakeThatSomeoneForgot() {
    var finding = examine(Given.server().with(braked(3_000_000))).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        "Vacuum of public.orders is slowed by the table's own cost settings", finding.headline());
    assertTrue(finding.evidence().get(1).value().equals("10 min"), finding.evidence().toString());
    assertEquals(1, finding.remedies().size());
  }

  /// 15,000 pages at 22 units each, 100 units a second: 55 minutes asleep (`vacuum_delay_point()`).
  @Test
  void warnsOfATableWhoseVacuumsCrawl() {
    var slow =
        table(15_000)
            .with("autovacuum_vacuum_cost_delay", "100")
            .with("autovacuum_vacuum_cost_limit", "10");
    var small = table(2_000).with("autovacuum_vacuum_cost_delay", "100");

    assertEquals(Severity.WARNING, examine(Given.server().with(slow)).getFirst().severity());
    assertEquals(List.of(), examine(Given.server().with(small)));
  }

  @Test
  void isSilentWhereTheBrakeCostsLittle() {
    assertEquals(List.of(), examine(Given.server().with(braked(2_999_000))));
  }

  @Test
  void isSilentAboutATableOfUnknownSize() {
    assertEquals(List.of(), examine(Given.server().with(braked(0).rowsUnknown())));
  }

  @Test
  void cannotTellOfATableWhoseSizeNobodyShowed() {
    var evidence =
        Given.server()
            .with(braked(3_000_000).without(TableKeys.RELPAGES, TableKeys.MAIN_BYTES))
            .evidence();

    assertEquals(List.of(), Verdicts.findings(new CostBalanceBypassed(), evidence));
    assertEquals(
        List.of(TableFigures.HEAP_BYTES.label()),
        Verdicts.lacks(new CostBalanceBypassed(), evidence));
  }

  /// By the defaults this table is slower than the server, and by the server's own 100 ms faster.
  @Test
  void cannotTellWhatSlowsATableWhereTheServersCostSettingsAreNotShown() {
    var table =
        """
         schemaname | relname | relpages | reloptions
        ------------+---------+----------+-------------------------------------
         public     | orders  |  3000000 | {autovacuum_vacuum_cost_delay=20}
        """;
    var settings =
        """
                     name             | setting
        ------------------------------+---------
         autovacuum_vacuum_cost_delay | 2
         autovacuum_vacuum_cost_limit | 200
        """;
    var alone = Pasted.evidence(table);

    assertEquals(List.of(), Verdicts.findings(new CostBalanceBypassed(), alone));
    assertEquals(
        List.of("the server's cost limit and delay"),
        Verdicts.lacks(new CostBalanceBypassed(), alone));
    assertEquals(
        Severity.ADVICE,
        Pasted.findings(new CostBalanceBypassed(), table + "\n" + settings).getFirst().severity());
  }

  private static TableGiven table(long pages) {
    return Given.table("orders").rows(1_000_000).pages(pages);
  }

  private static TableGiven braked(long pages) {
    return table(pages).with("autovacuum_vacuum_cost_delay", "20");
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new CostBalanceBypassed(), given.evidence());
  }
}
