package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.postgres.Setting;

/// Where the server does not count, no workload can be told: the plainest case of too little data.
class NeedMoreDataTest {
  @Test
  void isSilentWhereTheWorkloadIsPlain() {
    var queue = Given.table("queue").rows(100_000).live(100).written(100_000, 0, 99_900);

    assertEquals(List.of(), examine(Given.server().with(queue).evidence()));
  }

  @Test
  void namesWhatWouldSettleIt() {
    var finding = examine(unknown(1_000_000).evidence()).getFirst();

    assertEquals(Severity.INFO, finding.severity());
    assertEquals("The workload of 1 table cannot be told from one survey", finding.headline());
    assertTrue(String.valueOf(finding.surer()).contains("second look a minute later"));
  }

  /// 8 MB are 1,024 pages of 8 kB: 102,400 rows at 100 a page.
  @Test
  void passesSmallTablesBy() {
    assertEquals(List.of(), examine(unknown(102_300).evidence()));
    assertEquals(1, examine(unknown(102_400).evidence()).size());
  }

  @Test
  void isSilentOnceThereAreTwoSurveys() {
    var older = Given.server().taken(Duration.ofMinutes(1), 1);

    assertEquals(List.of(), examine(unknown(1_000_000).after(older)));
  }

  @Test
  void isSilentOnAStandby() {
    assertEquals(List.of(), examine(unknown(1_000_000).asStandby().evidence()));
  }

  private static Given unknown(long rows) {
    return Given.server()
        .with(Setting.TRACK_COUNTS, "off")
        .with(Given.table("orders").rows((double) rows));
  }

  private static List<Finding> examine(Evidence evidence) {
    return Verdicts.findings(new NeedMoreData(), evidence);
  }
}
