package org.vacuumadvisor.diagnosis.rule.wraparound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.Pasted;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

/// Transaction IDs stop 3,000,000 before 2,147,483,647 from 14 on, multixacts as well. What is past
/// 1,073,741,823, half of the space, is named.
class RunningOutTest {
  private static final long NEAR = 1_073_741_823;

  @Test
  void countsWhatIsLeftToTheStopOfTheRelease() {
    var facts = Verdicts.facts(near(Given.server().databaseAge(1_200_000_000)));

    assertEquals(
        List.of(
            "transactions until writes stop: 944,483,647",
            "age of database shop: 1,200,000,000",
            "the limit: 2,144,483,647",
            "autovacuum is forced from: 200,000,000",
            "near: 1,073,741,823"),
        facts);
  }

  @Test
  void speaksOfMultixactsWhereTheyRunOut() {
    var facts = Verdicts.facts(multixacts(Given.server().multixactAge(1_200_000_000)));

    assertTrue(facts.contains("multixacts until new multixacts are refused: 944,483,647"));
    assertTrue(facts.contains("age of database shop: 1,200,000,000"));
  }

  @Test
  void namesTheFunctionOfPostgresThatSetsTheLimit() {
    assertEquals(
        "SetTransactionIdLimit()",
        Verdicts.source(near(Given.server().databaseAge(1_200_000_000)), "the limit"));
    assertEquals(
        "SetMultiXactIdLimit()",
        Verdicts.source(multixacts(Given.server().multixactAge(1_200_000_000)), "the limit"));
  }

  /// 10,000 a second are 864 million a day.
  @Test
  void tellsTheRateWhereItIsMeasured() {
    var older = Given.server().taken(Duration.ofMinutes(10), 1_000_000);
    var newer = Given.server().taken(Duration.ZERO, 7_000_000).databaseAge(1_200_000_000);
    var finding = Verdicts.findings(new WraparoundNear(), newer.after(older)).getFirst();

    assertTrue(Verdicts.facts(finding).contains("transactions a day: 864,000,000"));
  }

  /// Nobody can divide by no transactions.
  @Test
  void foretellsNoTimeWhereNoIdIsAssigned() {
    var older = Given.server().taken(Duration.ofMinutes(10), 7_000_000);
    var newer = Given.server().taken(Duration.ZERO, 7_000_000).databaseAge(1_200_000_000);
    var finding = Verdicts.findings(new WraparoundNear(), newer.after(older)).getFirst();

    assertFalse(finding.headline().contains("today's rate"), finding.headline());
  }

  @Test
  void namesTheThreeOldestOtherDatabasesPastHalfAndCountsThemAll() {
    var given =
        Given.server()
            .databaseAge(1_200_000_000)
            .database("a", NEAR + 1)
            .database("b", 1_100_000_000)
            .closedDatabase("template0", 1_090_000_000)
            .database("c", 1_080_000_000)
            .database("young", NEAR);

    assertEquals(
        List.of(
            "other databases past 1.07 billion: 4",
            "database b: 1,100,000,000",
            "database template0, closed to sessions: 1,090,000,000",
            "database c: 1,080,000,000"),
        Verdicts.facts(near(given)).subList(2, 6));
  }

  /// At half, not past it.
  @Test
  void passesOverAnotherDatabaseAtHalf() {
    var given = Given.server().databaseAge(1_200_000_000).database("young", NEAR);

    assertTrue(Verdicts.facts(near(given)).stream().noneMatch(each -> each.contains("database y")));
  }

  @Test
  void readsTheAgesOfOtherDatabasesInTheColumnOfTheirIds() {
    var transactions = Given.server().databaseAge(1_200_000_000).database("a", 1_100_000_000);
    var multixacts = Given.server().multixactAge(1_200_000_000).database("a", 5);

    assertEquals(
        "pg_database.datfrozenxid",
        Verdicts.source(near(transactions), "other databases past 1.07 billion"));
    assertEquals(
        "pg_database.datminmxid",
        Verdicts.source(multixacts(multixacts), "other databases past 1.07 billion"));
  }

  @Test
  void namesTheThreeOldestTablesPastHalfAndCountsThemAll() {
    var given =
        Given.server()
            .databaseAge(1_200_000_000)
            .with(Given.table("at_half").age(NEAR))
            .with(Given.table("fourth").age(NEAR + 1))
            .with(Given.table("second").age(1_100_000_000))
            .with(Given.table("first").age(1_200_000_000))
            .with(Given.table("third").age(1_080_000_000));

    assertEquals(
        List.of(
            "tables past 1.07 billion: 4",
            "oldest: public.first: 1,200,000,000",
            "oldest: public.second: 1,100,000,000",
            "oldest: public.third: 1,080,000,000"),
        Verdicts.facts(near(given)).subList(2, 6));
  }

  @Test
  void countsNoTablesWhereItNamesAllOfThem() {
    var given =
        Given.server()
            .databaseAge(1_200_000_000)
            .with(Given.table("a").age(1_200_000_000))
            .with(Given.table("b").age(1_150_000_000))
            .with(Given.table("c").age(1_100_000_000));

    assertTrue(
        Verdicts.facts(near(given)).stream().noneMatch(each -> each.startsWith("tables past")));
  }

  /// The age in transactions of a table says nothing of its multixacts.
  @Test
  void namesNoTableOldInTransactionsWhereMultixactsRunOut() {
    var given =
        Given.server().multixactAge(1_200_000_000).with(Given.table("a").age(1_200_000_000));

    assertTrue(
        Verdicts.facts(multixacts(given)).stream().noneMatch(each -> each.startsWith("oldest")));
  }

