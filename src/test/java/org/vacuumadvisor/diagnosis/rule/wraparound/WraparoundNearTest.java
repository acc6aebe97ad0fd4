package org.vacuumadvisor.diagnosis.rule.wraparound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.RunText;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Confidence;

/// The wrap is 2,147,483,647 transactions away from the oldest. Half of that is 1,073,741,823.
class WraparoundNearTest {
  @Test
  void isSilentAboutAgesThatAutovacuumDealsWith() {
    assertEquals(List.of(), examine(Given.server().databaseAge(210_000_000)));
  }

  @Test
  void speaksFromHalfOfTheIdSpaceOn() {
    assertEquals(List.of(), examine(Given.server().databaseAge(1_073_741_823)));

    var finding = examine(Given.server().databaseAge(1_073_741_824)).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    // 1,073,741,824 of the 2,144,483,647 at which writes stop from 14 on
    assertEquals(
        "Database shop: 1.07 billion transactions until writes stop (50 % used)",
        finding.headline());
    assertEquals(
        List.of(
            new Remedy.FreezeDatabases(
                List.of("shop"), Wraparound.TRANSACTIONS, new XidAge(150_000_000), false)),
        finding.remedies());
  }

  /// `vacuum_failsafe_age` is 1.6 billion by default; 13 has none, and we go by the same age.
  @Test
  void isCriticalPastTheAgeOfTheFailsafe() {
    assertEquals(
        Severity.WARNING, examine(Given.server().databaseAge(1_600_000_000)).getFirst().severity());
    assertEquals(
        Severity.CRITICAL,
        examine(Given.server().databaseAge(1_600_000_001)).getFirst().severity());
    assertEquals(
        Severity.CRITICAL,
        examine(Given.server(Release.V13).databaseAge(1_600_000_001)).getFirst().severity());
  }

  /// From 2,144,483,647 on no ID is assigned: then another rule speaks.
  @Test
  void isSilentOnceTheServerStops() {
    assertEquals(1, examine(Given.server().databaseAge(2_144_483_646L)).size());
    assertEquals(List.of(), examine(Given.server().databaseAge(2_144_483_647L)));
  }

  /// 1,944,483,647 IDs are left at age 200 million, two days at 10,000 a second: fast, but the
  /// forced vacuum has only just come. From 536,870,911 on, a quarter of the space, it must have
  /// failed.
  @Test
  void doesNotTakeAFastServerForOneInDanger() {
    assertEquals(List.of(), fast(200_000_001));
    assertEquals(List.of(), fast(536_870_911));
    assertEquals(Severity.CRITICAL, fast(536_870_912).getFirst().severity());
  }

  /// 10,000 a second are 864 million a day: 2,144,483,647 less 1,280,483,647 last a day.
  @Test
  void tellsTheDaysThatAreLeft() {
    assertEquals(
        "Database shop: 864 million transactions until writes stop (60 % used, 1 day at today's"
            + " rate)",
        fast(1_280_483_647).getFirst().headline());
  }

  /// Below half of the ID space only the rate tells whether there is little time.
  @Test
  void cannotTellWhetherTimeIsShortWithoutTheRate() {
    var unknown = Given.server().databaseAge(600_000_000).evidence();

    assertEquals(List.of(), Verdicts.findings(new WraparoundNear(), unknown));
    assertTrue(Verdicts.lacks(new WraparoundNear(), unknown).contains("IDs given out in a day"));
  }

  @Test
  void cannotTellWithoutTheAgesOfTheDatabases() {
    var unknown = Given.server().withoutDatabaseAges().evidence();

    assertEquals(List.of("age of the databases"), Verdicts.lacks(new WraparoundNear(), unknown));
  }

  /// A database is at least as old as its oldest table.
  @Test
  void speaksOfAnOldTableWhereNobodyShowedTheDatabase() {
    var finding =
        examine(
                Given.server()
                    .withoutDatabaseAges()
                    .with(Given.table("old").age(1_900_000_000))
                    .with(Given.table("new").age(5)))
            .getFirst();

    assertEquals(
        "Database shop: 244 million transactions until writes stop (at least 89 % used)",
        finding.headline());
  }

