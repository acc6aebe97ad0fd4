package org.vacuumadvisor.story;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.story.Story.Storyteller;

/// Stories of runs that servers wrote: each figure that is asked for stands in the report above it.
class StoryTest {

  @Test
  void tellsWhatWasRemovedAndThatTheFileIsGone() {
    var story =
        first(
            """
            INFO:  vacuuming "shop.sales.quote_lines"
            INFO:  table "quote_lines": truncated 44 to 0 pages
            INFO:  finished vacuuming "shop.sales.quote_lines": index scans: 1
            pages: 44 removed, 0 remain, 44 scanned (100.00% of total), 0 eagerly scanned
            tuples: 3561 removed, 0 remain, 0 are dead but not yet removable
            removable cutoff: 993, which was 1 XIDs old when operation ended
            index scan needed: 44 pages from table (100.00% of total) had 3561 dead item identifiers removed
            index "quote_lines_pkey": pages: 12 in total, 9 newly deleted, 9 currently deleted, 0 reusable
            system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.00 s
            """);

    has(story, "all 3,561 row versions", "one pass over its index", "44 pages (352 kB) of 44");
    has(story, "Index quote_lines_pkey keeps its 12 pages, of which 9 wait empty");
  }

  @Test
  void tellsWhatHadToStayAndThatItsCutoffIsRecent() {
    var story =
        first(
            """
            INFO:  vacuuming "shop.sales.order_items"
            INFO:  finished vacuuming "shop.sales.order_items": index scans: 1
            pages: 0 removed, 29 remain, 29 scanned (100.00% of total), 0 eagerly scanned
            tuples: 15 removed, 2336 remain, 1402 are dead but not yet removable
            removable cutoff: 799, which was 1 XIDs old when operation ended
            index scan needed: 29 pages from table (100.00% of total) had 467 dead item identifiers removed
            index "order_items_pkey": pages: 10 in total, 0 newly deleted, 0 currently deleted, 0 reusable
            system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.00 s
            """);

    has(story, "15 of 2,351", "1,402 dead row versions had to stay, 60 %", "transaction 799");
    has(story, "1 transaction behind", "467 item pointers", "452");
    assertFalse(story.contains("keep none"), story);
  }

  /// 8,000,000 row versions of a whole of which a tenth was read: nobody knows the part.
  @Test
  void tellsNoPartOfATableThatWasNotReadWhole() {
    var story =
        first(
            """
            INFO:  vacuuming "care.visits"
            INFO:  "visits": found 8000000 removable, 8000000 nonremovable row versions in 100000 out of 1000000 pages
            DETAIL:  0 dead row versions cannot be removed yet, oldest xmin: 320896669
            CPU: user: 2.67 s, system: 1.27 s, elapsed: 5.14 s.
            """);

    has(story, "8,000,000 row versions", "on the pages it read");
    assertFalse(story.contains("are gone"), story);
  }

  @Test
  void tellsPassesOverTheIndexes() {
    has(
        first(
            """
            INFO:  finished vacuuming "shop.public.page_views": index scans: 155
            pages: 0 removed, 5621 remain, 5621 scanned (100.00% of total)
            tuples: 16863 removed, 16863 remain, 0 are dead but not yet removable
            removable cutoff: 819, which was 0 XIDs old when operation ended
            index scan needed: 5621 pages from table (100.00% of total) had 16863 dead item identifiers removed
            index "page_views_id": pages: 95 in total, 0 newly deleted, 0 currently deleted, 0 reusable
            system usage: CPU: user: 0.08 s, system: 0.00 s, elapsed: 0.08 s
            """),
        "16,863 of 33,726",
        "155 times, for 109 dead rows each on average",
        "The file stays at 5,621 pages");
  }

  @Test
  void tellsWhyPagesWereNotReadAndIndexesLeftAlone() {
    has(
        first(
            """
            INFO:  finished vacuuming "shop.sales.searches": index scans: 0
            pages: 0 removed, 383 remain, 4 scanned (1.04% of total)
            tuples: 3 removed, 24839 remain, 0 are dead but not yet removable
            removable cutoff: 792, which was 0 XIDs old when operation ended
            index scan bypassed: 3 pages from table (0.78% of total) have 3 dead item identifiers
            system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.00 s
            """),
        "4 of 383 pages",
        "3 pages (0.78 %)",
        "as designed",
        "an estimated 24,839 remain");
  }

