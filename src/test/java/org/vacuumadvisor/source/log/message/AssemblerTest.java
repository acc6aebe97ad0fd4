package org.vacuumadvisor.source.log.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Mode;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.PrintedName;
import org.vacuumadvisor.model.history.Spot;
import org.vacuumadvisor.model.history.ToastOwner;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.model.history.Trigger;
import org.vacuumadvisor.source.log.Level;

class AssemblerTest {
  private static final String USAGE =
      "system usage: CPU: user: 0.10 s, system: 0.02 s, elapsed: 1.50 s";
  private static final String PAGES = "pages: 0 removed, 8 remain, 8 scanned (100.00% of total)";

  private final Feed feed = new Feed();

  @Test
  void readsAnAutomaticVacuum() {
    automatic(1, "shop.public.orders").end();

    var run = feed.runs.getFirst();
    assertEquals(new PrintedName("shop", "public", "orders"), run.heading().name());
    assertEquals(Trigger.AUTOVACUUM, run.heading().trigger());
    assertEquals(8L, run.outcome().pages().scanned());
    assertEquals(1.5, run.elapsedSeconds());
    assertTrue(run.is(Trait.COMPLETE));
    assertEquals(1, feed.assembler.understanding().read());
  }

  @Test
  void readsAReportThatStandsOnOneLine() {
    feed.message(
            1,
            Level.LOG,
            "automatic vacuum of table \"shop.public.orders\": index scans: 1  pages: 0 removed,"
                + " 71 remain, 8 scanned (11.27% of total)  tuples: 10 removed, 90 remain, 7 are"
                + " dead but not yet removable  index scan needed: 3 pages from table (4.23% of"
                + " total) had 9 dead item identifiers removed  index \"orders_pkey\": pages: 5 in"
                + " total, 1 newly deleted, 1 currently deleted, 0 reusable  system usage: CPU:"
                + " user: 0.00 s, system: 0.00 s, elapsed: 1.50 s")
        .end();

    var run = feed.runs.getFirst();
    assertEquals(7L, run.outcome().tuples().deadNotRemovable());
    assertEquals(8L, run.outcome().pages().scanned());
    assertEquals("orders_pkey", run.indexes().getFirst().name());
    assertTrue(run.is(Trait.COMPLETE));
    assertEquals(1, feed.assembler.understanding().read());
  }

  /// Somebody broke it, and marked the break: it was an entry all the same.
  @Test
  void countsAHeadingThatIsNotUnderstood() {
    feed.message(
            1, Level.LOG, "automatic vacuum of table ", "+++\"shop.public.orders\": index scans: 0")
        .message(1, Level.LOG, "checkpoint starting: time")
        .end();

    var understanding = feed.assembler.understanding();
    assertEquals(1, understanding.entries());
    assertEquals(0, understanding.read());
    assertEquals(1, understanding.unknownLines());
  }

  /// The name is cut off, or somebody masked it: what stands below is a report.
  @Test
  void readsTheReportBelowAHeadingThatIsNotUnderstood() {
    feed.message(
            1,
            Level.LOG,
            "automatic vacuum of table",
            PAGES,
            "tuples: 10 removed, 90 remain, 7 are dead but not yet removable",
            USAGE)
        .end();

    var run = feed.runs.getFirst();
    assertEquals(7L, run.outcome().tuples().deadNotRemovable());
    assertEquals(1.5, run.elapsedSeconds());
    assertNull(run.heading().name().table());
    assertNull(run.heading().trigger());
    var understanding = feed.assembler.understanding();
    assertEquals(1, understanding.entries());
    assertEquals(1, understanding.unknownLines());
    assertEquals("automatic vacuum of table", understanding.examples().getFirst().text());
  }

  /// Who explains a report line by line ends the block of code and begins another.
  @Test
  void theFenceOfABlockOfCodeIsNoLineOfAReport() {
    feed.line("automatic vacuum of table \"shop.public.orders\": index scans: 0")
        .line("```")
        .line("```text")
        .line(PAGES)
        .line(USAGE)
        .end();

    assertTrue(feed.runs.getFirst().is(Trait.COMPLETE));
    assertEquals(0, feed.assembler.understanding().unknownLines());
  }