  /// Nobody can connect to template0 to vacuum it; autovacuum comes to it.
  @Test
  void namesADatabaseThatIsClosedAndLeavesItToAutovacuum() {
    var finding =
        examine(Given.server().databaseAge(5).closedDatabase("template0", 1_200_000_000))
            .getFirst();

    assertTrue(finding.headline().startsWith("Database template0"));
    assertEquals(
        List.of(
            new Remedy.Act("Leave database %s to autovacuum", "template0")
                .besides("It comes even where it is switched off, and nobody else can connect")),
        finding.remedies());
  }

  @Test
  void doesNotBlameAutovacuumForALimitThatPeopleRaised() {
    var raised =
        Given.server()
            .with(Setting.AUTOVACUUM_FREEZE_MAX_AGE, "1500000000")
            .databaseAge(1_200_000_000);

    var finding = examine(raised).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertTrue(finding.explanation().contains("so high here that autovacuum has not started"));
  }

  @Test
  void sumsUpTheClusterInTheOldestDatabase() {
    var findings =
        examine(Given.server().databaseAge(1_200_000_000).database("archive", 1_300_000_000));

    assertEquals(1, findings.size());
    assertTrue(findings.getFirst().headline().startsWith("Database archive"));
  }

  @Test
  void saysWhatWouldTellTheRateWhereItIsNotKnown() {
    var finding = examine(Given.server().databaseAge(1_200_000_000)).getFirst();

    assertTrue(String.valueOf(finding.surer()).contains("Two surveys some minutes apart"));
    assertTrue(finding.evidence().stream().noneMatch(fact -> fact.label().contains("a day")));
  }

  /// 1,544,483,647 are left at age 600 million: three days at 3,575,193 in ten minutes.
  @Test
  void isAnEmergencyWhereLessThanThreeDaysAreLeft() {
    assertEquals(List.of(), at(600_000_000, 3_575_193));
    assertEquals(Severity.CRITICAL, at(600_000_000, 3_575_300).getFirst().severity());
    assertEquals(Severity.WARNING, at(1_200_000_000, 1_000).getFirst().severity());
  }

  /// The limit may have been raised, unless the server itself is in fear by now.
  @Test
  void isSurerWhereTheLimitIsShownOrTheAgeIsPastAll() {
    var shown = Given.server().with(Setting.AUTOVACUUM_FREEZE_MAX_AGE, "200000000");

    assertEquals(
        Confidence.MEDIUM,
        examine(Given.server().databaseAge(1_200_000_000)).getFirst().confidence());
    assertEquals(
        Confidence.HIGH, examine(shown.databaseAge(1_200_000_000)).getFirst().confidence());
    assertEquals(
        Confidence.HIGH,
        examine(Given.server().databaseAge(1_600_000_001)).getFirst().confidence());
  }

  @Test
  void asksForTheLimitWhereTheRateIsKnown() {
    assertEquals("SHOW autovacuum_freeze_max_age;", fast(1_200_000_000).getFirst().surer());
    assertNull(
        examine(
                rate(1_200_000_000, 6_000_000)
                    .with(Setting.AUTOVACUUM_FREEZE_MAX_AGE, "200000000")
                    .after(older()))
            .getFirst()
            .surer());
  }

  @Test
  void saysWhereTheLimitIsFrom() {
    assertEquals(
        "pg_settings.autovacuum_freeze_max_age",
        Verdicts.source(
            examine(
                    Given.server()
                        .with(Setting.AUTOVACUUM_FREEZE_MAX_AGE, "200000000")
                        .databaseAge(1_200_000_000))
                .getFirst(),
            "autovacuum is forced from"));
  }

