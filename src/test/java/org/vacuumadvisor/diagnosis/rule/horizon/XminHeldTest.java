package org.vacuumadvisor.diagnosis.rule.horizon;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.workload.Confidence;

/// A table of 1,000 rows has a threshold of 50 + 0.2 × 1,000 = 250 dead rows.
class XminHeldTest {
  private static final Instant VACUUMED = Given.NOW.minus(Duration.ofMinutes(1));

  @Test
  void isSilentWhereVacuumDoesItsWork() {
    assertEquals(List.of(), examine(before(900), Given.server().with(vacuumed(0, 300))));
  }

  @Test
  void speaksOfRowsAVacuumLeftBehind() {
    var finding = examine(before(900), Given.server().with(vacuumed(900, 10))).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(Confidence.MEDIUM, finding.confidence());
    assertEquals(
        "A vacuum of public.orders left dead rows behind, and nobody visible holds them",
        finding.headline());
    assertEquals("890", finding.evidence().getFirst().value());
  }

  @Test
  void leavesAsideWhatMayHaveDiedInTheWindow() {
    // 350 dead, of which 100 may be of the window: 250 were left, which is not past 250
    assertEquals(List.of(), examine(before(900), Given.server().with(vacuumed(350, 100))));
    assertEquals(1, examine(before(900), Given.server().with(vacuumed(351, 100))).size());
  }

  @Test
  void isSilentWithoutAnEarlierSurvey() {
    var evidence = Given.server().with(vacuumed(900, 10)).evidence();

    assertEquals(List.of(), Verdicts.findings(new XminHeld(), evidence));
  }

  /// Autovacuum came a minute ago, its naptime, and after the last analyze; 40 rows changed since
  /// then, so 260 of 300 were dead before. Two naptimes ago it would have come again.
  @Test
  void knowsInOneLookWhatWasDeadBeforeTheLastVacuum() {
    assertEquals(
        Severity.INFO, // who held them has ended: the next vacuum removes them, on 14 and 19
        once(300, 40, VACUUMED, VACUUMED.minusSeconds(1)).getFirst().severity());
    assertEquals(List.of(), once(300, 50, VACUUMED, VACUUMED.minusSeconds(1)));
    assertEquals(List.of(), once(300, 40, VACUUMED, VACUUMED.plusSeconds(1)));
    var twoNapsAgo = Given.NOW.minusSeconds(120);
    assertEquals(List.of(), once(300, 40, twoNapsAgo, twoNapsAgo.minusSeconds(1)));
  }

  /// What 17 showed of a load that was rolled back after the vacuum: dead rows that no change
  /// tells.
  @Test
  void countsRowsThatWereRolledBackSince() {
    var table =
        Given.table("orders")
            .live(5_000)
            .dead(80_000)
            .vacuumed(VACUUMED)
            .analyzed(VACUUMED.minusSeconds(1))
            .insertedSinceVacuum(80_000);
    var failed = table.written(85_000, 0, 0);

    assertEquals(List.of(), Verdicts.findings(new XminHeld(), Given.server().with(failed)));
    assertEquals(
        1,
        Verdicts.findings(new XminHeld(), Given.server().with(table.written(85_000, 100, 80_000)))
            .size());
  }

  /// `autovacuum_do_vac_analyze()` vacuums and analyzes in one visit: of 3,000 rows that ever died
  /// 300 did not do so in those seconds. Of more it may be.
  @Test
  void knowsItWhereTheTableWasAnalyzedInTheSameVisit() {
    assertEquals(1, visited(3_000, 9).size());
    assertEquals(List.of(), visited(3_001, 9));
    assertEquals(List.of(), visited(3_000, 10));
  }

  private static List<Finding> visited(long updated, long secondsLater) {
    var table =
        Given.table("orders")
            .dead(300)
            .modifiedSinceAnalyze(0)
            .written(0, updated, 0)
            .vacuumed(VACUUMED)
            .analyzed(VACUUMED.plusSeconds(secondsLater));
    return Verdicts.findings(new XminHeld(), Given.server().with(table).evidence());
  }

  private static List<Finding> once(long dead, long changed, Instant vacuumed, Instant analyzed) {
    var table =
        Given.table("orders")
            .dead(dead)
            .modifiedSinceAnalyze(changed)
            .vacuumed(vacuumed)
            .analyzed(analyzed);
    return Verdicts.findings(new XminHeld(), Given.server().with(table).evidence());
  }

  @Test
  void isSilentWhereNothingWasCounted() {
    var hidden = Given.table("orders").notCounted().autovacuums(2);

    assertEquals(List.of(), examine(before(900), Given.server().with(hidden)));
  }