  @Test
  void tellsIndexCleanupOffFromTheRuleOfTwoPercent() {
    var story =
        first(
            """
            INFO:  finished vacuuming "shop.sales.lines": index scans: 0
            pages: 0 removed, 71 remain, 71 scanned (100.00% of total)
            tuples: 1910 removed, 3820 remain, 0 are dead but not yet removable
            removable cutoff: 792, which was 0 XIDs old when operation ended
            index scan bypassed: 71 pages from table (100.00% of total) have 1910 dead item identifiers
            system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.00 s
            """);

    has(story, "1,910 dead item pointers", "switched off");
    assertFalse(story.contains("as designed"), story);
  }

  @Test
  void tellsThatItWaitedForALock() {
    has(
        first(
            """
            INFO:  vacuuming "shop.sales.clicks"
            INFO:  "clicks": stopping truncate due to conflicting lock request
            INFO:  finished vacuuming "shop.sales.clicks": index scans: 1
            pages: 0 removed, 116 remain, 116 scanned (100.00% of total)
            tuples: 7826 removed, 1565 remain, 0 are dead but not yet removable
            removable cutoff: 814, which was 1 XIDs old when operation ended
            index scan needed: 97 pages from table (83.62% of total) had 7826 dead item identifiers removed
            index "clicks_pkey": pages: 28 in total, 20 newly deleted, 20 currently deleted, 0 reusable
            avg read rate: 0.000 MB/s, avg write rate: 0.005 MB/s
            buffer usage: 552 hits, 0 misses, 3 dirtied
            system usage: CPU: user: 0.00 s, system: 0.01 s, elapsed: 5.04 s
            """),
        "7,826 of 9,391",
        "was not given back",
        "For 5 s of it the run waited for others");
  }

  /// Up to 14 a report by hand counts the rows of the pages it read; of the others it tells
  /// nothing.
  @Test
  void countsNoRowsOfPagesThatWereNotRead() {
    var some =
        first(
            """
            INFO:  vacuuming "public.orders"
            INFO:  "orders": found 0 removable, 7 nonremovable row versions in 1 out of 8400 pages
            DETAIL:  0 dead row versions cannot be removed yet, oldest xmin: 514
            There were 0 unused item identifiers.
            CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.01 s.
            """);
    var skipped =
        first(
            """
            INFO:  vacuuming "public.jobs"
            INFO:  "jobs": found 0 removable, 0 nonremovable row versions in 0 out of 1 pages
            DETAIL:  0 dead row versions cannot be removed yet, oldest xmin: 514
            There were 0 unused item identifiers.
            Skipped 1 page due to buffer pins, 0 frozen pages.
            CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.01 s.
            """);

    has(some, "7 remain on the pages it read");
    assertFalse(skipped.contains("holds no rows"), skipped);
  }

  /// Indexes that several processes clean up at once take longer together than the run.
  @Test
  void takesNoPartForLongerThanTheWhole() {
    var story =
        first(
            """
            INFO:  vacuuming "public.orders"
            INFO:  launched 2 parallel vacuum workers for index vacuuming (planned: 2)
            INFO:  scanned index "orders_a" to remove 5000 row versions
            DETAIL:  CPU: user: 0.05 s, system: 0.00 s, elapsed: 0.08 s
            INFO:  scanned index "orders_b" to remove 5000 row versions
            DETAIL:  CPU: user: 0.05 s, system: 0.00 s, elapsed: 0.09 s
            INFO:  "orders": found 5000 removable, 148760 nonremovable row versions in 8400 out of 8400 pages
            DETAIL:  0 dead row versions cannot be removed yet, oldest xmin: 515
            CPU: user: 0.09 s, system: 0.02 s, elapsed: 0.14 s.
            """);

    has(story, "It took 140 ms.");
  }

  /// Without the time that it slept it cannot be told from waiting.
  @Test
  void doesNotSayWhyItWasIdleWhereTheRunDoesNot() {
    has(
        first(
            """
            LOG:  automatic vacuum of table "shop.public.t": index scans: 1
            	pages: 0 removed, 83129 remain, 0 skipped due to pins, 0 skipped frozen
            	tuples: 3099999 removed, 15000000 remain, 0 are dead but not yet removable, oldest xmin: 3800
            	buffer usage: 48987 hits, 75389 misses, 52673 dirtied
            	avg read rate: 18.224 MB/s, avg write rate: 12.733 MB/s
            	system usage: CPU: user: 7.84 s, system: 1.64 s, elapsed: 32.31 s
            """),
        "It took 32.3 s.",
        "For 22.8 s of it the run slept for the cost limit or waited",
        "does not tell which");
  }