  /// As `grep` leaves them: the first lines of reports.
  @Test
  void keepsTheLastRunOfASessionWhoseRunsAreHeadingsOnly() {
    feed.message(1, Level.LOG, "automatic vacuum of table \"shop.public.orders\": index scans: 0")
        .message(1, Level.LOG, "automatic analyze of table \"shop.public.orders\"")
        .end();

    assertEquals(
        List.of(Command.VACUUM, Command.ANALYZE),
        feed.runs.stream().map(each -> each.heading().command()).toList());
  }

  @Test
  void whatAReportTellsTwiceIsOfTheNextRun() {
    feed.line("tuples: 0 removed, 20000 remain, 10000 are dead but not yet removable")
        .line("removable cutoff: 1362, which was 1 XIDs old when operation ended")
        .line("tuples: 10000 removed, 10000 remain, 0 are dead but not yet removable")
        .end();

    assertEquals(
        List.of(10_000L, 0L),
        feed.runs.stream().map(each -> each.outcome().tuples().deadNotRemovable()).toList());
  }

  @Test
  void anErrorEndsTheRunOfItsSessionAndIsOfItsTable() {
    feed.message(1, Level.INFO, "vacuuming \"pg_catalog.pg_statistic\"")
        .message(1, Level.ERROR, "found xmin 555 from before relfrozenxid 2018400456")
        .end();

    assertTrue(feed.runs.getFirst().is(Trait.FAILED));
    assertTrue(
        feed.notices.stream()
            .anyMatch(each ->
                each.kind() == NoticeKind.CORRUPT_HEAP
                    && "pg_statistic".equals(each.name().table())),
        feed.notices::toString);
  }

  @Test
  void believesNoMessageThatAFunctionRaised() {
    feed.message(
            1,
            Level.LOG,
            "automatic vacuum of table \"shop.public.orders\": index scans: 3",
            "CONTEXT:  PL/pgSQL function inline_code_block line 1 at RAISE")
        .message(
            1,
            Level.WARNING,
            "bypassing nonessential maintenance of table \"a.b.c\" as a failsafe after 0 index"
                + " scans",
            "CONTEXT:  PL/pgSQL function f() line 3 at RAISE")
        .message(1, Level.LOG, "finished vacuuming \"shop.public.orders\": index scans: 3")
        .message(1, Level.WARNING, "vacuuming \"shop.public.orders\"")
        .end();

    assertEquals(List.of(), feed.runs);
    assertEquals(List.of(), feed.notices);
  }

  @Test
  void believesAnAnalyzeWithinAFunction() {
    feed.message(
            1,
            Level.INFO,
            "analyzing \"public.orders\"",
            "CONTEXT:  SQL statement \"analyze verbose orders\"",
            "PL/pgSQL function inline_code_block line 1 at SQL statement")
        .end();

    assertEquals(Command.ANALYZE, feed.runs.getFirst().heading().command());
  }

  @Test
  void anErrorThatQuotesAReportIsNoReport() {
    feed.message(
            1,
            Level.ERROR,
            "cannot continue",
            "automatic analyze of table \"x.y.z\"",
            USAGE,
            "STATEMENT:  select 1",
            "automatic vacuum of table \"x.y.z\": index scans: 1")
        .end();

    assertEquals(List.of(), feed.runs);
    assertEquals(List.of(), feed.notices);
  }

  @Test
  void runsOfSeveralSessionsComeInTheOrderOfTheirBeginnings() {
    feed.message(1, Level.INFO, "vacuuming \"shop.public.slow\"");
    feed.message(2, Level.INFO, "vacuuming \"shop.public.fast\"");
    finished(2, "shop.public.fast");
    automatic(3, "shop.public.other");
    assertEquals(List.of(), feed.runs);

    finished(1, "shop.public.slow").end();
    assertEquals(
        List.of("slow", "fast", "other"),
        feed.runs.stream().map(each -> each.heading().name().table()).toList());
  }

  @Test
  void aRunThatStaysOpenDoesNotKeepMoreThanSoMany() {
    feed.message(1, Level.INFO, "vacuuming \"shop.public.slow\"");
    for (int each = 0; each < Outbox.MOST_WAITING + 5; each++) {
      automatic(2, "shop.public.t" + each);
    }

    assertEquals(5, feed.runs.size());
    feed.end();
    assertEquals(Outbox.MOST_WAITING + 6, feed.runs.size());
  }

