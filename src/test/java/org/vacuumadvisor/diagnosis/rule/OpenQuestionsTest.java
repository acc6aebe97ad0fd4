package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;

/// What somebody pasted a part of. Of 100,000 rows the default brings autovacuum past 20,050 dead
/// ones.
class OpenQuestionsTest {
  private static final String HEAD =
      """
      relname|n_live_tup|n_dead_tup|last_vacuum|last_autovacuum|autovacuum_count
      """;

  /// Where vacuum comes, a table is a little past its threshold each time before.
  @Test
  void asksOnlyPastTheThreshold() {
    assertEquals(List.of(), ask(HEAD + "orders|100000|30075||2026-11-21 11:00:00|5\n"));
    assertEquals(1, ask(HEAD + "orders|100000|30076||2026-11-21 11:00:00|5\n").size());
    assertEquals(List.of(), ask(HEAD + "orders|100000|20050|||0\n"));
    assertEquals(Severity.ADVICE, ask(HEAD + "orders|100000|20051|||0\n").getFirst().severity());
    assertEquals(Severity.WARNING, ask(HEAD + "orders|100000|30076|||0\n").getFirst().severity());
  }

  /// Of 40,000 rows the default brings autovacuum past 8,050.
  @Test
  void passesOverFewThatAreALittlePastIt() {
    assertEquals(List.of(), ask(HEAD + "orders|40000|9999|||0\n"));
    assertEquals(1, ask(HEAD + "orders|40000|10000|||0\n").size());
  }

  @Test
  void asksWhatKeepsRowsWhereVacuumComes() {
    var finding = ask(HEAD + "orders|100000|40000||2026-11-21 11:00:00|5\n").getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(
        "orders has 40,000 dead rows although vacuum comes: whether somebody keeps them is not"
            + " shown",
        finding.headline());
    assertTrue(finding.explanation().startsWith("Vacuum removes only rows that no transaction"));
    assertEquals(
        List.of("who keeps dead rows", "what a vacuum of orders leaves behind"), asked(finding));
  }

  @Test
  void asksWhyNoneCameWhereVacuumNeverDid() {
    var finding = ask(HEAD + "orders|100000|40000|||0\n").getFirst();

    assertEquals(
        "orders has 40,000 dead rows and no vacuum on record: why none came is not shown",
        finding.headline());
    assertTrue(finding.explanation().startsWith("Autovacuum may be off"));
    assertEquals(
        List.of("the settings of autovacuum", "size, age and storage parameters of the tables"),
        asked(finding));
  }

  /// Past its threshold by what is shown, a table is vacuumed whatever kept autovacuum away.
  @ParameterizedTest
  @CsvSource({"40000, 1", "30075, 0", "30076, 1", "20051, 0"})
  void vacuumsWhatIsFarPastItsThresholdAndWasNotComeTo(long dead, int vacuums) {
    var remedies =
        ask(HEAD + "orders|100000|%d|||0\n".formatted(dead)).getFirst().remedies().stream();

    assertEquals(vacuums, remedies.filter(each -> each instanceof Remedy.VacuumNow).count());
  }

  /// No dead row and no threshold accuses it: no vacuum ever came to a million rows.
  @ParameterizedTest
  @CsvSource({"1000000, '', '', 1", "999999, '', '', 0", "1000000, 2026-11-21 11:00:00, '', 0"})
  void vacuumsALargeTableOfWhichNoVacuumIsOnRecord(long rows, String by, String auto, int found) {
    var findings = ask(HEAD + "archive|%d|0|%s|%s|\n".formatted(rows, by, auto));

    assertEquals(found, findings.size());
    assertEquals(
        found,
        findings.stream()
            .filter(each ->
                each.headline()
                    .equals(
                        "archive has 1,000,000 rows and no vacuum on record: why none came is not"
                            + " shown"))
            .filter(each -> each.remedies().getFirst() instanceof Remedy.VacuumNow)
            .count());
  }

  @Test
  void asksWhetherVacuumComesWhereNoTimeIsShown() {
    var finding = ask("relname|n_live_tup|n_dead_tup\norders|100000|40000\n").getFirst();

    assertEquals(
        "orders has 40,000 dead rows: whether vacuum comes to it is not shown", finding.headline());
    assertEquals("dead rows and vacuums of the tables", asked(finding).getFirst());
  }

