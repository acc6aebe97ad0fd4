package org.vacuumadvisor.diagnosis.rule.wraparound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.postgres.Release;

/// No ID is assigned from 3 million before the wrap on (14 to 19), 1 million up to 13: at
/// 2,144,483,647 and 2,146,483,647.
class WraparoundShutdownTest {
  @Test
  void isSilentWhileIdsAreAssigned() {
    assertEquals(List.of(), examine(Given.server().databaseAge(2_144_483_646L)));
    assertEquals(List.of(), examine(Given.server(Release.V13).databaseAge(2_146_483_646L)));
  }

  @Test
  void speaksOnceTheServerStops() {
    var finding = examine(Given.server().databaseAge(2_144_483_647L)).getFirst();

    assertEquals(Severity.CRITICAL, finding.severity());
    assertEquals(
        "Writes have stopped in all databases: database shop is out of transaction IDs",
        finding.headline());
    assertTrue(finding.explanation().contains("Single-user mode is not needed"));
    assertEquals(1, examine(Given.server(Release.V13).databaseAge(2_146_483_647L)).size());
  }

  /// What the server refuses then is told by another rule: transactions go on.
  @Test
  void isSilentWhereMultixactsRunOut() {
    assertEquals(List.of(), examine(Given.server().multixactAge(2_144_483_647L)));
  }

  @Test
  void isOneFindingHoweverManyDatabasesAreThatOld() {
    var given =
        Given.server()
            .databaseAge(2_144_483_640L)
            .database("a", 2_144_483_700L)
            .database("b", 2_144_483_650L);

    var finding = examine(given).getFirst();

    assertEquals(1, examine(given).size());
    assertEquals(new Subject.OfDatabase("a"), finding.subject());
    assertTrue(
        finding.evidence().stream()
            .anyMatch(
                each -> each.label().startsWith("other databases") && each.value().equals("2")));
  }

  /// A vacuum can freeze nothing that a prepared transaction still needs.
  @Test
  void recommendsNoVacuumWhileSomebodyKeepsItFromFreezing() {
    var held =
        Given.server()
            .databaseAge(2_144_483_647L)
            .with(Holders.prepared("xa-9", Duration.ofDays(9), 2_144_483_647L));

    var finding = examine(held).getFirst();

    assertEquals(List.of(), finding.remedies());
    assertTrue(finding.explanation().contains("prepared transaction xa-9"));
  }

  @Test
  void cannotTellWithoutTheAgesOfTheDatabases() {
    var unknown = Given.server().withoutDatabaseAges().evidence();

    assertEquals(
        List.of("age of the databases"), Verdicts.lacks(new WraparoundShutdown(), unknown));
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new WraparoundShutdown(), given.evidence());
  }
}
