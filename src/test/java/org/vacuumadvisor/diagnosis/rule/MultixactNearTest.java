package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.postgres.Release;

class MultixactNearTest {
  @Test
  void isSilentAtOrdinaryAges() {
    assertEquals(List.of(), examine(Given.server().multixactAge(400_000_001)));
  }

  @Test
  void speaksOfADatabaseThatIsHalfWay() {
    var finding = examine(Given.server().multixactAge(1_200_000_000)).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(
        "Database shop has used up 56 % of the multixact IDs before the server stops writing",
        finding.headline());
  }

  /// Half of 2,147,483,647; writes stop at 2,144,483,647 from 14 on, which another rule tells.
  @Test
  void speaksFromHalfWayToTheStop() {
    assertEquals(List.of(), examine(Given.server().multixactAge(1_073_741_823)));
    assertEquals(1, examine(Given.server().multixactAge(1_073_741_824)).size());
    assertEquals(
        Severity.CRITICAL,
        examine(Given.server().multixactAge(1_600_000_001)).getFirst().severity());
    assertEquals(List.of(), examine(Given.server().multixactAge(2_144_483_647L)));
  }

  /// From two billion members on 19 forces vacuums earlier.
  @Test
  void speaksOfMembersWhereTheServerCountsThem() {
    assertEquals(List.of(), examine(Given.server(Release.V19).multixactMembers(2_000_000_000L)));
    assertEquals(1, examine(Given.server(Release.V19).multixactMembers(2_000_000_001L)).size());
  }

  @Test
  void saysWhatWouldTellTheMembersWhereNobodyCountsThem() {
    var finding = examine(Given.server().multixactAge(1_200_000_000)).getFirst();

    assertTrue(String.valueOf(finding.surer()).contains("pg_multixact/members"));
  }

  private static List<Finding> examine(Given given) {
    return new MultixactNear().examine(given.evidence()).toList();
  }
}