  /// `INSERT`, `VACUUM`, `UPDATE`, each in a session of its own, with autovacuum off: what
  /// PostgreSQL 18.6 shows a second later. The rows died after the only vacuum there was.
  @Test
  void asksForAutovacuumWhereTheOnlyVacuumMayHaveComeBefore() {
    var finding =
        ask("""
        relname|n_tup_ins|n_tup_upd|n_tup_del|n_live_tup|n_dead_tup|n_mod_since_analyze|n_ins_since_vacuum|last_vacuum|last_autovacuum|last_analyze|last_autoanalyze|vacuum_count|autovacuum_count
        t2|600000|200000|0|600000|200000|800000|0|2026-11-26 15:40:58.22888+00||||1|0
        """)
            .getFirst();

    assertEquals(
        "t2 has 200,000 dead rows and no autovacuum on record: why none came is not shown",
        finding.headline());
  }

  /// A vacuum by hand counts as one.
  @Test
  void takesAVacuumByHandForOne() {
    var finding = ask(HEAD + "orders|100000|40000|2026-11-21 11:00:00||0\n").getFirst();

    assertTrue(finding.headline().contains("although vacuum comes"), finding.headline());
  }

  /// All that is dead can have died since, and autovacuum has come before: nothing to ask.
  @Test
  void saysNothingOfRowsThatDiedAfterTheVacuum() {
    var head =
        "relname|n_live_tup|n_dead_tup|n_mod_since_analyze|last_vacuum|last_autovacuum"
            + "|last_analyze|autovacuum_count\n";
    var times = "|2026-11-21 11:00:00|2026-11-21 09:00:00|2026-11-21 11:00:01|5\n";

    assertEquals(List.of(), ask(head + "orders|100000|40000|40000" + times));
    assertTrue(
        ask(head + "orders|100000|40000|10000" + times)
            .getFirst()
            .headline()
            .contains("although vacuum comes"));
  }

  /// `VACUUM ANALYZE`, then `UPDATE`, with autovacuum off: what somebody pasted a second later.
  @Test
  void asksForAutovacuumWhereOnlyAVacuumByHandCame() {
    var finding =
        ask("""
        relname|n_live_tup|n_dead_tup|n_mod_since_analyze|last_vacuum|last_autovacuum|last_analyze|autovacuum_count
        orders|200000|400000|800000|2026-11-21 11:00:00||2026-11-21 11:00:01|0
        """)
            .getFirst();

    assertEquals(
        "orders has 400,000 dead rows and no autovacuum on record: why none came is not shown",
        finding.headline());
  }

  @Test
  void provesItWithTheFiguresAndTheAssumedThreshold() {
    var finding = ask(HEAD + "orders|100000|40000||2026-11-21 11:00:00|5\n").getFirst();

    assertEquals(
        List.of(
            "dead rows: 40,000",
            "live rows: 100,000",
            "vacuum threshold: 20,050",
            "last vacuum: 2026-11-21 11:00:00 UTC"),
        Verdicts.facts(finding).subList(0, 4));
    assertEquals(
        "relation_needs_vacanalyze() with PostgreSQL's defaults: the settings are not shown",
        Verdicts.source(finding, "vacuum threshold"));
  }

  @Test
  void namesWhatIsNotShownAndAsksForAllOfIt() {
    var finding = ask(HEAD + "orders|100000|40000|||0\n").getFirst();

    assertEquals(
        2, Verdicts.facts(finding).stream().filter(each -> each.startsWith("not shown: ")).count());
    assertEquals(
        "Paste what shows the settings of autovacuum, size, age and storage parameters of the"
            + " tables, too.",
        finding.surer());
  }

  @Test
  void asksAboutTheThreeTablesWithMostDeadRows() {
    var headlines =
        ask(
                HEAD
                    + "a|100000|30000|||0\n"
                    + "b|100000|60000|||0\n"
                    + "c|100000|40000|||0\n"
                    + "d|100000|50000|||0\n")
            .stream()
            .map(each -> each.headline().substring(0, 1))
            .toList();

    assertEquals(List.of("b", "d", "c"), headlines);
  }

  /// A migration leaves fewer than ten thousand behind.
  @Test
  void asksAboutCatalogsFromTenThousandDeadRowsOn() {
    assertEquals(List.of(), catalog(9_999));
    assertEquals(1, catalog(10_000).size());
  }

