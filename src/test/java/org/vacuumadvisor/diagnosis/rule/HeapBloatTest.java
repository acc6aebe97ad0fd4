package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.unit.Bytes;

/// A row of 12 bigints takes 24 + 96 bytes and a line pointer of 4; a page has room for 8,168: 65
/// rows. So 650,000 rows need 10,000 pages of 8 kB.
class HeapBloatTest {
  private static final int NEEDED = 10_000;

  @Test
  void isSilentAboutATableAsLargeAsItsRows() {
    assertEquals(List.of(), examine(rows().pages(NEEDED)));
  }

  @Test
  void speaksOfAFileThreeTimesAsLarge() {
    var finding = examine(rows().pages(3 * NEEDED)).getFirst();

    assertEquals("67 % of the 234 MB of public.log are free or dead", finding.headline());
    assertEquals(Severity.ADVICE, finding.severity());
    var rewrite = assertInstanceOf(Remedy.RewriteTable.class, finding.remedies().getFirst());
    assertEquals(new Bytes(NEEDED * 8_192L), rewrite.needed());
  }

  @Test
  void warnsOfAGigabyte() {
    assertEquals(Severity.WARNING, examine(rows().pages(NEEDED + 131_072)).getFirst().severity());
    assertEquals(Severity.ADVICE, examine(rows().pages(NEEDED + 131_071)).getFirst().severity());
  }

  @Test
  void beginsAtHalfOfTheFile() {
    assertEquals(List.of(), examine(rows().pages(2 * NEEDED - 1)));
    assertEquals(1, examine(rows().pages(2 * NEEDED)).size());
  }

  /// 10 MB are 1,280 pages; 6,500 rows need 100.
  @Test
  void passesOverSmallFiles() {
    assertEquals(List.of(), examine(Given.table("log").bigints(12).rows(6_500).pages(1_379)));
    assertEquals(1, examine(Given.table("log").bigints(12).rows(6_500).pages(1_380)).size());
  }

  /// By default 130,050 rows may die before autovacuum comes: their room, 20,000 / 650,000 pages
  /// each, is needed again.
  @Test
  void leavesTheRoomThatIsNeededBetweenTwoVacuums() {
    var busy = Given.table("log").bigints(12).rows(6_500).pages(1_380).written(0, 1_000, 0);

    assertEquals(List.of(), examine(busy));
  }

  @Test
  void isSilentWhereWidthsAreHiddenOrUnknown() {
    for (var why : List.of(Why.NO_PRIVILEGE, Why.NOT_APPLICABLE)) {
      var table = rows().bigints(12, Reading.missing(why)).pages(3 * NEEDED);
      assertEquals(List.of(), examine(table), why.name());
    }
  }

  @Test
  void isSilentWhereMostRowsAreNew() {
    assertEquals(List.of(), examine(rows().pages(3 * NEEDED).modifiedSinceAnalyze(2_000_000)));
  }

  private static TableGiven rows() {
    return Given.table("log").bigints(12).rows(65 * NEEDED);
  }

  private static List<Finding> examine(TableGiven table) {
    return Verdicts.findings(new HeapBloat(), Given.server().with(table).evidence());
  }
}
