package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;

/// An item of a bigint takes 8 + 8 bytes and a line pointer of 4; a leaf filled to 90 % has room
/// for 8,152 × 0.9 = 7,336: 366 of them. So 3,660,000 keys need 10,000 leaves, and at 70 % and 285
/// items a page 36 pages and a root above them, and the metapage: 10,038.
class IndexBloatTest {
  private static final int NEEDED = 10_038;

  @Test
  void isSilentAboutATightTree() {
    assertEquals(List.of(), examine(NEEDED));
  }

  @Test
  void isSilentAboutATreeThatGrewInRandomOrder() {
    assertEquals(List.of(), examine(NEEDED * 3 / 2));
  }

  @Test
  void speaksOfATreeTenTimesAsLarge() {
    var finding = examine(10 * NEEDED).getFirst();

    assertEquals("90 % of the 784 MB of index log_1 of public.log are empty", finding.headline());
    assertEquals(Severity.ADVICE, finding.severity());
    var subject = assertInstanceOf(Subject.OfIndex.class, finding.subject());
    assertEquals("log_1", subject.index().name());
  }

  @Test
  void beginsAtTwiceTheSize() {
    assertEquals(List.of(), examine(2 * NEEDED - 1));
    assertEquals(1, examine(2 * NEEDED).size());
  }

  @Test
  void isSilentWhereWidthsAreUnknown() {
    var table = table().bigints(1, Reading.missing(Why.NOT_APPLICABLE)).index("log_1", 90_000, 1);

    assertEquals(List.of(), examine(table));
  }

  @Test
  void isSilentAboutExpressions() {
    assertEquals(List.of(), examine(table().bigints(1).index("log_1", 90_000, 0)));
  }

  private static TableGiven table() {
    return Given.table("log").rows(3_660_000).pages(50_000);
  }

  private static List<Finding> examine(long pages) {
    return examine(table().bigints(1).index("log_1", pages, 1));
  }

  private static List<Finding> examine(TableGiven table) {
    return Verdicts.findings(new IndexBloat(), Given.server().with(table).evidence());
  }
}