  @Test
  void aToastTableAfterItsMainTableKnowsIt() {
    finished(1, "shop.public.orders");
    finished(1, "shop.pg_toast.pg_toast_16450").end();

    assertEquals(
        new ToastOwner(16450, "public", "orders"), feed.runs.getLast().heading().toastOf());
  }

  @Test
  void aToastTableOfAnotherStatementDoesNot() {
    finished(0, "shop.public.orders");
    feed.line("VACUUM");
    finished(0, "shop.pg_toast.pg_toast_16450").end();

    assertEquals(new ToastOwner(16450, null, null), feed.runs.getLast().heading().toastOf());
  }

  @Test
  void aNameMayHoldWhatLooksLikeAMessage() {
    automatic(1, "shop.public.t\": index scans: 9").end();

    assertEquals("t\": index scans: 9", feed.runs.getFirst().heading().name().table());
    assertEquals(1L, feed.runs.getFirst().outcome().indexScans());
  }

  @Test
  void aNameMayHoldALineFeed() {
    feed.info("vacuuming \"shop.public.two", "lines\"").end();

    assertEquals("two\nlines", feed.runs.getFirst().heading().name().table());
  }

  @Test
  void keepsALineItDoesNotKnow() {
    feed.message(
            1,
            Level.LOG,
            "automatic vacuum of table \"shop.public.orders\": index scans: 1",
            PAGES + ", 3 read ahead",
            "prefetching: 7 pages",
            USAGE)
        .end();

    assertEquals(8L, feed.runs.getFirst().outcome().pages().scanned());
    var understanding = feed.assembler.understanding();
    assertEquals(2, understanding.unknownLines());
    assertEquals(0, understanding.read());
    assertEquals(3, understanding.examples().getLast().place().line());
  }

  @Test
  void countsAHeadingThatGoesOn() {
    feed.message(
            1,
            Level.LOG,
            "automatic vacuum of table \"shop.public.orders\": index scans: 1, elapsed time: 0 s")
        .end();

    assertEquals(1L, feed.runs.getFirst().outcome().indexScans());
    assertEquals(1, feed.assembler.understanding().unknownLines());
  }

  @Test
  void dropsALineThatIsCut() {
    feed.message(
            1,
            Level.LOG,
            "automatic vacuum of table \"shop.public.orders\": index scans: 1",
            PAGES,
            "tuples: 5 removed, 6 rem")
        .end();

    var run = feed.runs.getFirst();
    assertNull(run.outcome().tuples().removed());
    assertFalse(run.is(Trait.COMPLETE));
    assertEquals(NoticeKind.INCOMPLETE_RECORD, feed.notices.getFirst().kind());
  }

  @Test
  void tellsWhereAutovacuumWasCancelled() {
    feed.message(
            1,
            Level.ERROR,
            "canceling autovacuum task",
            "CONTEXT:  while vacuuming index \"i\" of relation \"public.orders\"",
            "automatic vacuum of table \"shop.public.orders\"")
        .end();

    var notice = feed.notices.getFirst();
    assertEquals(NoticeKind.AUTOVACUUM_CANCELLED, notice.kind());
    assertEquals(new PrintedName("shop", "public", "orders"), notice.name());
    assertEquals(Spot.Phase.VACUUM_INDEX, notice.spot().phase());
    assertEquals("i", notice.spot().index());
  }

  @Test
  void anErrorOfAnotherSessionIsNotOurs() {
    feed.message(1, Level.INFO, "vacuuming \"shop.public.orders\"");
    feed.message(2, Level.ERROR, "canceling statement due to user request");
    finished(1, "shop.public.orders").end();

    assertEquals(List.of(), feed.notices);
    assertTrue(feed.runs.getFirst().is(Trait.COMPLETE));
  }

  @Test
  void tellsDamage() {
    feed.message(
            1,
            Level.ERROR,
            "found xmin 700 from before relfrozenxid 900",
            "CONTEXT:  while scanning block 7 offset 3 of relation \"public.orders\"",
            "automatic vacuum of table \"shop.public.orders\"")
        .end();

    assertEquals(
        List.of(NoticeKind.CORRUPT_HEAP, NoticeKind.AUTOVACUUM_ERROR),
        feed.notices.stream().map(each -> each.kind()).toList());
    assertEquals(new Spot(Spot.Phase.SCAN_HEAP, 7L, 3L, null), feed.notices.getFirst().spot());
  }

