package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.XidAge;

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
        "Database shop has used up 50 % of the transaction IDs before the server stops writing",
        finding.headline());
    assertEquals(
        List.of(new Remedy.FreezeDatabase("shop", new XidAge(150_000_000))), finding.remedies());
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

  @Test
  void doesNotBlameAutovacuumForALimitThatPeopleRaised() {
    var raised =
        Given.server()
            .with(Setting.AUTOVACUUM_FREEZE_MAX_AGE, "1500000000")
            .databaseAge(1_200_000_000);

    var finding = examine(raised).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertTrue(finding.explanation().contains("set so high here that it has not started yet"));
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

    assertTrue(String.valueOf(finding.surer()).contains("--sample"));
    assertTrue(
        finding.evidence().stream().noneMatch(fact -> fact.label().contains("measured rate")));
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
    return new WraparoundNear().examine(evidence).toList();
  }
}
