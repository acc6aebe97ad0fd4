package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;

/// Autovacuum is forced past `autovacuum_freeze_max_age`, 200 million; near is 180 million.
class AntiwraparoundNormalTest {
  @Test
  void isSilentAboutYoungTables() {
    assertEquals(List.of(), examine(Given.server().with(Given.table("orders").age(100_000_000))));
  }

  @Test
  void speaksOfAVacuumThatRuns() {
    var finding =
        examine(Given.server().worker("VACUUM public.orders (to prevent wraparound)")).getFirst();

    assertEquals(Severity.INFO, finding.severity());
    assertEquals(
        "Autovacuum is freezing tables of database shop to prevent wraparound, as it should",
        finding.headline());
    assertEquals(List.of(), finding.remedies());
    assertEquals(List.of(), examine(Given.server().worker("VACUUM public.orders")));
  }

  @Test
  void tellsNearFromDueAtTheServersOwnLimit() {
    assertEquals(List.of(), headlines(Given.table("orders").age(179_999_999)));
    assertEquals(
        List.of("public.orders comes near the age at which autovacuum freezes by force"),
        headlines(Given.table("orders").age(180_000_000)));
    assertEquals(
        List.of("public.orders comes near the age at which autovacuum freezes by force"),
        headlines(Given.table("orders").age(200_000_000)));
    assertEquals(
        List.of("public.orders is due for a vacuum to prevent wraparound"),
        headlines(Given.table("orders").age(200_000_001)));
  }

  /// "A table can only lower it" (vectors V11 and V12 of the trigger).
  @Test
  void goesByTheLowerLimitOfATable() {
    assertEquals(
        List.of("public.orders is due for a vacuum to prevent wraparound"),
        headlines(
            Given.table("orders").age(100_000_001).with("autovacuum_freeze_max_age", "100000000")));
    assertEquals(
        List.of("public.orders is due for a vacuum to prevent wraparound"),
        headlines(
            Given.table("orders").age(200_000_001).with("autovacuum_freeze_max_age", "300000000")));
  }

  @Test
  void countsOnlyWhatIsDue() {
    var given =
        Given.server()
            .with(Given.table("a").age(200_000_001))
            .with(Given.table("b").age(200_000_001))
            .with(Given.table("c").age(190_000_000));

    assertEquals(
        "2 tables of database shop are due for a vacuum to prevent wraparound",
        examine(given).getFirst().headline());
  }

  /// `autovacuum_multixact_freeze_max_age` is 400 million.
  @Test
  void givesTheAgeThatForces() {
    var finding =
        examine(Given.server().with(Given.table("orders").multixactAge(400_000_001))).getFirst();

    assertEquals("400,000,001 of 400,000,000 multixacts", finding.evidence().getFirst().value());
    assertEquals("pg_class.relminmxid", finding.evidence().getFirst().source());
  }

  @Test
  void speaksOfADatabaseWhoseTablesItDoesNotKnow() {
    var unknown = Given.server().database("archive", 200_000_001);

    assertEquals(
        List.of("Database archive is due for a vacuum to prevent wraparound"),
        examine(unknown).stream().map(Finding::headline).toList());
  }

  /// Then the age is no routine any more: `wraparound-near` speaks.
  @Test
  void isSilentFromHalfOfTheIdSpaceOn() {
    var old = Given.table("orders").age(1_073_741_824);

    assertEquals(List.of(), examine(Given.server().databaseAge(1_073_741_824).with(old)));
  }

  /// A vacuum cannot freeze past the horizon, so this one comes again and again.
  @Test
  void doesNotCallItNormalWhereTheHorizonIsHeldForLonger() {
    var held = Holders.prepared("a", Duration.ofDays(9), 200_000_001);

    assertEquals(
        List.of(), examine(Given.server().with(Given.table("orders").age(210_000_000)).with(held)));
  }

  @Test
  void passesTemporaryTablesBy() {
    assertEquals(List.of(), headlines(Given.table("orders").age(250_000_000).temporary()));
  }

  @Test
  void offersToFreezeAtAnHourOfOnesChoice() {
    var given = Given.server().with(Given.table("orders").age(190_000_000));

    var remedy = examine(given).getFirst().remedies().getFirst();

    assertTrue(
        remedy instanceof Remedy.VacuumNow(var tables, var options)
            && tables.getFirst().name().name().equals("orders")
            && options.equals(List.of("FREEZE")));
  }

  private static List<String> headlines(TableGiven table) {
    return examine(Given.server().with(table)).stream().map(Finding::headline).toList();
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new AntiwraparoundNormal(), given.evidence());
  }
}