  /// What else is to be told of a run does not take the place of where its time went: 1 s of
  /// computing in 1,000.
  @Test
  void saysWhereTheTimeWentOfARunOfWhichMuchIsTold() {
    has(
        first(
            """
            LOG:  automatic vacuum of table "shop.public.events": index scans: 0
            	pages: 3000 removed, 77000 remain, 30000 scanned (37.50% of total)
            	tuples: 200000 removed, 5000000 remain, 0 are dead but not yet removable
            	removable cutoff: 900, which was 1 XIDs old when operation ended
            	frozen: 40 pages from table (0.05% of total) had 1200 tuples frozen
            	index scan not needed: 3100 pages from table (3.88% of total) had 200000 dead item identifiers removed
            	avg read rate: 0.240 MB/s, avg write rate: 0.230 MB/s
            	buffer usage: 30100 hits, 30720 misses, 29440 dirtied
            	system usage: CPU: user: 0.40 s, system: 0.60 s, elapsed: 1000.00 s
            """),
        "given back: 3,000 pages",
        "It took 16 min 40 s. For 16 min 39 s of it the run slept for the cost limit or waited");
  }

  /// 200 pages of 1,000 given back, 3,000 rows frozen, and nobody in the way.
  @Test
  void tellsWhatARunAchieved() {
    var story =
        first(
            """
            INFO:  aggressively vacuuming "shop.sales.invoices"
            INFO:  table "invoices": truncated 1000 to 800 pages
            INFO:  finished vacuuming "shop.sales.invoices": index scans: 1
            pages: 200 removed, 800 remain, 1000 scanned (100.00% of total)
            tuples: 5000 removed, 45000 remain, 0 are dead but not yet removable
            removable cutoff: 90000, which was 1 XIDs old when operation ended
            new relfrozenxid: 80000, which is 70000 XIDs ahead of previous value
            frozen: 60 pages from table (6.00% of total) had 3000 tuples frozen
            index scan needed: 100 pages from table (10.00% of total) had 5000 dead item identifiers removed
            index "invoices_pkey": pages: 140 in total, 0 newly deleted, 0 currently deleted, 0 reusable
            system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.01 s
            """);

    has(story, "5,000 of 50,000 row versions", "removable cutoff 1 transaction old: nobody blocks");
    has(story, "given back: 200 pages (1.6 MB) of 1,000");
    has(story, "It froze 3,000 row versions on 60 pages and moved relfrozenxid ahead by 70,000");
    has(story, "aggressive, as FREEZE, DISABLE_PAGE_SKIPPING or the table's age asks");
  }

  /// The table's age is that of the oldest ID it had: 90,001 - (80,000 - 70,000).
  @Test
  void tellsWhyAYoungTableIsFrozenByForce() {
    var forced =
        """
        LOG:  automatic aggressive vacuum to prevent wraparound of table "shop.public.t": index scans: 0
        	pages: 0 removed, 50 remain, 50 scanned (100.00%% of total)
        	tuples: 0 removed, 1000 remain, 0 are dead but not yet removable
        	removable cutoff: %d, which was 1 XIDs old when operation ended
        	new relfrozenxid: %d, which is %d XIDs ahead of previous value
        	system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.01 s
        """;
    var young = first(forced.formatted(90_000, 80_000, 70_000));
    var old = first(forced.formatted(260_000_000, 210_000_000, 200_000_000));
    // 250 million before 100 million, its oldest ID was 4,144,967,296.
    var wrapped = first(forced.formatted(100_000_000, 50_000_000, 200_000_000));

    has(young, "the table's age (80,001 transactions)", "autovacuum_freeze_max_age was lowered");
    has(old, "the table's age (250,000,001 transactions)");
    has(wrapped, "the table's age (250,000,001 transactions)");
    assertFalse(old.contains("lowered"), old);
  }

  /// What queries had pruned left the table too: half of its 2,000 rows.
  @Test
  void tellsThatTheFileStaysThoughQueriesHadPruned() {
    has(
        first(
            """
            INFO:  finished vacuuming "shop.sales.orders": index scans: 1
            pages: 0 removed, 400 remain, 400 scanned (100.00% of total)
            tuples: 0 removed, 1000 remain, 0 are dead but not yet removable
            removable cutoff: 812, which was 0 XIDs old when operation ended
            index scan needed: 400 pages from table (100.00% of total) had 1000 dead item identifiers removed
            system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.01 s
            """),
        "pruned before it, by queries or by a run that left the indexes alone; it took their 1,000",
        "The file stays at 400 pages (3.1 MB) though 50 % of its row versions are gone");
  }

