package org.vacuumadvisor.diagnosis.rule.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.VerboseRun;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.evidence.Evidence;

class IndexScanBypassedNormalTest {
  /// `BYPASS_THRESHOLD_PAGES` is 2 %.
  @Test
  void saysThatLeavingTheIndexesIsNormalUpToTwoPercent() {
    assertEquals(1, examine("bypassed: 200 pages from table (2.00% of total) have 638").size());
    assertEquals(List.of(), examine("bypassed: 201 pages from table (2.01% of total) have 638"));
  }

  @Test
  void cannotTellWithoutLogs() {
    assertEquals(
        List.of("the server's log"), Verdicts.lacks(new IndexScanBypassedNormal(), Given.server()));
  }

  private static List<Finding> examine(String scan) {
    var log = VerboseRun.of("400", "0", "", scan + " dead item identifiers");
    return Verdicts.findings(new IndexScanBypassedNormal(), Evidence.of(Logs.history(log)));
  }
}
