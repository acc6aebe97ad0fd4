package org.vacuumadvisor.diagnosis.rule.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Share;

/// 256 MB are 32,768 pages of 8 kB; 65 rows of 12 bigints fit a page.
class BloatEstimateWrongTest {
  private static final long PAGES = 32_768;

  @Test
  void isSilentWhereEstimatesAreSound() {
    assertEquals(List.of(), examine(table()));
  }

  @Test
  void speaksOfALargeTableThatTheRoleMayNotRead() {
    var finding = examine(table().bigints(12, Reading.missing(Why.NO_PRIVILEGE))).getFirst();

    assertEquals("Statistics do not tell how much of 1 large table is free", finding.headline());
    assertTrue(String.valueOf(finding.surer()).contains("pg_read_all_data"));
  }

  @Test
  void passesOverTablesThatAreNotLarge() {
    var small =
        table().pages(PAGES - 1).bigints(12, Reading.missing(Why.NO_PRIVILEGE)).rows(2_000_000);

    assertEquals(List.of(), examine(small));
  }

  @Test
  void asksForAnalyzeWhereNothingIsKnown() {
    var finding = examine(table().bigints(12, Reading.missing(Why.NOT_APPLICABLE))).getFirst();

    assertTrue(String.valueOf(finding.surer()).contains("ANALYZE of these tables"));
  }

  @Test
  void namesAnEstimateThatWhatWasMeasuredContradicts() {
    var findings =
        examine(
            Given.table("log")
                .bigints(12)
                .with(TableKeys.TABLE_LEN, Bytes.ofGigabytes(20))
                .with(TableKeys.FREE_PERCENT, Share.ofPercent(4))
                .with(TableKeys.DEAD_TUPLE_PERCENT, Share.NONE)
                .with(TableKeys.BLOAT_PERCENT, Share.ofPercent(55)));

    assertEquals(
        "The estimate that 55 % of public.log is bloat is wrong: measured, it is 4 %",
        findings.getFirst().headline());
    assertEquals("healthy", findings.get(1).id());
  }

  private static TableGiven table() {
    return Given.table("log").bigints(12).rows(65 * PAGES).pages(PAGES);
  }

  private static List<Finding> examine(TableGiven table) {
    return Verdicts.findings(new BloatEstimateWrong(), Given.server().with(table).evidence());
  }
}
