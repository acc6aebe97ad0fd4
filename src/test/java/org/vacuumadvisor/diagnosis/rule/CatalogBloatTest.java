package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;

/// As in [HeapBloatTest], 65 rows fit a page.
class CatalogBloatTest {
  @Test
  void isSilentAboutTidyCatalogs() {
    assertEquals(List.of(), examine(catalog().pages(10_000)));
  }

  @Test
  void speaksOfTheDatabaseAndNamesTemporaryTables() {
    var finding = examine(catalog().pages(30_000).written(1_000_000, 0, 990_000)).getFirst();

    assertEquals(new Subject.OfDatabase(Given.SHOP), finding.subject());
    assertEquals(
        "67 % of the 234 MB of catalog pg_attribute in database shop are free or dead",
        finding.headline());
    assertTrue(has(finding, "tables that come and go"));
  }

  @Test
  void blamesNoTemporaryTablesWhereRowsStay() {
    var finding = examine(catalog().pages(30_000).written(1_000_000, 0, 499_999)).getFirst();

    assertTrue(!has(finding, "tables that come and go"));
  }

  @Test
  void isSilentWhereWidthsAreUnknown() {
    assertEquals(
        List.of(),
        examine(catalog().bigints(12, Reading.missing(Why.NOT_APPLICABLE)).pages(30_000)));
  }

  @Test
  void isSilentAboutTablesOfUsers() {
    assertEquals(List.of(), examine(catalog().inSchema("public").pages(30_000)));
  }

  private static boolean has(Finding finding, String fact) {
    return finding.evidence().stream().anyMatch(each -> each.label().equals(fact));
  }

  private static TableGiven catalog() {
    return Given.table("pg_attribute").inSchema("pg_catalog").bigints(12).rows(650_000);
  }

  private static List<Finding> examine(TableGiven table) {
    return Verdicts.findings(new CatalogBloat(), Given.server().with(table).evidence());
  }
}
