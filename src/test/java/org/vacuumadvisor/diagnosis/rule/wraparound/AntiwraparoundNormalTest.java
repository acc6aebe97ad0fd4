package org.vacuumadvisor.diagnosis.rule.wraparound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.Pasted;
import org.vacuumadvisor.diagnosis.rule.RunText;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.workload.Confidence;

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
  void asksHowFarAVacuumIsThatLastsForDays() {
    var worker =
        """
        -[ RECORD 1 ]----+---------------------------------------------------------
        pid              | 4711
        now              | 2026-11-20 12:00:01+00
        xact_start       | 2026-11-20 00:00:01+00
        state            | active
        query            | autovacuum: VACUUM public.orders (to prevent wraparound)
        """;

    assertEquals(
        "A vacuum to prevent wraparound has been at work for 12 h: let it finish; how far it is is"
            + " not shown",
        Pasted.findings(new AntiwraparoundNormal(), worker).getFirst().headline());
    assertEquals(
        Severity.INFO,
        Pasted.findings(new AntiwraparoundNormal(), worker.replace("00:00:01+00", "00:00:02+00"))
            .getFirst()
            .severity());
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
        remedy instanceof Remedy.VacuumNow(var table, var options)
            && table.name().name().equals("orders")
            && options.equals(List.of("FREEZE")));
  }

  @Test
  void givesTheAgeOfTheDatabaseBesideItsTables() {
    var given =
        Given.server().databaseAge(195_000_000).with(Given.table("orders").age(190_000_000));

    assertEquals(
        List.of(
            "public.orders: 190,000,000 of 200,000,000 transactions",
            "age of the database: 195,000,000",
            "forced from: 200,000,000",
            "near from: 90 % of it"),
        Verdicts.facts(examine(given).getFirst()));
  }

  @Test
  void isAboutTheOnlyTableOrElseAboutTheDatabase() {
    var one = Given.server().with(Given.table("a").age(190_000_000));
    var two =
        Given.server()
            .with(Given.table("a").age(190_000_000))
            .with(Given.table("b").age(190_000_000));

    assertInstanceOf(Subject.OfRelation.class, examine(one).getFirst().subject());
    assertEquals(new Subject.OfDatabase("shop"), examine(two).getFirst().subject());
    assertEquals(
        "2 tables of database shop come near the age at which autovacuum freezes by force",
        examine(two).getFirst().headline());
  }

  /// Nobody chooses the hour for a system catalog: it is frozen in a moment.
  @Test
  void offersToFreezePeoplesTablesAlone() {
    var catalog =
        Given.server().with(Given.table("pg_class").inSchema("pg_catalog").age(190_000_000));
    var running =
        Given.server()
            .worker("VACUUM public.orders (to prevent wraparound)")
            .with(Given.table("orders").age(200_000_001));

    assertEquals(List.of(), examine(catalog).getFirst().remedies());
    assertEquals(List.of(), examine(running).getFirst().remedies());
  }

  /// Of a database whose tables were not read its age tells: nine tenths of 200,000,000.
  @Test
  void tellsNearFromDueByTheAgeOfADatabase() {
    assertEquals(List.of(), ofArchive(179_999_999));
    assertEquals(
        List.of("Database archive comes near the age at which autovacuum freezes by force"),
        ofArchive(180_000_000));
    assertEquals(
        List.of("Database archive comes near the age at which autovacuum freezes by force"),
        ofArchive(200_000_000));
    assertEquals(
        List.of("Database archive is due for a vacuum to prevent wraparound"),
        ofArchive(200_000_001));
    assertEquals(1, ofArchive(1_073_741_823).size());
    assertEquals(List.of(), ofArchive(1_073_741_824));
  }

  @Test
  void sumsUpDatabasesWhoseTablesItDoesNotKnow() {
    var finding =
        examine(
                Given.server()
                    .database("a", 210_000_000)
                    .database("b", 220_000_000)
                    .database("c", 190_000_000)
                    .database("d", 185_000_000))
            .getFirst();

    assertEquals("2 databases are due for a vacuum to prevent wraparound", finding.headline());
    assertEquals(new Subject.OfDatabase("b"), finding.subject());
    assertEquals(
        List.of(
            "age of database b: 220,000,000",
            "age of database a: 210,000,000",
            "forced from: 200,000,000",
            "near from: 90 % of it"),
        Verdicts.facts(finding));
  }

  @Test
  void saysThatItAssumesALimitNobodyShowed() {
    var old = Given.table("orders").age(190_000_000);
    var assumed = examine(Given.server().with(old)).getFirst();
    var shown =
        examine(Given.server().with(Setting.AUTOVACUUM_FREEZE_MAX_AGE, "200000000").with(old))
            .getFirst();

    assertEquals(Confidence.MEDIUM, assumed.confidence());
    assertEquals(
        "autovacuum_freeze_max_age, its default: not shown",
        Verdicts.source(assumed, "forced from"));
    assertEquals(Confidence.HIGH, shown.confidence());
    assertEquals("autovacuum_freeze_max_age", Verdicts.source(shown, "forced from"));
  }

  @Test
  void asksForASampleUntilTheRateIsMeasured() {
    var old = Given.table("orders").age(190_000_000);
    var older = Given.server().taken(Duration.ofMinutes(10), 1_000_000).with(old);
    var newer = Given.server().taken(Duration.ZERO, 7_000_000).with(old);
    var measured = Verdicts.findings(new AntiwraparoundNormal(), newer.after(older)).getFirst();

    assertNull(measured.surer());
    assertTrue(
        String.valueOf(examine(Given.server().with(old)).getFirst().surer())
            .contains("Two surveys some minutes apart"));
  }

  @Test
  void speaksOfForcedVacuumsThatALogTellsOf() {
    var one = forced("old");
    var finding = told(one).getFirst();

    assertEquals(
        "Autovacuum froze public.old to prevent wraparound, as it should", finding.headline());
    assertInstanceOf(Subject.OfRelation.class, finding.subject());
    assertTrue(
        Verdicts.facts(finding)
            .contains("public.old: took 1 s, relfrozenxid moved on by 199,000,000"));

    var two = told(one + forced("older")).getFirst();

    assertEquals(
        "Autovacuum froze 2 tables of database shop to prevent wraparound, as it should",
        two.headline());
    assertEquals(new Subject.OfDatabase("shop"), two.subject());
  }

  @Test
  void cannotTellWithoutTheAgesOfTheDatabases() {
    assertEquals(
        List.of("age of the databases"),
        Verdicts.lacks(new AntiwraparoundNormal(), Given.server().withoutDatabaseAges()));
  }

  @Test
  void isClearWhereEverythingIsYoung() {
    assertEquals(1, Verdicts.cleared(new AntiwraparoundNormal(), Given.server()));
  }

  /// The counter alone tells that what nobody wrote to since was frozen by force: past 200 million.
  @Test
  void callsThemRoutineWhereOnlyTheCounterIsPasted() {
    assertEquals(List.of(), counted(200_000_000, ""));

    var assumed = counted(200_000_001, "").getFirst();
    var shown =
        counted(
                200_000_001,
                "\n name | setting\n------+---------\n autovacuum_freeze_max_age | 200000000\n")
            .getFirst();

    assertEquals(
        "Vacuums to prevent wraparound are routine here: 200,000,001 transaction IDs were given"
            + " out",
        assumed.headline());
    assertEquals(Confidence.MEDIUM, assumed.confidence());
    assertEquals(Confidence.HIGH, shown.confidence());
    assertEquals(
        "autovacuum_freeze_max_age, its default: not shown",
        Verdicts.source(assumed, "forced from"));
    assertEquals("autovacuum_freeze_max_age", Verdicts.source(shown, "forced from"));
  }

  private static List<Finding> counted(long xid, String more) {
    return Pasted.findings(
        new AntiwraparoundNormal(),
        " txid_current\n--------------\n %d\n(1 row)\n%s".formatted(xid, more));
  }

  /// Largest first: they take longest.
  @Test
  void namesTheLargestFirst() {
    var given =
        Given.server()
            .with(Given.table("small").age(200_000_001).pages(10))
            .with(Given.table("large").age(200_000_001).pages(30))
            .with(Given.table("middle").age(200_000_001).pages(20));

    assertEquals(
        List.of(
            "public.large: 200,000,001 of 200,000,000 transactions",
            "public.middle: 200,000,001 of 200,000,000 transactions",
            "public.small: 200,000,001 of 200,000,000 transactions"),
        Verdicts.facts(examine(given).getFirst()).subList(0, 3));
  }

  /// 200 million: who holds the horizon for less lets the vacuum do what it comes for.
  @Test
  void leavesOutOnlyTablesWhoseHorizonIsHeldForAsLong() {
    var due = Given.table("orders").age(210_000_000);

    assertEquals(
        1,
        examine(
                Given.server()
                    .with(due)
                    .with(Holders.prepared("a", Duration.ofDays(9), 200_000_000)))
            .size());
    assertEquals(
        1,
        examine(Given.server().with(due).with(Holders.logicalSlot("a", true, 205_000_000))).size());
  }

  private static String forced(String table) {
    return RunText.vacuum("shop.public." + table).forced().advanced(199_000_000).toString();
  }

  private static List<Finding> told(String log) {
    return Verdicts.findings(new AntiwraparoundNormal(), Logs.evidence(log));
  }

  private static List<String> ofArchive(long age) {
    return examine(Given.server().database("archive", age)).stream()
        .map(Finding::headline)
        .toList();
  }

  private static List<String> headlines(TableGiven table) {
    return examine(Given.server().with(table)).stream().map(Finding::headline).toList();
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new AntiwraparoundNormal(), given.evidence());
  }
}