  @Test
  void aWarningOfAutovacuumIsNoError() {
    feed.message(
            1,
            Level.WARNING,
            "page verification failed, calculated checksum 1 but expected 2",
            "CONTEXT:  while scanning block 7 of relation \"public.orders\"",
            "automatic vacuum of table \"shop.public.orders\"")
        .message(
            1,
            Level.WARNING,
            "something else",
            "CONTEXT:  automatic vacuum of table \"shop.public.orders\"")
        .end();

    assertEquals(
        List.of(NoticeKind.CORRUPT_FILE), feed.notices.stream().map(each -> each.kind()).toList());
  }

  /// PostgreSQL 15: a parent is analyzed once more, after one of its partitions was by itself.
  @Test
  void givesSamplesToTheAnalyzeThatIsGoingOn() {
    var sample =
        "\"m_10\": scanned 112 of 112 pages, containing 14472 live rows and 6204 dead rows; 14472"
            + " rows in sample, 14472 estimated total rows";
    feed.info("analyzing \"public.m_10\"").info(sample).line("ANALYZE");
    feed.info("analyzing \"public.m\" inheritance tree").info(sample).line("ANALYZE").end();

    assertEquals(
        List.of(1, 1), feed.runs.stream().map(each -> each.passes().samples().size()).toList());
  }

  @Test
  void namesAReportOfWhichTheHeadIsCutByTheStatementAbove() {
    feed.line("shop=# VACUUM (VERBOSE) app.orders;")
        .line("tuples: 12000 removed, 60000 remain, 0 are dead but not yet removable")
        .end();

    assertEquals(new PrintedName(null, "app", "orders"), feed.runs.getFirst().heading().name());
  }

  @Test
  void readsARewriteByAnIndexOf19() {
    feed.info("repacking \"public.orders\" using index scan on \"orders_pkey\"").end();

    assertEquals(Mode.REPACK_BY_INDEX, feed.runs.getFirst().heading().mode());
  }

  /// As `vacuumdb --jobs` shows it: nobody knows whose workers these are, and they are no run.
  @Test
  void takesWorkersOfOneOfSeveralTablesForNoRun() {
    feed.info("vacuuming \"shop.public.orders\"")
        .info("vacuuming \"shop.public.lines\"")
        .info("launched 2 parallel vacuum workers for index vacuuming (planned: 2)")
        .end();

    assertEquals(2, feed.runs.size());
  }

  @Test
  void joinsStepsOfWhichTheHeadIsCutToTheTableThatIsNamedLater() {
    feed.line("VACUUM VERBOSE orders;")
        .line("...")
        .info("index \"orders_pkey\" now contains 35001 row versions in 166 pages")
        .info(
            "\"orders\": found 24999 removable, 25101 nonremovable row versions in 668 out of 800"
                + " pages",
            "DETAIL:  0 dead row versions cannot be removed yet, oldest xmin: 585",
            "CPU: user: 0.01 s, system: 0.00 s, elapsed: 0.05 s.")
        .end();

    assertEquals(1, feed.runs.size());
    assertEquals("orders", feed.runs.getFirst().heading().name().table());
    assertEquals(1, feed.runs.getFirst().indexes().size());
  }

  @Test
  void readsARewriteOf19() {
    feed.info("repacking \"public.orders\" in physical order")
        .info(
            "\"public.orders\": found 5 removable, 6 nonremovable row versions in 7 pages",
            "DETAIL:  0 dead row versions cannot be removed yet.",
            "CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.01 s.")
        .end();

    var run = feed.runs.getFirst();
    assertEquals(1, feed.runs.size());
    assertEquals(Mode.REPACK, run.heading().mode());
    assertEquals(new PrintedName(null, "public", "orders"), run.heading().name());
    assertEquals(7L, run.outcome().pages().total());
    assertTrue(run.is(Trait.COMPLETE));
  }

