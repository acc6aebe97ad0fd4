package org.vacuumadvisor.diagnosis.rule.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Acts;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.RunText;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
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
    assertTrue(Acts.of(finding).contains("temporary table"));
  }

  @Test
  void blamesNoTemporaryTablesWhereRowsStay() {
    var finding = examine(catalog().pages(30_000).written(1_000_000, 0, 499_999)).getFirst();

    assertTrue(!Acts.of(finding).contains("temporary table"));
  }

  /// Large objects are data of applications: no temporary table makes them.
  @Test
  void leavesLargeObjectsToWhatIsSaidOfTables() {
    var large =
        Given.table("pg_largeobject")
            .inSchema("pg_catalog")
            .bigints(12)
            .rows(650_000)
            .pages(30_000)
            .written(1_000_000, 0, 990_000);

    assertEquals(List.of(), examine(large));
    assertEquals(1, Verdicts.findings(new HeapBloat(), Given.server().with(large)).size());
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

  /// Three vacuums, 100,000 rows and five times what is left.
  @Test
  void speaksOfALogInWhichCatalogsTurnOverFast() {
    assertEquals(List.of(), told(vacuums(3, 33_333, 20_000)));
    assertEquals(List.of(), told(vacuums(3, 33_334, 20_001)));

    var finding = told(vacuums(3, 33_334, 20_000)).getFirst();

    assertEquals(
        "The system catalogs turn over fast: 100,002 rows of pg_attribute were dead",
        finding.headline());
    assertEquals(new Subject.OfDatabase(Given.SHOP), finding.subject());
    assertEquals(
        List.of(
            "pg_attribute: 100,002 rows removed by 3 vacuums, 20,000 left",
            "limit of rows removed from catalogs: 100,000, and 5 times the rows left"),
        Verdicts.facts(finding));
  }

  /// A single vacuum tells as much where it removed 25 times what is left.
  @Test
  void believesASingleVacuumThatRemovedManyTimesWhatIsLeft() {
    assertEquals(1, told(vacuums(1, 100_000, 4_000)).size());
    assertEquals(List.of(), told(vacuums(1, 100_000, 4_001)));
  }

  @Test
  void namesTheCatalogWithMostDeadRowsFirst() {
    var log =
        vacuums(3, 40_000, 1_000)
            + vacuums(3, 90_000, 1_000).replace("pg_attribute", "pg_class")
            + vacuums(3, 90_000, 1_000).replace("pg_attribute", "pg_largeobject");

    assertEquals(
        List.of(
            "pg_class: 270,000 rows removed by 3 vacuums, 1,000 left",
            "pg_attribute: 120,000 rows removed by 3 vacuums, 1,000 left"),
        Verdicts.facts(told(log).getFirst()).subList(0, 2));
  }

  private static String vacuums(int times, long removed, long left) {
    var log = new StringBuilder();
    for (int i = 0; i < times; i++) {
      log.append(
          RunText.vacuum("shop.pg_catalog.pg_attribute")
              .at(Duration.ofMinutes(i))
              .rows(removed, left));
    }
    return log.toString();
  }

  private static List<Finding> told(String log) {
    return Verdicts.findings(new CatalogBloat(), Logs.evidence(log));
  }

  private static TableGiven catalog() {
    return Given.table("pg_attribute").inSchema("pg_catalog").bigints(12).rows(650_000);
  }

  private static List<Finding> examine(TableGiven table) {
    return Verdicts.findings(new CatalogBloat(), Given.server().with(table).evidence());
  }
}
