package org.vacuumadvisor.diagnosis.rule.wraparound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.RunText;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;

/// 4,545.45 pages a second are read and changed at most: ten minutes for 2,727,273 pages.
class InsertOnlyFreezeTest {
  @Test
  void isSilentWhileTheForcedVacuumIsFar() {
    assertEquals(List.of(), examine(log(3_000_000, 99_999_999)));
  }

  @Test
  void speaksOfALogThatWasNeverFrozen() {
    var finding = examine(log(3_000_000, 100_000_000)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertTrue(finding.headline().startsWith("The forced vacuum of public.log will have"));
    assertEquals(2, finding.remedies().size());
    assertInstanceOf(
        Goal.FrozenWithEachVacuum.class, ((Remedy.Tune) finding.remedies().get(1)).goal());
  }

  @Test
  void speaksFromTenMinutesOfWorkOn() {
    assertEquals(List.of(), examine(log(2_727_272, 150_000_000)));
    assertEquals(1, examine(log(2_727_273, 150_000_000)).size());
  }

  @Test
  void isSilentWhereMostIsFrozen() {
    assertEquals(
        List.of(),
        examine(
            Given.server()
                .with(
                    table(9_000_000, 150_000_000)
                        .allFrozen(4_500_001)
                        .written(1_000_000_000, 0, 0))));
  }

  @Test
  void isSilentWhereRowsChangeAndWhereNothingIsKnown() {
    assertEquals(
        List.of(),
        examine(Given.server().with(table(3_000_000, 150_000_000).written(100, 900, 0))));
    assertEquals(List.of(), examine(Given.server().with(table(3_000_000, 150_000_000))));
  }

  /// Half of 200 million; past all of it autovacuum is forced, and others speak.
  @Test
  void isSilentOnceTheForcedVacuumIsDue() {
    assertEquals(1, examine(log(3_000_000, 200_000_000)).size());
    assertEquals(List.of(), examine(log(3_000_000, 200_000_001)));
  }

  @Test
  void provesItWithTheWorkAndTheAge() {
    assertEquals(
        List.of(
            "age of its oldest transaction ID: 150,000,000",
            "forced from: 200,000,000",
            "limit: half of that, and 10 min of work"),
        Verdicts.facts(examine(log(3_000_000, 150_000_000)).getFirst()).subList(1, 4));
  }

  @Test
  void asksForASampleUntilTheRateIsMeasured() {
    var older = log(3_000_000, 150_000_000).taken(Duration.ofMinutes(10), 1_000_000);
    var newer = log(3_000_000, 150_000_000).taken(Duration.ZERO, 7_000_000);

    assertTrue(
        String.valueOf(examine(log(3_000_000, 150_000_000)).getFirst().surer())
            .contains("Two surveys some minutes apart"));
    assertTrue(
        Verdicts.findings(new InsertOnlyFreeze(), newer.after(older)).stream()
            .allMatch(each -> each.surer() == null));
  }

  @Test
  void passesByWhatAutovacuumDoesNotMind() {
    var log = table(3_000_000, 150_000_000).written(1_000_000_000, 0, 0);

    assertEquals(List.of(), examine(Given.server().asStandby().with(log)));
    assertEquals(List.of(), examine(Given.server().with(log.temporary())));
    assertEquals(
        List.of(),
        examine(
            Given.server()
                .with(
                    table(3_000_000, 150_000_000)
                        .written(1_000_000_000, 0, 0)
                        .inSchema("pg_catalog"))));
  }

  /// A gigabyte are 131,072 pages, half of them frozen, one row in a hundred removed.
  @Test
  void speaksOfALogThatTellsOfATableFrozenAtOnce() {
    var finding = told(forced(131_072, 1_000, "50.00")).getFirst();

    assertEquals(
        "public.log only grows, and was frozen all at once by a vacuum to prevent wraparound",
        finding.headline());
    assertEquals(
        List.of(
            "share of the table frozen or read at once: 50 %",
            "it took: 1 s",
            "rows: 100,000 left, 1,000 removed",
            "limit: 50 % of a table of 1 GB and more, of which at most 1 % of the rows died"),
        Verdicts.facts(finding));
    assertInstanceOf(Remedy.VacuumNow.class, finding.remedies().getFirst());
  }

  @Test
  void isSilentAboutALogOfSmallChangingOrFrozenTables() {
    assertEquals(List.of(), told(forced(131_071, 1_000, "50.00")));
    assertEquals(List.of(), told(forced(131_072, 1_001, "50.00")));
    assertEquals(List.of(), told(forced(131_072, 1_000, "49.99")));
  }

  private static RunText forced(long pages, long removed, String frozen) {
    return RunText.vacuum("shop.public.log")
        .forced()
        .pages(pages, pages)
        .rows(removed, 100_000)
        .frozen(pages / 2, frozen);
  }

  private static List<Finding> told(RunText log) {
    return Verdicts.findings(new InsertOnlyFreeze(), Logs.evidence(log.toString()));
  }

  private static Given log(long pages, long age) {
    return Given.server().with(table(pages, age).written(1_000_000_000, 0, 0));
  }

  private static TableGiven table(long pages, long age) {
    return Given.table("log").rows(1e9).pages(pages).age(age);
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new InsertOnlyFreeze(), given.evidence());
  }
}