  /// Then somebody is known to keep them.
  @Test
  void asksNothingWhereAHolderIsShown() {
    assertEquals(
        List.of(),
        ask(
            HEAD
                + "orders|100000|40000||2026-11-21 11:00:00|5\n\n"
                + " gid  |           prepared            | owner | database | xid_age\n"
                + "------+-------------------------------+-------+----------+---------\n"
                + " xa-1 | 2026-11-01 11:00:00.000000+00 | shop  | shop     | 9000000\n"));
  }

  /// Three times the table and a gigabyte.
  @Test
  void asksAboutAToastTableThatIsMostOfATable() {
    assertFalse(isOfToast(toast(1_073_741_824L, 3_221_225_471L)));
    assertTrue(isOfToast(toast(1_073_741_824L, 3_221_225_472L)));
    assertEquals(List.of(), toast(8_192, 1_073_741_823));
    assertTrue(isOfToast(toast(8_192, 1_073_741_824)));
  }

  private static boolean isOfToast(List<Finding> findings) {
    return findings.getFirst().headline().contains(" lie in its TOAST table");
  }

  /// A size tells nothing of what is in it, and where anything else is shown, it is no question.
  @Test
  void asksWhatIsInTheLargestTableOfWhichOnlyTheSizeIsShown() {
    var asked =
        ask(
            """
            relation|main_bytes|total_bytes
            events|1073741824|2147483648
            tasks|7184842752|8428453888
            """);

    assertEquals(
        List.of("tasks takes 6.7 GB: what of it is dead or free is not shown"),
        asked.stream().map(Finding::headline).toList());
    assertEquals(List.of("dead rows and vacuums of the tables"), asked(asked.getFirst()));
    assertEquals(
        List.of(),
        ask(
            """
            relation|main_bytes|n_live_tup|n_dead_tup
            tasks|7184842752|90000000|12
            """));
  }

