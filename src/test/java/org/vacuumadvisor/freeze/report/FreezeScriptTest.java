package org.vacuumadvisor.freeze.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.freeze.FreezePlan;

/// That psql runs it is shown against a server; here, that it has all that is planned and no more.
class FreezeScriptTest {
  private static final long A_DAY = 1_000_000;

  @Test
  void freezesTheTablesOfTheWindowThatIsChosen() {
    var script =
        commands(
            plan(
                Given.table("second").age(181 * A_DAY).pages(1_000),
                Given.table("first").age(190 * A_DAY).pages(1_000)));

    assertEquals(
        List.of(
            "SELECT :window = 1 AS is_chosen \\gset",
            "\\if :is_chosen",
            "\\connect -reuse-previous=on '\"dbname=''shop''\"'",
            "SET lock_timeout = '10s';",
            "SET statement_timeout = 0;",
            "VACUUM (FREEZE) public.first;",
            "\\endif",
            "SELECT :window = 2 AS is_chosen \\gset",
            "\\if :is_chosen",
            "\\connect -reuse-previous=on '\"dbname=''shop''\"'",
            "SET lock_timeout = '10s';",
            "SET statement_timeout = 0;",
            "VACUUM (FREEZE) public.second;",
            "\\endif"),
        script.subList(8, script.size()));
  }

  @Test
  void leavesOutWhatIsHeld() {
    var given =
        server()
            .with(Holders.logicalSlot("cdc", true, 60 * A_DAY))
            .with(Given.table("orders").age(190 * A_DAY))
            .with(Given.table("pg_class").inSchema("pg_catalog").age(191 * A_DAY));

    assertEquals(
        List.of("VACUUM (FREEZE) public.orders;"),
        commands(FreezePlans.plan(given, "Sat 02:00-05:00")).stream()
            .filter(each -> each.startsWith("VACUUM"))
            .toList());
  }

  @Test
  void runsNothingWhileTheHorizonIsHeld() {
    var given =
        server()
            .with(Holders.prepared("tx", Duration.ofDays(60), 60 * A_DAY))
            .with(Given.table("orders").age(180 * A_DAY));
    var plan = FreezePlans.plan(given, "Sat 02:00-05:00");

    assertEquals(List.of(), commands(plan));
    assertTrue(FreezeScript.of(plan).contains("\n-- ROLLBACK PREPARED 'tx';\n"));
    assertTrue(FreezeScript.of(plan).contains("There is nothing to freeze by hand."));
  }

  private static FreezePlan plan(TableGiven... tables) {
    var given = server();
    for (var each : tables) {
      given.with(each);
    }
    return FreezePlans.plan(given, "Sat 02:00-05:00");
  }

  private static Given server() {
    return Given.server().taken(Duration.ZERO, A_DAY + 1);
  }

  private static List<String> commands(FreezePlan plan) {
    return FreezeScript.of(plan)
        .lines()
        .filter(each -> !each.isEmpty() && !each.startsWith("--"))
        .toList();
  }
}
