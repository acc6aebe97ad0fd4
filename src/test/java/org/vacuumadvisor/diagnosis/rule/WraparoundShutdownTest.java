package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
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
        "The server stops writing: database shop is past the limit of transaction IDs",
        finding.headline());
    assertTrue(finding.explanation().contains("Single-user mode is not needed"));
    assertEquals(1, examine(Given.server(Release.V13).databaseAge(2_146_483_647L)).size());
  }

  /// Up to 13 the last hundred multixacts are kept back.
  @Test
  void knowsWhenMultixactsRunOut() {
    assertEquals(List.of(), examine(Given.server().multixactAge(2_144_483_646L)));
    assertTrue(
        examine(Given.server().multixactAge(2_144_483_647L))
            .getFirst()
            .headline()
            .endsWith("multixact IDs"));
    assertEquals(List.of(), examine(Given.server(Release.V13).multixactAge(2_147_483_546L)));
    assertEquals(1, examine(Given.server(Release.V13).multixactAge(2_147_483_547L)).size());
  }

  @Test
  void tellsThatNobodyIsSeenWhoHoldsTheHorizon() {
    var finding = examine(Given.server().databaseAge(2_144_483_647L)).getFirst();

    assertTrue(finding.evidence().stream().anyMatch(each -> each.value().equals("nobody is seen")));
  }

  private static List<Finding> examine(Given given) {
    return new WraparoundShutdown().examine(given.evidence()).toList();
  }
}