  /// "Rolled-back inserts count as dead": 900 rows inserted in the window explain 900 dead ones.
  @Test
  void isSilentWhereRolledBackInsertsExplainTheDeadRows() {
    var loaded = Given.table("orders").dead(900).written(900, 0, 0).autovacuums(2);

    assertEquals(List.of(), examine(before(0), Given.server().rollbacks(1).with(loaded)));
    assertEquals(1, examine(before(0), Given.server().with(loaded)).size());
  }

  /// Of 900 dead rows 900 were updated in the window. A survey that does not show one of these
  /// figures leaves nothing to say, and accuses nobody.
  @Test
  void isSilentWhereAFigureIsMissingThatMayExplainTheDeadRows() {
    for (var key :
        List.of(
            TableKeys.N_TUP_UPD,
            TableKeys.N_TUP_DEL,
            TableKeys.N_DEAD_TUP,
            TableKeys.AUTOVACUUM_COUNT,
            TableKeys.RELPAGES)) {
      var updated = Given.table("orders").dead(900).written(0, 900, 0).autovacuums(2);

      assertEquals(
          List.of(), examine(before(0), Given.server().with(updated.without(key))), key.label());
    }
    var before =
        Given.server()
            .with(Given.table("orders").autovacuums(1).without(TableKeys.AUTOVACUUM_COUNT));
    assertEquals(List.of(), examine(before, Given.server().with(vacuumed(900, 10))));
  }

  /// With `vacuum_index_cleanup = off` a vacuum leaves line pointers, which ANALYZE counts as dead.
  @Test
  void isSilentAboutATableToldToKeepDeadLinePointers() {
    var kept = vacuumed(900, 10).with("vacuum_index_cleanup", "off");

    assertEquals(List.of(), examine(before(900), Given.server().with(kept)));
  }

  /// From 14 on, pages with dead line pointers may stay if fewer than 2 % of the table: of 10 pages
  /// with 291 line pointers at most, 58. The threshold here is 50.
  @Test
  void isSilentAboutWhatTheIndexBypassLeaves() {
    var few = vacuumed(58, 0).with("autovacuum_vacuum_scale_factor", "0");
    var more = vacuumed(59, 0).with("autovacuum_vacuum_scale_factor", "0");

    assertEquals(List.of(), examine(before(900), Given.server().with(few)));
    assertEquals(1, examine(before(900), Given.server().with(more)).size());
  }

  @Test
  void leavesTheWordToTheRuleOfAVisibleHolder() {
    var thereAllTheTime = Holders.writer("idle in transaction", Duration.ofHours(1), 5);
    var cameLater = Holders.writer("idle in transaction", Duration.ofSeconds(30), 5);

    assertEquals(
        List.of(),
        examine(before(900), Given.server().with(vacuumed(900, 10)).with(thereAllTheTime)));
    assertEquals(
        1, examine(before(900), Given.server().with(vacuumed(900, 10)).with(cameLater)).size());
  }

  /// A temporary table is seen by its own session alone.
  @Test
  void isSilentAboutTemporaryTables() {
    assertEquals(
        List.of(), examine(before(900), Given.server().with(vacuumed(900, 10).temporary())));
  }

  /// Whoever was seen in the first survey may have been it; that does less harm.
  @Test
  void namesWhoHeldTheHorizonAndIsGone() {
    var gone = Holders.writer("idle in transaction", Duration.ofHours(1), 5);
    var elsewhere = Holders.logicalSlot("cdc", true, 9);
    var finding =
        examine(before(900).with(gone).with(elsewhere), Given.server().with(vacuumed(900, 10)))
            .getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        List.of(
            "dead rows left behind, at least: 890",
            "held the oldest xmin in the first survey, gone since: session 42 (user shop, web)",
            "last vacuum: 2026-11-21 11:59:00 UTC",
            "vacuum threshold: 250"),
        Verdicts.facts(finding));
  }

  /// A logical slot keeps rows of the catalogs alone.
  @Test
  void speaksWhereWhoIsSeenDoesNotReachTheTable() {
    var slot = Holders.logicalSlot("cdc", true, 9);

    assertEquals(
        Severity.WARNING,
        examine(before(900).with(slot), Given.server().with(vacuumed(900, 10)).with(slot))
            .getFirst()
            .severity());
  }

  private static Given before(long dead) {
    return Given.server().with(Given.table("orders").dead(dead)).taken(Duration.ofMinutes(5), 1);
  }

  /// The table after one more vacuum, with so many dead rows, and so many updates in the window.
  private static TableGiven vacuumed(long dead, long updated) {
    return Given.table("orders")
        .dead(dead)
        .written(0, updated, 0)
        .autovacuums(2)
        .vacuumed(VACUUMED);
  }

  private static List<Finding> examine(Given older, Given newer) {
    Evidence evidence = newer.after(older);
    return Verdicts.findings(new XminHeld(), evidence);
  }
}
