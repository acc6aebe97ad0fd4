package org.vacuumadvisor.diagnosis.rule.wraparound;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.Pasted;
import org.vacuumadvisor.diagnosis.rule.Runs;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.TableKeys;

/// By default a table is forced past 200 million, and a vacuum lowers its age to 50 million or
/// less: 150 million IDs take 750 s at 200,000 a second.
class WraparoundTableCannotAdvanceTest {
  @Test
  void isSilentAboutTablesBelowTheirLimit() {
    assertEquals(List.of(), examine(vacuumed(200_000_000, Duration.ofMinutes(5))));
  }

  @Test
  void speaksOfATableThatWasVacuumedInVain() {
    var finding = examine(vacuumed(200_000_001, Duration.ofMinutes(5))).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals("A vacuum of public.old did not lower its age", finding.headline());
  }

  /// On 16.15 and 19rc1 a table of its own limit of 100,000 was vacuumed by force in each naptime,
  /// and stayed 130,041 transactions old: rows are frozen from 50 million on.
  @Test
  void speaksOfALimitOfItsOwnBelowTheAgeAtWhichRowsAreFrozen() {
    var finding = examine(Given.server().with(own("50000000"))).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        "autovacuum_freeze_max_age",
        ((Remedy.ResetTable) finding.remedies().getFirst()).parameters().iterator().next());
    assertEquals(List.of(), examine(Given.server().with(own("50000001"))));
    // just vacuumed, it is so all the same
    assertEquals(1, examine(Given.server().with(own("50000000").age(1))).size());
  }

  private static TableGiven own(String limit) {
    return Given.table("old").age(50_000_002).with("autovacuum_freeze_max_age", limit);
  }

  @Test
  void isSilentWhereTheTableMayHaveAgedSince() {
    assertEquals(1, examine(vacuumed(200_000_001, Duration.ofSeconds(749))).size());
    assertEquals(List.of(), examine(vacuumed(200_000_001, Duration.ofSeconds(750))));
  }

  /// Its counters are those of the server, its age is that of the database: of 19rc1, a vacuum of
  /// template1 left `pg_class.relfrozenxid` of pg_database where it was in postgres.
  @Test
  void isSilentAboutACatalogThatAVacuumOfAnotherDatabaseHasVisited() {
    var shared =
        Given.table("pg_database").shared().age(200_000_001).vacuumed(Given.NOW.minusSeconds(9));

    assertEquals(List.of(), examine(Given.server().with(shared)));
  }

  @Test
  void speaksOfATemporaryTableThatNobodyElseCanVacuum() {
    var finding =
        examine(Given.server().with(Given.table("t").temporary().age(200_000_001))).getFirst();

    assertEquals(
        "A temporary table keeps database shop old, and autovacuum cannot vacuum it",
        finding.headline());
    assertEquals(
        List.of(), examine(Given.server().with(Given.table("t").temporary().age(200_000_000))));
    assertEquals( // nobody can drop it alone
        List.of(),
        examine(
            Given.server()
                .with(Given.table("t").kind(RelationKind.TOAST).temporary().age(200_000_001))));
  }

  @Test
  void leavesATableToTheRulesAboutTheHorizonWhereSomeoneHoldsIt() {
    assertEquals(
        List.of(),
        examine(
            vacuumed(200_000_001, Duration.ofMinutes(5))
                .with(Holders.slotOfStandby("s", false, 150_000_000))));
  }

  @Test
  void isSilentWhereNoVacuumIsKnown() {
    assertEquals(
        List.of(),
        examine(Given.server().with(Given.table("old").age(300_000_000).neverVacuumed())));
  }

  @Test
  void cannotTellWhereTheLastVacuumIsNotKnown() {
    var table =
        Given.table("old")
            .age(300_000_000)
            .without(TableKeys.LAST_VACUUM)
            .without(TableKeys.LAST_AUTOVACUUM);

    assertEquals(
        List.of("last vacuum"),
        Verdicts.lacks(new WraparoundTableCannotAdvance(), Given.server().with(table)));
  }

  /// Half of 200 million: who is not older keeps no table past its limit.
  @Test
  void speaksWhereTheHorizonIsNotHeldForSoLongOrElsewhere() {
    assertEquals(
        1,
        examine(
                vacuumed(200_000_001, Duration.ofMinutes(5))
                    .with(Holders.slotOfStandby("s", false, 100_000_000)))
            .size());
    assertEquals(
        List.of(),
        examine(
            vacuumed(200_000_001, Duration.ofMinutes(5))
                .with(Holders.slotOfStandby("s", false, 100_000_001))));
    assertEquals(
        1,
        examine(
                vacuumed(200_000_001, Duration.ofMinutes(5))
                    .with(Holders.logicalSlot("s", false, 150_000_000)))
            .size());
  }

  /// A standby vacuums nothing.
  @Test
  void isSilentOnAStandby() {
    assertEquals(List.of(), examine(vacuumed(200_000_001, Duration.ofMinutes(5)).asStandby()));
  }

  @Test
  void provesItByTheTimeOfTheVacuum() {
    assertEquals(
        List.of(
            "age of its oldest transaction ID: 200,000,001",
            "vacuumed last: 2026-11-21 11:55:00 UTC",
            "forced from: 200,000,000",
            "limit of a rate: 200,000 transaction IDs a second"),
        Verdicts.facts(examine(vacuumed(200_000_001, Duration.ofMinutes(5))).getFirst()));
  }

  /// Pasted figures are often older than they look, and the limit may have been raised.
  @Test
  void cannotTellByAPasteThatShowsNeitherTimeNorLimit() {
    var table =
        """
         relname | last_autovacuum               | xid_age
        ---------+-------------------------------+-----------
         old     | 2026-11-21 11:55:00.000000+00 | 250000000
        """;
    var limit = "\n name | setting\n------+---------\n autovacuum_freeze_max_age | 200000000\n";
    var now = "\n now\n-------------------------------\n 2026-11-21 12:00:00.000000+00\n";

    assertEquals(List.of(), Pasted.findings(new WraparoundTableCannotAdvance(), table));
    assertEquals(List.of("autovacuum_freeze_max_age"), lacks(table + now));
    assertEquals(List.of("the time of these figures"), lacks(table + limit));
    assertEquals(
        1, Pasted.findings(new WraparoundTableCannotAdvance(), table + limit + now).size());
  }

  /// What it comes to is seen when it has ended.
  @Test
  void isSilentWhileAVacuumIsAtWorkOnIt() {
    var stuck = vacuumed(300_000_000, Duration.ofSeconds(30));

    assertEquals(1, examine(stuck).size());
    assertEquals(
        List.of(), examine(stuck.with(Runs.scanning(7, 0, 1000, 100, Duration.ofMinutes(1)))));
  }

  private static List<String> lacks(String text) {
    return Verdicts.lacks(new WraparoundTableCannotAdvance(), Pasted.evidence(text));
  }

  private static Given vacuumed(long age, Duration ago) {
    return Given.server().with(Given.table("old").age(age).vacuumed(Given.NOW.minus(ago)));
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new WraparoundTableCannotAdvance(), given.evidence());
  }
}