  /// A table without an index: 9,000 of its 10,000 row versions are gone.
  @Test
  void countsThePointersOfATableWithoutAnIndex() {
    var story =
        first(
            """
            INFO:  finished vacuuming "shop.sales.imports": index scans: 0
            pages: 0 removed, 190 remain, 190 scanned (100.00% of total)
            tuples: 1000 removed, 1000 remain, 0 are dead but not yet removable
            removable cutoff: 812, which was 0 XIDs old when operation ended
            index scan not needed: 172 pages from table (90.53% of total) had 9000 dead item identifiers removed
            system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.01 s
            """);

    has(story, "It freed 9,000 item pointers", "the other 8,000 rows", "90 % of its row versions");
    assertFalse(story.contains("index"), story);
  }

  /// `lazy_scan_heap()` of 8.3 writes `in N pages`, as `VACUUM FULL` does today.
  @Test
  void tellsAPlainVacuumOfOldFromARewrite() {
    var story =
        first(
            """
            INFO:  vacuuming "public.units"
            INFO:  "units": found 0 removable, 21 nonremovable row versions in 1 pages
            DETAIL:  0 dead row versions cannot be removed yet.
            There were 0 unused item pointers.
            1 pages contain useful free space.
            0 pages are entirely empty.
            CPU 0.00s/0.00u sec elapsed 0.00 sec.
            """);

    has(story, "There was nothing to remove; 21 remain");
    assertFalse(story.contains("anew"), story);
  }

  @Test
  void tellsHowLongALoggedStatementTook() {
    var told =
        stories(
            """
            2017-07-06 04:24:02 CEST [15994-1] postgres@kris LOG:  duration: 5340.907 ms  statement: vacuum analyze verbose public.wpzz
            2017-07-06 04:24:09 CEST [17202-1] postgres@kris LOG:  duration: 6066.541 ms  statement: SELECT 'vacuum public.vssa'
            2017-07-06 04:24:22 CEST [17250-1] postgres@kris LOG:  duration: 13563.553 ms  statement: VACUUM public.a, public.b;
            """);

    assertEquals(List.of("It took 5.3 s."), told);
  }

  @Test
  void believesAReportAndNotTheStatementAboveIt() {
    var story =
        first(
            """
            VACUUM FULL category;
            INFO:  vacuuming "storedb.public.category"
            INFO:  finished vacuuming "storedb.public.category": index scans: 0
            pages: 0 removed, 63695 remain, 63695 scanned (100.00% of total)
            tuples: 0 removed, 10000000 remain, 0 are dead but not yet removable
            """);

    has(story, "There was nothing to remove");
    assertFalse(story.contains("anew"), story);
  }

  @Test
  void tellsThatIndexCleanupWasOff() {
    var story =
        first(
            """
            bench=# VACUUM (VERBOSE ON, INDEX_CLEANUP OFF) accounts ;
            INFO:  vacuuming "public.accounts"
            INFO:  "accounts": found 0 removable, 497543 nonremovable row versions in 8169 out of 16406 pages
            DETAIL:  0 dead row versions cannot be removed yet, oldest xmin: 1253
            CPU: user: 0.11 s, system: 0.01 s, elapsed: 0.13 s.
            """);

    has(story, "INDEX_CLEANUP was off: dead item pointers stayed");
  }

  @Test
  void tellsWhyNoIndexWasScanned() {
    var old =
        """
        LOG:  automatic vacuum of table "shop.public.t": index scans: 0
        	pages: 0 removed, 900 remain, 0 skipped due to pins, 0 skipped frozen
        	tuples: 40 removed, 1000 remain, 0 are dead but not yet removable, oldest xmin: 3800
        	system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.01 s
        """;
    var hot =
        """
        LOG:  automatic vacuum of table "shop.public.t": index scans: 0
        	pages: 0 removed, 900 remain, 900 scanned (100.00% of total)
        	tuples: 40 removed, 1000 remain, 0 are dead but not yet removable
        	removable cutoff: 812, which was 9 XIDs old when operation ended
        	index scan not needed: 0 pages from table (0.00% of total) had 0 dead item identifiers removed
        	system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.01 s
        """;

    has(first(old), "No index was scanned", "the table has none", "index cleanup was off");
    has(first(hot), "No index had to be scanned", "HOT");
    assertFalse(first(hot).contains("index cleanup"), first(hot));
  }

  @Test
  void tellsAnOldCutoffThoughNothingHadToStay() {
    has(
        first(
            """
            INFO:  finished vacuuming "shop.sales.orders": index scans: 0
            pages: 0 removed, 40 remain, 40 scanned (100.00% of total)
            tuples: 0 removed, 1000 remain, 0 are dead but not yet removable
            removable cutoff: 812, which was 35000000 XIDs old when operation ended
            system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.01 s
            """),
        "but the removable cutoff was 35,000,000 transactions old");
  }

