package org.vacuumadvisor.diagnosis.rule.wraparound;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;

/// A page read and changed costs 2 + 20 units; 100,000 units a second make 4,545.45 pages a second:
/// an hour for 16,363,637 pages.
class FreezeCollisionTest {
  @Test
  void isSilentWhileTheTablesAreYoung() {
    assertEquals(List.of(), examine(three(6_000_000, 99_999_999)));
  }

  @Test
  void speaksOfTablesThatComeToTheLimitTogether() {
    var finding = examine(three(6_000_000, 100_000_000)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals("3 tables will be due for a forced vacuum at the same time", finding.headline());
    assertEquals(3, finding.remedies().size());
  }

  @Test
  void speaksFromAnHourOfWorkOn() {
    assertEquals(List.of(), examine(three(5_454_545, 120_000_000)));
    assertEquals(1, examine(three(5_454_546, 120_000_000)).size());
  }

  /// Five hundredths of 200 million are 10 million.
  @Test
  void isSilentWhereTheyWillNotMeet() {
    assertEquals(List.of(), examine(spread(10_000_001)));
    assertEquals(1, examine(spread(10_000_000)).size());
  }

  @Test
  void leavesOutWhatIsFrozen() {
    var frozen = Given.server();
    for (var name : List.of("a", "b", "c")) {
      frozen.with(table(name, 6_000_000, 120_000_000).allFrozen(5_000_000));
    }

    assertEquals(List.of(), examine(frozen));
  }

  private static Given spread(long apart) {
    return Given.server()
        .with(table("a", 6_000_000, 130_000_000))
        .with(table("b", 6_000_000, 130_000_000))
        .with(table("c", 6_000_000, 130_000_000 - apart));
  }

  private static Given three(long pages, long age) {
    var given = Given.server();
    List.of("a", "b", "c").forEach(name -> given.with(table(name, pages, age)));
    return given;
  }

  private static TableGiven table(String name, long pages, long age) {
    return Given.table(name).rows(1e8).pages(pages).age(age);
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new FreezeCollision(), given.evidence());
  }
}