  /// Autovacuum is forced from 200 million on: who is older than that keeps it from freezing.
  @Test
  void namesTheThreeOldestHoldersPastTheAgeOfTheForcedVacuum() {
    var given =
        Given.server()
            .databaseAge(1_090_000_000)
            .with(Holders.prepared("at", Duration.ofDays(1), 200_000_000))
            .with(Holders.prepared("xa-4", Duration.ofDays(1), 200_000_001))
            .with(Holders.writer("idle in transaction", Duration.ofDays(7), 800_000_000))
            .with(Holders.prepared("xa-1", Duration.ofDays(9), 900_000_000))
            .with(Holders.slotOfStandby("east", true, 700_000_000));
    var finding = near(given);

    assertEquals(
        List.of(
            "kept from being frozen past, by prepared transaction xa-1: 900,000,000",
            "kept from being frozen past, by session 42 (user shop, web): 800,000,000",
            "kept from being frozen past, by replication slot east: 700,000,000"),
        Verdicts.facts(finding).subList(2, 5));
    assertTrue(
        finding.explanation().contains("No vacuum can freeze past prepared transaction xa-1"));
  }

  /// A prepared transaction of shop keeps nothing in another database.
  @Test
  void blamesNoHolderOfAnotherDatabase() {
    var given =
        Given.server()
            .database("archive", 1_200_000_000)
            .with(Holders.prepared("xa-1", Duration.ofDays(9), 900_000_000));
    var finding = near(given);

    assertTrue(Verdicts.facts(finding).stream().noneMatch(each -> each.contains("xa-1")));
    assertTrue(finding.explanation().contains("Nobody who is seen stands in the way"));
  }

  /// No vacuum is tried in vain: the finding about the holder has the action.
  @Test
  void freezesNothingWhileSomebodyKeepsItFromBeingFrozen() {
    var given =
        Given.server()
            .databaseAge(1_200_000_000)
            .with(Holders.prepared("xa-1", Duration.ofDays(9), 1_000_000_001));

    assertEquals(List.of(), near(given).remedies());
  }

  /// Past autovacuum_freeze_max_age, 200 million, it was to be frozen down to the holder.
  @Test
  void freezesWhatIsOlderThanTheHolderExplains() {
    var given =
        Given.server()
            .databaseAge(1_200_000_000)
            .with(Holders.prepared("xa-1", Duration.ofDays(9), 1_000_000_000));

    assertEquals(1, near(given).remedies().size());
  }

  @Test
  void freezesEveryOldDatabaseToWhichOneCanConnect() {
    var given =
        Given.server()
            .databaseAge(1_200_000_000)
            .database("archive", 1_100_000_000)
            .closedDatabase("template0", 1_090_000_000)
            .database("young", NEAR);

    assertEquals(
        List.of(
            new Remedy.FreezeDatabases(
                List.of("shop", "archive"),
                Wraparound.TRANSACTIONS,
                new XidAge(150_000_000),
                false)),
        near(given).remedies());
  }

  /// Once IDs are refused only what is oldest comes first.
  @Test
  void beginsWithTheOldestTablesOnceIdsAreRefused() {
    var finding =
        Verdicts.findings(new WraparoundShutdown(), Given.server().databaseAge(2_144_483_647L))
            .getFirst();

    assertEquals(
        List.of(
            new Remedy.FreezeDatabases(
                List.of("shop"), Wraparound.TRANSACTIONS, new XidAge(NEAR), true)),
        finding.remedies());
  }

  @Test
  void asksWhoHoldsItFirstWhereAPasteShowsNoSession() {
    var finding =
        pasted(
            """
             datname | xid_age
            ---------+------------
             shop    | 1200000000
            """);

    assertInstanceOf(Remedy.Inquire.class, finding.remedies().getFirst());
    assertInstanceOf(Remedy.FreezeDatabases.class, finding.remedies().getLast());
    assertTrue(finding.explanation().contains("First find who keeps old row versions"));
  }

  /// Sessions, prepared transactions, slots: whoever is not shown may be the one.
  @Test
  void knowsThatNobodyHoldsItOnlyWhereAllWhoMayAreShown() {
    var ages = " datname | xid_age\n---------+------------\n shop    | 1200000000\n\n";
    var sessions =
        """
        SELECT pid, backend_xmin FROM pg_stat_activity;
         pid | backend_xmin
        -----+--------------
        (0 rows)

        """;
    var prepared = "SELECT gid FROM pg_prepared_xacts;\n gid\n-----\n(0 rows)\n\n";
    var slots =
        """
        SELECT slot_name, xmin FROM pg_replication_slots;
         slot_name | xmin
        -----------+------
        (0 rows)
        """;

    assertTrue(isSeen(ages + sessions + prepared + slots));
    assertFalse(isSeen(ages + prepared + slots));
    assertFalse(isSeen(ages + sessions + slots));
    assertFalse(isSeen(ages + sessions + prepared));
  }

  private static boolean isSeen(String text) {
    return pasted(text).explanation().contains("Nobody who is seen stands in the way");
  }

  private static Finding pasted(String text) {
    return Pasted.findings(new WraparoundNear(), text).getFirst();
  }

  private static Finding near(Given given) {
    return first(new WraparoundNear(), given);
  }

  private static Finding multixacts(Given given) {
    return first(new MultixactNear(), given);
  }

  private static Finding first(Rule rule, Given given) {
    return Verdicts.findings(rule, given).getFirst();
  }
}
