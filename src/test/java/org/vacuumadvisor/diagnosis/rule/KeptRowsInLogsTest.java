package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.vacuumadvisor.diagnosis.rule.RunText.vacuum;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.paste.Paste;
import org.vacuumadvisor.workload.Confidence;

class KeptRowsInLogsTest {
  private static final String ORDERS = "shop.public.orders";
  private static final String ID = "xmin-held";

  @Test
  void isSilentAboutRowsThatDiedWhileTheVacuumRan() {
    var log = vacuum(ORDERS).rows(50_000, 13_000).kept(3_000, "900", 12);

    assertFalse(Logs.ids(log.toString()).contains(ID));
  }

  /// People copy the one line that puzzles them.
  @Test
  void speaksOfADetailWithoutItsMessage() {
    var finding =
        Logs.finding(
            ID, "DETAIL:  73112 dead row versions cannot be removed yet, oldest xmin: 881\n");

    assertTrue(finding.headline().startsWith("Vacuum cannot remove 73,112 dead rows"));
  }

  /// 10,000 of 80 million rows do not bring autovacuum back; a vacuum that could remove none of
  /// them behind an old cutoff tells of the holder all the same.
  @Test
  void advisesAboutASmallPartThatNoVacuumCouldRemove() {
    var finding = Logs.finding(ID, inVain(0, 10_000, 100_001));

    assertEquals(Severity.ADVICE, finding.severity());
    assertFalse(Logs.ids(inVain(0, 9_999, 100_001)).contains(ID));
    assertFalse(Logs.ids(inVain(0, 10_000, 100_000)).contains(ID));
    assertFalse(Logs.ids(inVain(1, 10_000, 100_001)).contains(ID));
  }

