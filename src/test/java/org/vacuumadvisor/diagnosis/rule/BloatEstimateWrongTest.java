package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;

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

  private static TableGiven table() {
    return Given.table("log").bigints(12).rows(65 * PAGES).pages(PAGES);
  }

  private static List<Finding> examine(TableGiven table) {
    return new BloatEstimateWrong().examine(Given.server().with(table).evidence()).toList();
  }
}
