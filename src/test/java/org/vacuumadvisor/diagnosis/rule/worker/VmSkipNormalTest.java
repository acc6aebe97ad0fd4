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

class VmSkipNormalTest {
  @Test
  void saysThatSkippingIsNormal() {
    assertEquals(
        "The vacuum of public.events looked at 400 of 10,000 pages, as it should",
        examine("400").getFirst().headline());
  }

  @Test
  void beginsBelowHalfOfThePages() {
    assertEquals(1, examine("4999").size());
    assertEquals(List.of(), examine("5000"));
  }

  @Test
  void cannotTellWithoutLogs() {
    assertEquals(List.of("the server's log"), Verdicts.lacks(new VmSkipNormal(), Given.server()));
  }

  private static List<Finding> examine(String scanned) {
    var log =
        VerboseRun.of(
            scanned,
            "0",
            "",
            "not needed: 0 pages from table (0.00% of total) had 0 dead item identifiers removed");
    return Verdicts.findings(new VmSkipNormal(), Evidence.of(Logs.history(log)));
  }
}