  /// Freezing stops at the cutoff, too; what is assigned while a vacuum runs makes it no older than
  /// it was.
  @Test
  void aCutoffThatStandsStillIsFoundThoughNoRowIsKept() {
    assertEquals(Severity.ADVICE, Logs.finding(ID, inVain(0, 0, 217_001)).severity());
    assertEquals(Severity.CRITICAL, Logs.finding(ID, inVain(0, 0, 200_000_001)).severity());
    assertFalse(Logs.ids(inVain(0, 0, 217_000)).contains(ID));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 9_999, 20_000, 2_000_000})
  void pastTheAgeAtWhichVacuumIsForcedNothingIsFineWhateverItKept(long kept)
      throws SourceException {
    for (long removed : List.of(0L, 5_000_000L)) {
      assertEquals(
          Condition.ACT_NOW,
          Advisor.assess(List.of(new Paste.Text("log", inVain(removed, kept, 300_000_000))))
              .judgement()
              .condition());
    }
  }

  /// Whoever is shown with the transaction ID of the cutoff is in the way, be no dead row kept.
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        SELECT gid, transaction, prepared, owner FROM pg_prepared_xacts;
        ```

        ```
         order-91 | 21543372 | 2026-02-24 03:35:55+00 | postgres
        """,
        """
            gid    | transaction | owner
        -----------+-------------+------
         order-91  | 21543372    | shop
        """,
        """
        pid | state | backend_xid
        ----+-------+-----
         77 | idle in transaction | 21543372
        """,
        """
        slot_name | slot_type | active | xmin
        ---+---+---+---
         s1 | physical | f | 21543372
        """,
        """
        application_name | state | backend_xmin
        ---+---+---
         walreceiver | streaming | 21543372
        """,
      })
  void whoHoldsTheCutoffIsNamed(String shown) throws SourceException {
    var text = inVain(0, 0, 250_001) + "\n" + shown;
    var found = Advisor.assess(List.of(new Paste.Text("pasted", text))).findings();

    assertTrue(found.getFirst().holders().findAny().isPresent(), found.getFirst().headline());
    assertTrue(
        found.getFirst().headline().contains("rows from being frozen"),
        found.getFirst().headline());
    assertTrue(found.stream().noneMatch(each -> each.id().equals(ID)));
  }

  /// A later vacuum of another table of the database got further: the oldest xmin has advanced.
  @Test
  void isSilentWhereALaterCutoffIsYoung() {
    var later = inVain(0, 0, 12).replace("orders", "items").replace("21543372", "21890000");

    assertFalse(Logs.ids(inVain(0, 0, 300_000) + later).contains(ID));
    assertTrue(Logs.ids(inVain(0, 0, 300_000) + later.replace("shop.", "bank.")).contains(ID));
  }

  private static String inVain(long removed, long kept, long age) {
    return """
    2026-03-01 08:00:00.000 UTC [77] LOG:  automatic vacuum of table "shop.public.orders": index scans: 0
    \tpages: 0 removed, 1400000 remain, 90000 scanned (6.43% of total)
    \ttuples: %d removed, 80000000 remain, %d are dead but not yet removable
    \tremovable cutoff: 21543372, which was %d XIDs old when operation ended
    \tindex scan not needed: 0 pages from table (0.00%% of total) had 0 dead item identifiers removed
    \tavg read rate: 60.000 MB/s, avg write rate: 0.000 MB/s
    \tbuffer usage: 90010 hits, 90000 misses, 0 dirtied
    \tWAL usage: 1 records, 0 full page images, 200 bytes
    \tsystem usage: CPU: user: 1.00 s, system: 0.20 s, elapsed: 11.70 s
    """
        .replace("(6.43%", "(6.43%%")
        .formatted(removed, kept, age);
  }

  @Test
  void isSilentAboutFewerRowsThanAutovacuumTolerates() {
    assertFalse(Logs.ids(twice(2_050, "900", "900", 12)).contains(ID));
    assertTrue(Logs.ids(twice(2_051, "900", "900", 12)).contains(ID));
  }

  @Test
  void speaksOfVacuumsThatEndAtOneHorizon() {
    var finding = Logs.finding(ID, twice(20_000, "900", "900", 12));

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(Confidence.HIGH, finding.confidence());
    assertEquals(
        "Vacuum cannot remove 20,000 dead rows of public.orders: the oldest xmin, the same in 2"
            + " vacuums, blocks cleanup",
        finding.headline());
    assertTrue(
        finding.evidence().stream().anyMatch(fact -> fact.source().startsWith("postgresql.log:")));
  }

  @Test
  void namesNoHolderAndAsksForTheRightQuery() {
    var finding = Logs.finding(ID, twice(20_000, "900", "900", 12));

    assertEquals(
        List.of(new Remedy.FindHolder(Optional.of("shop"), Optional.empty(), Optional.of(900L))),
        finding.remedies());
  }

  /// Rows are kept each time, but others than before: queries come and go.
  @Test
  void isSilentWhereTheHorizonMovesOnAndMostIsRemoved() {
    var log =
        vacuum(ORDERS).rows(30_000, 30_000).kept(20_000, "900", 12).toString()
            + vacuum(ORDERS).at(Duration.ofMinutes(5)).rows(30_000, 30_000).kept(20_000, "950", 12);

    assertFalse(Logs.ids(log).contains(ID));
  }

  @Test
  void isCriticalWhereFreezingStandsStillAsWell() {
    assertEquals(
        Severity.CRITICAL, Logs.finding(ID, twice(20_000, "900", "900", 200_000_000)).severity());
    assertEquals(
        Severity.WARNING, Logs.finding(ID, twice(20_000, "900", "900", 199_999_999)).severity());
  }

  @Test
  void saysSoOnceForAllTablesOfADatabase() {
    var log =
        twice(20_000, "900", "900", 12)
            + twice(20_000, "900", "900", 12).replace("orders", "lines")
            + twice(20_000, "901", "901", 12).replace("shop", "crm");
    var found = Logs.findings(log).stream().filter(each -> each.id().equals(ID)).toList();

    assertEquals(2, found.size());
    assertTrue(
        found.stream().anyMatch(each -> each.subject().equals(new Subject.OfDatabase("shop"))));
  }

  /// A faster vacuum removes no more rows while these stay.
  @Test
  void speedIsNotRecommendedMeanwhile() {
    var slow = vacuum("shop.public.events").took(3_600).slept(3_000_000).toString();

    assertEquals(List.of("autovacuum_vacuum_cost_limit"), tuned(slow));
    assertEquals(List.of(), tuned(twice(20_000, "900", "900", 12) + slow));
    assertTrue(
        assess(twice(20_000, "900", "900", 12) + slow).notRecommended().stream()
            .anyMatch(each ->
                each.what().startsWith("autovacuum_vacuum_cost_limit = ")
                    && each.why().contains(ID)));
  }

  /// While a single vacuum runs, fewer rows die than it removes.
  @Test
  void makesNothingOfASingleRunThatRemovedAsMuch() {
    assertFalse(isHeld(vacuum(ORDERS).rows(20_000, 30_000).kept(20_000, "900", 12)));
    assertTrue(isHeld(vacuum(ORDERS).rows(19_999, 30_000).kept(20_000, "900", 12)));
  }

  /// 100,000 transactions are about a minute of a busy server.
  @Test
  void believesASingleRunWhoseHorizonIsOld() {
    assertFalse(isHeld(vacuum(ORDERS).rows(50_000, 30_000).kept(20_000, "900", 100_000)));
    assertTrue(isHeld(vacuum(ORDERS).rows(50_000, 30_000).kept(20_000, "900", 100_001)));
  }

  /// Up to 13 no horizon is printed: more rows kept than left alive, and ten thousand of them, have
  /// to do.
  @Test
  void believesASingleRunWithoutHorizonThatKeptMoreThanIsAlive() {
    assertTrue(isHeld(verbose(19_999, 10_000)));
    assertFalse(isHeld(verbose(20_000, 10_000)));
    assertFalse(isHeld(verbose(19_997, 9_999)));
  }

  /// Two vacuums within a minute may meet the same query.
  @Test
  void isAWarningOnceItLastsAMinute() {
    assertEquals(Severity.ADVICE, severity(within(Duration.ofSeconds(59), 2, 1, 10_000, 20_000)));
    assertEquals(Severity.WARNING, severity(within(Duration.ofSeconds(60), 2, 1, 10_000, 20_000)));
  }

  @Test
  void isAWarningAfterThreeVacuums() {
    assertEquals(Severity.WARNING, severity(within(Duration.ofSeconds(20), 3, 1, 10_000, 20_000)));
  }

  /// Nothing removed, and more kept than is alive: no vacuum is overtaken by ten thousand.
  @Test
  void isAWarningAtOnceWhereAVacuumWasWithoutEffect() {
    var brief = Duration.ofSeconds(59);

    assertEquals(Severity.WARNING, severity(within(brief, 2, 0, 9_999, 10_000)));
    assertEquals(Severity.ADVICE, severity(within(brief, 2, 1, 9_999, 10_000)));
    assertEquals(Severity.ADVICE, severity(within(brief, 2, 0, 10_000, 10_000)));
    assertEquals(Severity.ADVICE, severity(within(brief, 2, 0, 9_998, 9_999)));
  }

  @Test
  void provesItWithRowsVacuumsAndHorizon() {
    var finding = Logs.finding(ID, twice(20_000, "900", "900", 12));

    assertEquals(
        List.of(
            "public.orders: dead but not removable: 20,000, removed: 0",
            "vacuums that ended at the same oldest xmin: 2, within 5 min",
            "removable cutoff: 900, 13 transactions old",
            "limit of rows kept: more than 2,050 rows"),
        Verdicts.facts(finding));
  }

  @Test
  void namesTheThreeTablesWithMostRowsKept() {
    var log = kept("a", 20_000) + kept("b", 50_000) + kept("c", 30_000) + kept("d", 40_000);
    var finding = Logs.finding(ID, log);

    assertEquals(
        "Vacuum cannot remove 50,000 dead rows of public.b and 3 other tables: the oldest xmin,"
            + " the same in 2 vacuums, blocks cleanup",
        finding.headline());
    assertEquals(
        List.of(
            "public.b: dead but not removable: 50,000, removed: 0",
            "public.d: dead but not removable: 40,000, removed: 0",
            "public.c: dead but not removable: 30,000, removed: 0"),
        Verdicts.facts(finding).subList(0, 3));
  }

  @Test
  void saysThatItIsOverOnceTheRowsCouldBeRemoved() {
    var log =
        twice(5_000, "900", "900", 12)
            + vacuum(ORDERS).at(Duration.ofMinutes(10)).rows(5_000, 10_000).kept(0, "990", 3);
    var finding = Logs.finding(ID, log);

    assertEquals(
        "For a time vacuum could not remove 5,000 dead rows of public.orders; since then it could",
        finding.headline());
    assertEquals(Severity.INFO, finding.severity());
    assertTrue(finding.explanation().startsWith("These rows were dead"));
    assertInstanceOf(Remedy.Act.class, finding.remedies().getFirst());
    assertNull(finding.surer());
  }

  /// By the one run alone: 40,000 dead rows stayed beside 10,000 live ones.
  @Test
  void whatLeftMostOfATableDeadIsAdviceAlthoughItIsOver() {
    var log =
        ""
            + vacuum(ORDERS).rows(0, 50_000).kept(40_000, "900", 3)
            + vacuum(ORDERS).at(Duration.ofSeconds(10)).rows(40_000, 10_000).kept(0, "990", 3);

    assertEquals(Severity.ADVICE, Logs.finding(ID, log).severity());
  }

  /// An hour by the log's own clock is worth to be looked after, though it is over.
  @Test
  void whatLastedForAnHourIsAdviceAlthoughItIsOver() {
    var log =
        twice(5_000, "900", "900", 12)
            + vacuum(ORDERS).at(Duration.ofMinutes(60)).rows(0, 15_000).kept(5_000, "900", 14)
            + vacuum(ORDERS).at(Duration.ofMinutes(70)).rows(5_000, 10_000).kept(0, "990", 3);

    assertEquals(Severity.ADVICE, Logs.finding(ID, log).severity());
  }

  @Test
  void saysWhereTheServerItselfWarns() {
    var finding =
        Logs.finding(
            ID,
            """
            2026-11-21 00:00:00.000 UTC [4711] WARNING:  cutoff for removing and freezing tuples is far in the past
            2026-11-21 00:00:00.000 UTC [4711] HINT:  Close open transactions soon to avoid wraparound problems.
            """);

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(
        List.of("warned: 1", "it warns from: an age of autovacuum_freeze_max_age"),
        Verdicts.facts(finding));
    assertEquals(
        List.of(new Remedy.FindHolder(Optional.empty(), Optional.empty(), Optional.empty())),
        finding.remedies());
  }

  private static String kept(String table, long rows) {
    return twice(rows, "900", "900", 12).replace("orders", table);
  }

  private static boolean isHeld(Object log) {
    return Logs.ids(log.toString()).contains(ID);
  }

  private static Severity severity(String log) {
    return Logs.finding(ID, log).severity();
  }

  /// Vacuums at one horizon, evenly spread over a time.
  private static String within(Duration time, int times, long removed, long live, long kept) {
    var log = new StringBuilder();
    for (int i = 0; i < times; i++) {
      log.append(
          vacuum(ORDERS)
              .at(time.multipliedBy(i).dividedBy(times - 1))
              .took(0)
              .rows(removed, live + kept)
              .kept(kept, "900", 12));
    }
    return log.toString();
  }

  /// What VACUUM VERBOSE prints up to 13, of 100,000 rows removed.
  private static String verbose(long nonremovable, long dead) {
    return """
    INFO:  vacuuming "public.orders"
    INFO:  "orders": found 100000 removable, %d nonremovable row versions in 900 out of 900 pages
    DETAIL:  %d dead row versions cannot be removed yet.
    There were 0 unused item pointers.
    Skipped 0 pages due to buffer pins.
    0 pages are entirely empty.
    CPU 0.00s/0.01u sec elapsed 0.01 sec.
    VACUUM
    """
        .formatted(nonremovable, dead);
  }

  /// The settings of the server that are recommended.
  private static List<String> tuned(String log) {
    return assess(log).recommendations().stream()
        .flatMap(each ->
            each.remedy() instanceof Remedy.Tune(_, var setting, _)
                ? Stream.of(setting.parameter())
                : Stream.empty())
        .toList();
  }

  /// With the settings of the server: a log alone shows none to change.
  private static Assessment assess(String log) {
    return Advisor.reassess(Given.server().evidence(), Logs.history(log));
  }

  @Test
  void isLessSureOfASingleRun() {
    var log = vacuum(ORDERS).rows(0, 30_000).kept(20_000, "900", 12);

    assertEquals(Confidence.MEDIUM, Logs.finding(ID, log.toString()).confidence());
  }

  /// 9.6 prints no horizon, and a paste no time.
  @Test
  void speaksWithoutHorizonAndTime() {
    var log =
        """
        INFO:  vacuuming "public.orders"
        INFO:  "orders": found 0 removable, 120000 nonremovable row versions in 900 out of 900 pages
        DETAIL:  100000 dead row versions cannot be removed yet.
        There were 0 unused item pointers.
        Skipped 0 pages due to buffer pins.
        0 pages are entirely empty.
        CPU 0.00s/0.01u sec elapsed 0.01 sec.
        VACUUM
        """;
    var finding = Logs.findings(log).getFirst();

    assertEquals(ID, finding.id());
    assertEquals(List.of(ID), Logs.troubles(log));
  }

  private static String twice(long kept, String first, String second, long age) {
    return vacuum(ORDERS).rows(0, 10_000 + kept).kept(kept, first, age).toString()
        + vacuum(ORDERS)
            .at(Duration.ofMinutes(5))
            .rows(0, 10_000 + kept)
            .kept(kept, second, age + 1)
            .toString();
  }

  /// 10,000 rows, more than a tenth of those alive, in a second at most.
  @ParameterizedTest
  @CsvSource({
    "10000, 109999, 1.00, true",
    "10000, 110000, 1.00, false",
    "9999,  69999,  1.00, false",
    "10000, 109999, 1.01, false"
  })
  void takesManyRowsKeptInAMomentForHeldOnes(long kept, long remain, String elapsed, boolean held) {
    var log =
        """
        2026-11-21 10:00:00.000 UTC [9] LOG:  automatic vacuum of table "shop.public.carts": index scans: 0
        \tpages: 0 removed, 9000 remain, 0 skipped due to pins, 7000 skipped frozen
        \ttuples: 0 removed, %d remain, %d are dead but not yet removable, oldest xmin: 70
        \tavg read rate: 0.000 MB/s, avg write rate: 0.000 MB/s
        \tbuffer usage: 4000 hits, 0 misses, 0 dirtied
        \tsystem usage: CPU: user: 0.01 s, system: 0.00 s, elapsed: %s s
        """
            .formatted(remain, kept, elapsed);

    assertEquals(held, Logs.ids(log).contains(ID));
  }

  @Test
  void noticesAnAutovacuumUpTo14ThatCameForDeadRowsAndRemovedNone() {
    var log =
        """
        2026-11-21 10:00:00.000 UTC [9] LOG:  automatic vacuum of table "shop.public.carts": index scans: 0
        	pages: 0 removed, 9000 remain, 0 skipped due to pins, 7000 skipped frozen
        	tuples: 0 removed, 100000 remain, 12000 are dead but not yet removable, oldest xmin: 70
        	avg read rate: 0.000 MB/s, avg write rate: 0.000 MB/s
        	buffer usage: 4000 hits, 0 misses, 0 dirtied
        	system usage: CPU: user: 0.01 s, system: 0.00 s, elapsed: %s s
        """;

    assertTrue(Logs.ids(log.formatted("0.02")).contains(ID));
    assertFalse(Logs.ids(log.formatted("40.00")).contains(ID));
    assertFalse(Logs.ids(log.formatted("0.02").replace("12000", "8000")).contains(ID));
    assertFalse(Logs.ids(log.formatted("0.02").replace("tuples: 0", "tuples: 5")).contains(ID));
  }

  /// VACUUM FULL copies the rows that somebody may still see, and so frees nothing.
  @Test
  void noticesARewriteThatHadToCopyDeadRows() {
    var rewrite =
        """
        INFO:  vacuuming "pg_catalog.pg_attribute"
        INFO:  "pg_attribute": found 3 removable, 5120400 nonremovable row versions in 99120 pages
        DETAIL:  %d dead row versions cannot be removed yet.
        CPU 1.02s/5.11u sec elapsed 8.02 sec.
        """;

    assertTrue(Logs.ids(rewrite.formatted(5_110_211)).contains(ID));
    assertFalse(Logs.ids(rewrite.formatted(9_000)).contains(ID));
  }
}