  @Test
  void tellsWhatItSlept() {
    has(
        first(
            """
            INFO:  finished vacuuming "shop.sales.cart_events": index scans: 1
            pages: 0 removed, 110 remain, 110 scanned (100.00% of total), 0 eagerly scanned
            tuples: 1331 removed, 5324 remain, 0 are dead but not yet removable
            removable cutoff: 937, which was 0 XIDs old when operation ended
            index scan needed: 110 pages from table (100.00% of total) had 1331 dead item identifiers removed
            delay time: 8.360 ms
            system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.01 s
            """),
        "8.4 ms of it asleep for the cost limit");
  }

  @Test
  void comparesRunsOfOneTable() {
    var stories = stories(run("t", 10, 500, 700) + run("u", 3, 0, 900) + run("t", 0, 800, 700));

    assertEquals(3, stories.size());
    has(stories.get(2), "The run before kept 500 dead row versions, with the same cutoff");
    assertFalse(stories.get(1).contains("run before"), stories.get(1));
  }

  @Test
  void tellsThatAPartIsMissing() {
    has(
        first(
            """
            INFO:  vacuuming "public.t"
            INFO:  scanned index "t_pkey" to remove 12 row versions
            """),
        "Only the beginning of its report is shown.");
  }

  /// Autovacuum writes its line when it has ended.
  @Test
  void tellsThatWhatAutovacuumDidIsMissing() {
    has(
        first(
            """
            2026-11-27 20:00:01.298 UTC [179] LOG:  automatic vacuum of table "a.b.t": index sca
            """),
        "Only the beginning of its report is shown.");
  }

  /// How many rows it removed stands on a line that is not there.
  @Test
  void saysOfNoPartThatNothingCouldBeRemoved() {
    var story =
        first(
            """
            INFO:  vacuuming "public.t"
            DETAIL:  500 dead row versions cannot be removed yet, oldest xmin: 812
            CPU: user: 0.10 s, system: 0.00 s, elapsed: 0.20 s.
            """);

    has(story, "500 dead row versions had to stay");
    assertFalse(story.contains("could remove nothing"), story);
  }

  @Test
  void tellsARewrite() {
    has(
        first(
            """
            INFO:  vacuuming "public.t"
            INFO:  "public.t": found 100 removable, 2000 nonremovable row versions in 40 pages
            DETAIL:  7 dead row versions cannot be removed yet.
            CPU: user: 0.10 s, system: 0.00 s, elapsed: 0.20 s.
            """),
        "2,000 row versions copied",
        "100 dead ones left behind",
        "7 dead row versions had to be copied too",
        "200 ms");
  }

  @Test
  void tellsTheMemoryThatTheDeadRowsTook() {
    var story =
        first(
            """
            LOG:  automatic vacuum of table "shop.public.mp": index scans: 3
            \tpages: 0 removed, 5000 remain, 5000 scanned (100.00% of total), 0 eagerly scanned
            \tmemory usage: dead item storage 2.83 MB accumulated across 3 resets (limit 1.00 MB each)
            """);

    has(story, "3 times", "2.8 MB in all, where 1.0 MB at a time is the limit");
  }

  /// 376,107 × 57,372 / 30,000 dead rows, as many as the sample stands for.
  @Test
  void tellsHowManyDeadRowsASampleStandsFor() {
    var story =
        first(
            """
            INFO:  analyzing "public.access"
            INFO:  "access": scanned 30000 of 57372 pages, containing 2833273 live rows and 376107 dead rows; 30000 rows in sample, 5455483 estimated total rows
            """);

    has(story, "30,000 of 57,372 pages", "376,107 dead rows", "about 719,267 in the whole table");
  }

  private static String run(String table, int removed, int kept, int cutoff) {
    return """
    LOG:  automatic vacuum of table "shop.public.%s": index scans: 0
    	pages: 0 removed, 50 remain, 50 scanned (100.00%% of total)
    	tuples: %d removed, 1000 remain, %d are dead but not yet removable
    	removable cutoff: %d, which was 9000 XIDs old when operation ended
    	system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.01 s
    """
        .formatted(table, removed, kept, cutoff);
  }

  private static void has(String story, String... parts) {
    assertAll(List.of(parts).stream().map(part -> () -> assertTrue(story.contains(part), story)));
  }

  private static String first(String log) {
    return stories(log).getFirst();
  }

  private static List<String> stories(String log) {
    return Storyteller.all(Logs.history(log).fewRuns()).stream().map(Story::text).toList();
  }
}
