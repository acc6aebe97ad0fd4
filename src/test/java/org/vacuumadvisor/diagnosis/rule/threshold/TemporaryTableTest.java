package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.model.TableKeys;

class TemporaryTableTest {
  @Test
  void isSilentAboutAFewDeadRowsAndOrdinaryTables() {
    assertEquals(List.of(), examine(table().dead(9_999)));
    assertEquals(List.of(), examine(table().rows(100_000).dead(19_999)));
    assertEquals(
        List.of(), examine(Given.table("orders").rows(1_000).live(1_000).dead(50_000).age(1)));
  }

  @Test
  void speaksFromAFifthOfTheTableOn() {
    var finding = examine(table().rows(100_000).dead(20_000)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        "Autovacuum cannot come to temporary table pg_temp_4.stage: 20,000 dead rows, and"
            + " 100,000 live ones",
        finding.headline());
    assertTrue(told(finding).contains("tablename = 'stage'"), told(finding));
  }

  @Test
  void namesTheSessionThatItBelongsTo() {
    var stage = table().dead(120_000).with(TableKeys.SESSION_PID, 43L);

    var findings = new AutovacuumDisabled().examine(Given.server().with(stage).evidence());
    var named =
        Verdicts.findings(
            new AutovacuumDisabled(), Given.server().with(Holders.hidden(43, "etl")).with(stage));

    assertEquals(3, findings.count());
    assertEquals(
        "Let session 43 run VACUUM (ANALYZE) pg_temp_4.stage, or TRUNCATE or drop the table, or"
            + " disconnect. No other session may, and no setting of autovacuum helps.",
        told(examine(stage).getFirst()));
    assertTrue(told(named.getFirst()).startsWith("Let session 43 (user etl"), told(named.get(0)));
  }

  @Test
  void cannotTellWhereDeadRowsAreNotShown() {
    assertEquals(
        List.of("dead rows"),
        Verdicts.lacks(new TemporaryTable(), Given.server().with(table().notCounted())));
  }

  private static TableGiven table() {
    return Given.table("stage").temporary().inSchema("pg_temp_4").rows(60_000);
  }

  private static String told(Finding finding) {
    return finding.remedies().stream()
        .flatMap(each ->
            each instanceof Remedy.Act act
                ? List.of(act.what() + ". " + act.more()).stream()
                : null)
        .findFirst()
        .orElse("");
  }

  private static List<Finding> examine(TableGiven table) {
    return Verdicts.findings(new TemporaryTable(), Given.server().with(table));
  }
}