  @Test
  void tellsMultixactsFromTransactions() {
    feed.message(1, Level.WARNING, "database \"shop\" must be vacuumed within 1000 transactions")
        .message(
            1,
            Level.WARNING,
            "database \"shop\" must be vacuumed before 1 more MultiXactId is used",
            "DETAIL:  Approximately 0.05% of MultiXactId space remains before wraparound.")
        .end();

    assertEquals(NoticeKind.WRAPAROUND_WARNING, feed.notices.getFirst().kind());
    assertEquals(NoticeKind.MULTIXACT_WARNING, feed.notices.getLast().kind());
    assertEquals(0.05, feed.notices.getLast().figures().percentLeft());
  }

  @Test
  void namesTheLanguageOfATranslation() {
    feed.message(1, Level.LOG, "automatisches Vacuum der Tabelle »a.b.c«: Index-Scans: 1").end();

    assertEquals("de", Objects.requireNonNull(feed.notices.getFirst().text()));
  }

  @Test
  void recognisesALanguageItDoesNotKnow() {
    feed.line("情報:  \"shop.public.orders\"をVACUUMしています")
        .line("情報:  \"shop.public.orders\"のVACUUMが完了: 1")
        .line("ページ: 0, 8, 8 (100.00%)")
        .line("読み取り: 9.214 MB/s, 書き込み: 9.214 MB/s")
        .end();

    assertEquals(NoticeKind.UNSUPPORTED_LANGUAGE, feed.notices.getFirst().kind());
    assertEquals(1, feed.notices.getFirst().place().line());
  }

  @Test
  void takesNoOtherTalkForAForeignReport() {
    feed.line("see docs.example.org for a.b.c")
        .line("disk: 5 MB/s")
        .line("buffer usage: 1 hits, 2 misses, 3 dirtied and more")
        .end();

    assertEquals(List.of(), feed.notices);
  }

  private Feed automatic(long session, String table) {
    return feed.message(
        session,
        Level.LOG,
        "automatic vacuum of table \"" + table + "\": index scans: 1",
        PAGES,
        USAGE);
  }

  /// As 13 with `log_min_messages` of debug2: the steps, and the report of the same run.
  @Test
  void stepsAtDebugAreThoseOfTheReportBelow() {
    var usage = "CPU: user: 0.10 s, system: 0.02 s, elapsed: 1.20 s";
    feed.message(1, Level.DEBUG, "vacuuming \"public.orders\"")
        .message(
            1,
            Level.DEBUG,
            "\"orders\": found 10 removable, 90 nonremovable row versions in 8 out of 8 pages",
            "DETAIL:  7 dead row versions cannot be removed yet, oldest xmin: 99",
            usage + ".");
    automatic(1, "shop.public.orders").end();

    assertEquals(1, feed.runs.size());
    assertEquals(Trigger.AUTOVACUUM, feed.runs.getFirst().heading().trigger());
  }

  /// Where no report follows they are all that is told; whose run it was they do not say.
  @Test
  void stepsAtDebugAloneAreARun() {
    feed.message(1, Level.DEBUG, "vacuuming \"public.orders\"")
        .message(
            1,
            Level.DEBUG,
            "\"orders\": found 10 removable, 90 nonremovable row versions in 8 out of 8 pages",
            "DETAIL:  7 dead row versions cannot be removed yet, oldest xmin: 99",
            "CPU: user: 0.10 s, system: 0.02 s, elapsed: 1.20 s.")
        .end();

    var run = feed.runs.getFirst();
    assertEquals(7L, run.outcome().tuples().deadNotRemovable());
    assertTrue(run.is(Trait.AT_DEBUG));
  }

  @Test
  void aWarningThatSomebodyWrappedIsRead() {
    feed.message(
            1,
            Level.WARNING,
            "database \"shop\" must be vacuumed",
            "within 9009986 transactions",
            "HINT:  To avoid a database shutdown, execute a database-wide VACUUM in that database.")
        .end();

    var notice = feed.notices.getFirst();
    assertEquals(NoticeKind.WRAPAROUND_WARNING, notice.kind());
    assertEquals(9_009_986L, notice.figures().transactionsLeft());
  }

  private Feed finished(long session, String table) {
    return feed.message(
        session, Level.INFO, "finished vacuuming \"" + table + "\": index scans: 1", PAGES, USAGE);
  }
}