  @Test
  void asksWhatIsDeadInTheToastTable() {
    var finding = toast(1_073_741_824L, 4_294_967_296L).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        "4 GB of documents lie in its TOAST table, and what is dead there is not shown",
        finding.headline());
    assertEquals(
        List.of("TOAST table: 4 GB", "the table itself: 1 GB"),
        Verdicts.facts(finding).subList(0, 2));
    assertEquals(
        List.of(
            "dead rows and vacuums of the TOAST table of documents",
            "what the values in documents themselves take"),
        asked(finding));
  }

  /// What is neither table nor indexes is its TOAST table.
  @Test
  void computesTheToastTableFromTheWhole() {
    var finding =
        ask("""
        relation|main_bytes|indexes_bytes|total_bytes
        documents|1073741824|1073741824|6442450944
        """)
            .getFirst();

    assertTrue(finding.headline().startsWith("4 GB of documents"), finding.headline());
  }

  /// `pg_table_size` counts the table and its TOAST table.
  @Test
  void computesTheToastTableFromTheTableWithoutIndexes() {
    var finding =
        ask("""
        relation|main_bytes|table_bytes
        documents|1073741824|5368709120
        """)
            .getFirst();

    assertTrue(finding.headline().startsWith("4 GB of documents"), finding.headline());
  }

  @Test
  void asksWhatSlotsKeepWhereNobodyShowedTheirXmin() {
    var finding =
        ask("""
         slot_name | slot_type | active | restart_lsn | wal_status
        -----------+-----------+--------+-------------+------------
         debezium  | logical   | f      | 7/AA000028  | extended
         backup    | physical  | t      | 7/AA000028  | reserved
        """)
            .getFirst();

    assertEquals(
        "Replication slot debezium has no consumer: whether it keeps dead rows is not shown",
        finding.headline());
    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals("slots shown: 2", Verdicts.facts(finding).getFirst());
    assertEquals(List.of("replication slots"), asked(finding));
  }

  @Test
  void namesTheUnusedSlotThatKeepsMostWal() {
    var finding =
        ask("""
        select slot_name, active, pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) from pg_replication_slots;

         slot_name | active | pg_size_pretty
         debezium  | f      | 412 GB
         old       | f      | 1 GB
         fivetran  | t      | 900 GB
        """)
            .getFirst();

    assertEquals(
        "Replication slot debezium, as 1 other, has no consumer and keeps 412 GB of WAL: whether it"
            + " keeps dead rows as well is not shown",
        finding.headline());
  }

  @Test
  void saysOfASlotWithoutConsumerAndHorizonThatItKeepsWalAlone() {
    var finding =
        ask("""
         slot_name | active | xmin | catalog_xmin | restart_lsn
        -----------+--------+------+--------------+-------------
         mill_2    | f      |      |              | 7/AA000028
        """)
            .getFirst();

    assertEquals(
        "Replication slot mill_2 has no consumer: it keeps WAL and no dead rows; how much is not"
            + " shown",
        finding.headline());
    assertEquals(List.of("the WAL that the slots keep"), asked(finding));
  }

  /// The slots stand there: what is open of the one that is told is the WAL, not the row again.
  @Test
  void asksForTheWalOfASlotBesideOneThatIsRead() {
    var finding =
        ask("""
         slot_name | active | xmin | catalog_xmin | restart_lsn
        -----------+--------+------+--------------+-------------
         mill_2    | f      |      |              | 7/AA000028
         reader    | t      |      |         8812 | 7/BB000028
        """)
            .getFirst();

    assertEquals(List.of("the WAL that the slots keep"), asked(finding));
  }

  /// What it holds was shown, and another rule tells it.
  @Test
  void asksNothingOfASlotWithoutAConsumerWhoseHorizonIsShown() {
    var told =
        ask(
            """
            slot_name,slot_type,active,xmin,catalog_xmin,retained
            debezium_old,logical,f,,551203311,812 GB
            """);

    assertTrue(
        told.stream().noneMatch(each -> each.headline().contains("debezium_old")), told::toString);
  }

  @Test
  void saysThatAutovacuumNeverCameWhereNobodyShowsOtherVacuums() {
    var finding =
        ask("""
          relname | n_live_tup | n_dead_tup | last_autovacuum
        ----------+------------+------------+-----------------
         orders   |   12033112 |    8112330 |
        """)
            .getFirst();

    assertEquals(
        "orders has 8,112,330 dead rows and no autovacuum on record: why none came is not shown",
        finding.headline());
  }

  @Test
  void namesASlotThatIsFarBehindThoughItIsRead() {
    var finding =
        ask("""
         slot_name | active | catalog_xmin | retained_wal
        -----------+--------+--------------+--------------
         stream    | t      |     51220411 | 41 GB
        """)
            .getFirst();

    assertEquals(
        "Replication slot stream keeps 41 GB of WAL: for how many transactions it keeps dead rows"
            + " is not shown",
        finding.headline());
  }

  @Test
  void asksOfHowManyRowsTheDeadOnesAre() {
    assertEquals(
        "sack has 3,000,000 dead rows: of how many rows is not shown",
        ask("""
         relname | n_dead_tup
        ---------+------------
         sack    |    3000000
         bran    |     900000
        """)
            .getFirst()
            .headline());
  }

  /// `total - size of the relation` is called the indexes by many, and has the TOAST table in it.
  @Test
  void asksWhetherWhatIsLeftAreIndexesOrToast() {
    assertEquals(
        "206 GB of parcels lie in its indexes or in its TOAST table: in which is not shown",
        ask("""
         relname | total_size | main_size | index_size
        ---------+------------+-----------+------------
         parcels | 212 GB     | 6 GB      | 206 GB
        """)
            .getFirst()
            .headline());
  }

  /// Some type the heading off the screen, and end it as a sentence.
  @Test
  void readsAHeadingThatEndsWithAPoint() {
    var finding =
        ask("""
        slot_name         replicationslotlag.    active
        mill_out       643 GB                       false
        """)
            .getFirst();

    assertEquals(
        "Replication slot mill_out has no consumer and keeps 643 GB of WAL: whether it keeps dead"
            + " rows as well is not shown",
        finding.headline());
  }

  /// A slot of which nobody knows whether it holds anything is no holder.
  @Test
  void aSlotWithoutItsXminExplainsNoDeadRows() {
    var kept =
        """
         relname | n_live_tup | n_dead_tup | last_autovacuum
        ---------+------------+------------+-------------------------------
         jobs    |    1000000 |    9000000 | 2026-03-02 06:12:11+00
        """;
    var slots =
        """

         slot_name | slot_type | active | restart_lsn
        -----------+-----------+--------+-------------
         backup    | physical  | t      | 7/AA000028
        """;

    assertEquals(ask(kept).getFirst().headline(), ask(kept + slots).getFirst().headline());
  }

  @Test
  void asksNothingInParticularAboutSlotsInUse() {
    var finding =
        ask("""
         slot_name | slot_type | active | restart_lsn
        -----------+-----------+--------+-------------
         backup    | physical  | t      | 7/AA000028
        """)
            .getFirst();

    assertEquals(
        "Whether the replication slots hold back the removal of dead rows is not shown",
        finding.headline());
    assertEquals(Severity.INFO, finding.severity());
  }

  @Test
  void asksNothingAboutSlotsWhoseXminIsShown() {
    for (var column : List.of("xmin", "catalog_xmin")) {
      assertEquals(
          List.of(),
          ask(
              """
               slot_name | slot_type | active | %s
              -----------+-----------+--------+-----
               backup    | physical  | t      |
              """
                  .formatted(column)),
          column);
    }
  }

  /// From 18 on autovacuum waits for no more, however large the table is.
  @Test
  void moreDeadRowsThanAnyTableIsLetHaveAreAWarning() {
    var record = "-[ RECORD 1 ]---------\nn_dead_tup | %d\n";

    assertEquals(Severity.ADVICE, ask(record.formatted(99_999_999)).getFirst().severity());
    assertEquals(Severity.WARNING, ask(record.formatted(100_000_000)).getFirst().severity());
  }

  /// What a transaction keeps that a transcript begins, its runs tell.
  @Test
  void aTransactionOfATranscriptIsNoQuestionOfItsOwn() {
    assertEquals(List.of(), ask("shop=# BEGIN;\nBEGIN\nshop=*# SELECT count(*) FROM t;\n"));
  }

  /// Three workers are the default. Where the shortest has been at work for a day no other table
  /// was vacuumed all day.
  @Test
  void workersThatAreBoundForDaysAreTooSlow() {
    var hours = ask(workers("23:59:59"));
    var days = ask(workers("1 day 00:00:00"));

    assertEquals(Severity.ADVICE, hours.getFirst().severity());
    assertEquals("dead rows and vacuums of the tables", asked(hours.getFirst()).getFirst());
    assertEquals(Severity.WARNING, days.getFirst().severity());
    assertEquals(
        "3 workers of autovacuum are busy, by default the most there are, each for 1 day or longer:"
            + " meanwhile no other table is vacuumed",
        days.getFirst().headline());
    assertEquals(
        List.of(
            "the settings of autovacuum", "vacuums at work", "dead rows and vacuums of the tables"),
        asked(days.getFirst()));
  }

  /// What is shown is not asked for; workers that sleep may be let sleep less, others may not.
  @Test
  void workersThatAreBoundAreMadeFasterWhereTheySleep() {
    var delay = workers("2 days 00:00:00") + "\nautovacuum_vacuum_cost_delay = ";

    assertTrue(ask(delay + "20\n").getFirst().remedies().getFirst() instanceof Remedy.Tune);
    assertEquals("vacuums at work", asked(ask(delay + "0\n").getFirst()).getFirst());
  }

  private static String workers(String shortest) {
    return """
    pid|xact_runtime|query
    21|33 days 16:32:11|autovacuum: VACUUM public.events (to prevent wraparound)
    22|14 days 09:15:34|autovacuum: VACUUM ANALYZE public.clicks
    23|%s|autovacuum: VACUUM public.carts
    """
        .formatted(shortest);
  }

  private static List<Finding> catalog(long dead) {
    return ask(
        """
        schemaname|relname|n_live_tup|n_dead_tup|last_autovacuum
        pg_catalog|pg_class|1000|%d|
        """
            .formatted(dead));
  }

  private static List<Finding> toast(long heap, long toast) {
    return ask(
        """
        relation|main_bytes|toast_bytes
        documents|%d|%d
        """
            .formatted(heap, toast));
  }

  private static List<String> asked(Finding finding) {
    return finding.remedies().stream()
        .filter(each -> each instanceof Remedy.Ask)
        .map(each -> ((Remedy.Ask) each).question().what())
        .toList();
  }

  private static List<Finding> ask(String text) {
    return Pasted.findings(new NeedMoreData(), text);
  }
}