  /// What a log tells of a table is part of the proof, and a finding of its own where there is
  /// none.
  @Test
  void tellsOfTablesThatWereFrozenLateBesideTheAge() {
    var log =
        Logs.history(
            RunText.vacuum("shop.public.events").forced().advanced(400_000_001).toString());
    var old = examine(Given.server().databaseAge(1_200_000_000).evidence().with(log));
    var young = examine(Given.server().evidence().with(log));

    assertEquals(1, old.size());
    assertTrue(
        Verdicts.facts(old.getFirst())
            .contains("public.events was frozen only at the age of: 400,000,001"));
    assertEquals(
        List.of("A vacuum froze public.events only when it was 400 million transactions old"),
        young.stream().map(Finding::headline).toList());
  }

  /// Twice 200 million.
  @Test
  void aVacuumCameLateAtTwiceTheAgeThatForcesIt() {
    assertEquals(List.of(), late("400000000", "events"));
    assertEquals(
        List.of("A vacuum froze public.events only when it was 400 million transactions old"),
        late("400000001", "events"));
    assertEquals(
        List.of(
            "A vacuum froze public.a only when it was 500 million transactions old, and 2 other"
                + " tables likewise"),
        late("500000000 400000001 450000000", "a", "b", "c"));
  }

  @Test
  void saysOfALateVacuumHowSureItIs() {
    var log = RunText.vacuum("shop.public.a").forced().took(90).advanced(500_000_000).toString();
    var assumed = examine(Logs.evidence(log)).getFirst();
    var shown =
        examine(
                Given.server()
                    .with(Setting.AUTOVACUUM_FREEZE_MAX_AGE, "200000000")
                    .evidence()
                    .with(Logs.history(log)))
            .getFirst();

    assertEquals(Confidence.MEDIUM, assumed.confidence());
    assertEquals(Confidence.HIGH, shown.confidence());
    assertEquals("autovacuum_freeze_max_age", Verdicts.source(shown, "autovacuum is forced from"));
    assertEquals(
        List.of(
            "relfrozenxid moved on by: 500,000,000",
            "it took: 1 min 30 s",
            "autovacuum is forced from: 200,000,000",
            "late: 2 times that"),
        Verdicts.facts(shown));
  }

  /// PostgreSQL 19 warns from 100 million on, others later: whoever warns before that is another
  /// product, which stops where it says.
  @Test
  void theLimitsOfOtherProductsAreTheirOwn() {
    var warning =
        "2026-11-20 10:00:00 UTC [7] WARNING:  database \"shop\" must be vacuumed within %d"
            + " transactions\n";

    assertEquals(
        "Database shop: 100,000,001 transactions left, the server warns, earlier than PostgreSQL"
            + " does: its limits are its own",
        examine(Logs.evidence(warning.formatted(100_000_001))).getFirst().headline());
    assertTrue(
        examine(Logs.evidence(warning.formatted(99_999_999)))
            .getFirst()
            .headline()
            .contains("transactions until writes stop"));
  }

  private static List<String> late(String ahead, String... tables) {
    var log = new StringBuilder();
    var ages = ahead.split(" ", -1);
    for (int at = 0; at < tables.length; at++) {
      log.append(
          RunText.vacuum("shop.public." + tables[at]).forced().advanced(Long.parseLong(ages[at])));
    }
    return examine(Logs.evidence(log.toString())).stream().map(Finding::headline).toList();
  }

  private static List<Finding> at(long age, long idsInTenMinutes) {
    return examine(rate(age, idsInTenMinutes).after(older()));
  }

  private static Given rate(long age, long idsInTenMinutes) {
    return Given.server().taken(Duration.ZERO, 1_000_000 + idsInTenMinutes).databaseAge(age);
  }

  private static Given older() {
    return Given.server().taken(Duration.ofMinutes(10), 1_000_000);
  }

  /// 10,000 transaction IDs a second: 6,000,000 in ten minutes.
  private static List<Finding> fast(long age) {
    var older = Given.server().taken(Duration.ofMinutes(10), 1_000_000);
    var newer = Given.server().taken(Duration.ZERO, 7_000_000).databaseAge(age);
    return examine(newer.after(older));
  }

  private static List<Finding> examine(Given given) {
    return examine(given.evidence());
  }

  private static List<Finding> examine(Evidence evidence) {
    return Verdicts.findings(new WraparoundNear(), evidence);
  }
}
