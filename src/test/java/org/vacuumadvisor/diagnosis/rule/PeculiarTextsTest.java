package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.paste.Paste;

/// Texts that lost or changed their form on the way: run together on a line, cut out of a program,
/// drawn by hand. What they decide is told all the same.
class PeculiarTextsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        // a DETAIL of which the lines were joined
        "'INFO:  vacuuming \"public.t\"§INFO:  \"t\": found 0 removable, 70000 nonremovable row"
            + " versions in 55 out of 55 pages§DETAIL:  70000 dead row versions cannot be removed"
            + " yet. There were 0 unused item pointers. 0 pages are entirely empty.'"
            + "#Vacuum cannot remove 70,000 dead rows of public.t",
        // a whole transcript on one line
        "'db=> vacuum verbose t; INFO: vacuuming \"public.t\" INFO: \"t\": found 0 removable,70000"
            + " nonremovable row versions in 55 out of 55 pages DETAIL: 70000 dead row versions"
            + " cannot be removed yet. There were 0 unused item pointers. VACUUM Time: 13.4 ms'"
            + "#Vacuum cannot remove 70,000 dead rows of public.t",
        // a rule that was drawn elsewhere, and bars in the statement
        "'pid | state | xact_start | backend_xmin | query§---+---+---+---+---§7 | idle in"
            + " transaction | 2026-11-20 01:00:00+00 | 800 | SELECT 1 || 2§8 | active | 2026-11-20"
            + " 20:00:00+00 |  | SELECT now() AS a | b'#is idle in a transaction open for 19 h",
        "' slot_name | active | wal_status§-----------+--------+------------§ cdc | f | lost'"
            + "#A replication slot was invalidated, and its consumer must begin anew: cdc",
        "' slot_name | active | wal_status§-----------+--------+------------§ cdc | f |"
            + " unreserved'#Replication slot cdc is about to lose WAL that it needs",
        "'ERROR:  can no longer get changes from replication slot \"cdc\"§DETAIL:  This slot has"
            + " been invalidated because it exceeded the maximum reserved size.'#A replication slot"
            + " was invalidated",
        // the columns of a join that are called alike: the first counts
        "'-[ RECORD 1 ]§relation | jobs§locktype | relation§relation | 91613110§pid | 1060149§mode"
            + " | AccessExclusiveLock§granted | f'#Session 1060149 waits for a lock on jobs",
        // who may not see the figures sees NULL: who saw them knows more
        "'-[ RECORD 1 ]§pid | 99§relid | 16389§phase | vacuuming indexes§index_vacuum_count |"
            + " 3§max_dead_tuples | 174761§num_dead_tuples | 174488§§-[ RECORD 1 ]§pid | 99§relid"
            + " |§phase |§index_vacuum_count |§max_dead_tuples |§num_dead_tuples |'"
            + "#scans its indexes again and again",
        // an error belongs to the statement above it, or below
        "'db=# vacuum jobs ;§ERROR:  XX000: tuple concurrently updated'"
            + "#Vacuum of jobs ended in an error: tuple concurrently updated",
        "'ERROR:  tuple concurrently updated§STATEMENT:  /* cron */ VACUUM (ANALYZE) app.jobs;'"
            + "#Vacuum of app.jobs ended in an error: tuple concurrently updated",
        "'VACUUM FULL ANALYZE pg_attribute;§§ERROR: found xmin 19129071 from before relfrozenxid"
            + " 19520614'#Damaged data in pg_attribute",
        "'ERROR:  database is not accepting commands to avoid wraparound data loss§        in"
            + " database \"pay\"'#Writes have stopped",
        "'ERROR:  tuple cannot be frozen now'#The error in this text is none that is known here",
        // a limit that somebody computed beside the figure
        "'relname | n_dead_tup | av_threshold§--+--+--§jobs | 648000 | 136052.4'"
            + "#jobs has 648,000 dead rows",
        "'< 2026-08-28 12:10:32 MSK >DEBUG:  jobs: vac: 648000 (threshold 136052), anl: 6"
            + " (threshold 34679)'#jobs has 648,000 dead rows",
        // what vacuumdb prints is what the server said
        "'vacuumdb: error: processing of database \"app\" failed: ERROR:  deadlock detected§DETAIL:"
            + "  Process 7 waits for AccessShareLock on relation 2601 of database 5; blocked by"
            + " process 8.'#A VACUUM or ANALYZE of all tables met a deadlock, and was ended",
        // the log of transactions, not a table
        "'ERROR:  could not access status of transaction 70523908§DETAIL:  Could not read from file"
            + " \"pg_xact/0043\" at offset 65536: read too few bytes.'"
            + "#The transaction log is damaged: pg_xact/0043 is too short",
        "'ERROR:  could not access status of transaction 70523908§DETAIL:  Could not open file"
            + " \"pg_multixact/offsets/0433\": No such file or directory.§STATEMENT:  VACUUM app.t'"
            + "#names a transaction of long ago: pg_multixact/offsets/0433 cannot be opened",
        // the DETAIL says why, and no room is no damage
        "'ERROR:  could not access status of transaction 0§DETAIL:  Could not write to file"
            + " \"pg_subtrans/000B\" at offset 32768: No space left on device.'"
            + "#The disk is full",
        "'2020-04-21 01:38:58.138 CST [7790] ERROR:  could not extend file \"base/1/2_vm\": No"
            + " space left on device§2020-04-21 01:38:58.138 CST [7790] CONTEXT:  automatic vacuum"
            + " of table \"shop.public.t\"'#The disk is full",
        // as many were removed later, though the line about the rest is missing
        "'INFO:  vacuuming \"public.v\"§INFO:  \"v\": found 0 removable, 20000 nonremovable row"
            + " versions in 290 out of 290 pages§DETAIL:  10000 dead row versions cannot be removed"
            + " yet.§§INFO:  vacuuming \"public.v\"§INFO:  \"v\": found 10000 removable, 10000"
            + " nonremovable row versions in 290 out of 290 pages'#For a time vacuum could not"
            + " remove 10,000 dead rows of public.v; since then it could",
        // ends of lines that somebody left out
        "'INFO:  finished vacuuming \"public.orders\"§tuples: 0 removed, 41200000 remain, 38100000"
            + " are dead but not yet removable§removable cutoff: 91234001, which was 200000 XIDs"
            + " old'#Vacuum cannot remove 38,100,000 dead rows of public.orders",
        // openGauss names the process behind each message
        "'INFO:  vacuuming \"public.doc\"(primary pid=24692)§INFO:  \"doc\": found 0 removable,"
            + " 30000 nonremovable row versions in 55 out of 55 pages(primary pid=24692)§DETAIL: "
            + " 20000 dead row versions cannot be removed yet.'#Vacuum cannot remove 20,000 dead"
            + " rows of public.doc",
        // as pg_locks shows it, with the oid
        "'relation | pid | mode | granted§--+--+--+--§16402 | 4711 | AccessExclusiveLock | t§16402"
            + " | 4712 | ShareUpdateExclusiveLock | f'#1 session waits for a lock on \"16402\","
            + " behind session 4711",
        "'relation | pid | mode | granted§--+--+--+--§orders | 7 | AccessExclusiveLock | t§items |"
            + " 7 | AccessExclusiveLock | t§items | 8 | AccessShareLock | f§orders | 9 |"
            + " ShareUpdateExclusiveLock | f'#2 sessions wait for a lock on items, orders, behind",
        "'shop=# VACUUM FULL;§ERROR:  out of memory§DETAIL:  Failed on request of size 1024.'"
            + "#ended in an error: out of memory",
        // a grid of reStructuredText
        "'+---------+------------+------------+§| relname | n_live_tup | n_dead_tup"
            + " |§+=========+============+============+§| jobs    | 90000      | 648000    "
            + " |§+---------+------------+------------+'#jobs has 648,000 dead rows",
        "'relname | n_dead_tup | last_autovacuum§--+--+--§points | 489142 | 2026-07-19"
            + " 21:52:01+00'#points has 489,142 dead rows: of how many rows is not shown",
        // past what brings autovacuum, whatever it counts
        "'server_version 15.4§relname | n_live_tup | n_dead_tup | n_ins_since_vacuum§--+--+--+--§ev"
            + " | 1000000 | 0 | 900000'#ev has 900,000 rows inserted since its last vacuum",
        "'relname | n_live_tup | n_mod_since_analyze§--+--+--§st | 20000000 | 19000000'#st has"
            + " 19,000,000 rows changed since its last analyze",
        "'2026-11-20 10:00:00 UTC [5] ERROR:  right sibling 4 of block 3 is not next child 5 of"
            + " block 7 in index \"t_pkey\"§2026-11-20 10:00:00 UTC [5] CONTEXT:  automatic vacuum"
            + " of table \"shop.public.t\"'#Damaged index",
        // the worker that analyzes holds the very cutoff
        "'pid | backend_type | state | backend_xmin | xact_start | query§--+--+--+--+--+--§7001 |"
            + " autovacuum worker | active | 44100200 | 2026-11-20 02:00:00+00 | autovacuum:"
            + " ANALYZE public.big§INFO:  finished vacuuming \"shop.public.a\": index scans:"
            + " 0§pages: 0 removed, 1000 remain, 1000 scanned (100.00% of total)§tuples: 0 removed,"
            + " 90000 remain, 30000 are dead but not yet removable§removable cutoff: 44100200,"
            + " which was 2100000 XIDs old when operation ended'#Session 7001 (whose user was not"
            + " shown)",
        // what ANALYZE met in a part of the pages
        "'INFO:  analyzing \"public.t\"§INFO:  \"t\": scanned 154 of 3543 pages, containing 0 live"
            + " rows and 5417 dead rows; 0 rows in sample, 0 estimated total rows'#About 124,626"
            + " dead rows are in t",
        // the server says at its start what is prepared, and the cutoff says how old it is
        "'2026-11-20 10:00:01 UTC [27] LOG:  recovering prepared transaction 51828373 from shared"
            + " memory§2026-11-20 11:00:01 UTC [812] LOG:  automatic vacuum of table"
            + " \"shop.public.t\": index scans: 0§\tpages: 0 removed, 8112 remain, 8112 scanned"
            + " (100.00% of total)§\ttuples: 0 removed, 1202312 remain, 902311 are dead but not yet"
            + " removable§\tremovable cutoff: 51828373, which was 8123455 XIDs old when operation"
            + " ended'#Prepared transaction with ID 51828373 without a shown gid keeps 902,311",
        // the age beside an empty xmin is that of the catalogs
        "'slot_name | slot_type | active | xmin | catalog_xmin | age§--+--+--+--+--+--§deb |"
            + " logical | f | | 1000 | 1994000000'#keeps dead rows from being removed in the system"
            + " catalogs"
      })
  void tellsWhatItDecides(String text, String headline) throws SourceException {
    var findings =
        Advisor.assess(List.of(new Paste.Text("pasted", text.replace('§', '\n')))).findings();

    assertTrue(
        findings.stream().anyMatch(each -> each.headline().contains(headline)),
        findings.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        // the command tag ends what an error may belong to
        "'shop=# VACUUM orders;§VACUUM§shop=# UPDATE nosuch SET a=1;§ERROR:  relation \"nosuch\""
            + " does not exist'#orders",
        // the kernel says so of semaphores, and a row may hold the words
        "'FATAL:  could not create semaphores: No space left on device§HINT:  This error does *not*"
            + " mean that you have run out of disk space.'#disk",
        "'ERROR:  null value in column \"id\"§DETAIL:  Failing row contains (null, No space left on"
            + " device).'#disk",
        // what the same list does not show any more is gone
        "'db=# SELECT gid, prepared, database, age(transaction) AS xid_age FROM"
            + " pg_prepared_xacts;§gid | prepared | database | xid_age§--+--+--+--§tx1 | 2026-09-20"
            + " 10:00:00+00 | shop | 900000§(1 row)§§db=# SELECT gid, prepared, database,"
            + " age(transaction) AS xid_age FROM pg_prepared_xacts;§gid | prepared | database |"
            + " xid_age§--+--+--+--§(0 rows)'#tx1",
        // a server without room ends itself, and the catalogs of all databases are left to
        // autovacuum
        "'PANIC:  could not write to file \"pg_wal/xlogtemp.46\": No space left on device§LOG: "
            + " server process (PID 46) was terminated by signal 6: Aborted§DETAIL:  Failed process"
            + " was running: autovacuum: ANALYZE public.t'#crashed",
        // who waits for somebody's row began after the one who may have it
        "'pid | wait_event_type | wait_event | state | xact_age§--+--+--+--+--§3001 | Client |"
            + " ClientRead | idle in transaction | 03:12:44§3002 | Lock | transactionid | active |"
            + " 00:12:44'#open for 12 min",
        "'db=# PREPARE TRANSACTION ''pay-1'';§ERROR:  prepared transactions are disabled'#pay-1",
        "'db=# SELECT gid, age(transaction) AS xid_age FROM pg_prepared_xacts;§gid |"
            + " xid_age§--+--§pay | 900000§(1 row)§db=# ROLLBACK PREPARED ''pay'';§ROLLBACK"
            + " PREPARED'#pay"
      })
  void doesNotTellWhatIsNot(String text, String word) throws SourceException {
    var findings =
        Advisor.assess(List.of(new Paste.Text("pasted", text.replace('§', '\n')))).findings();

    assertTrue(
        findings.stream().noneMatch(each -> each.headline().contains(word)), findings.toString());
  }

  /// The backslashes in a record of jsonlog are not those of a program's text. Runs of two releases
  /// below each other: the lines of a report are none of the run above them.
  @Test
  void readsALineOfAReportBehindARunOfTheOldWording() throws SourceException {
    var told =
        assess(
            """
            INFO:  "t": found 0 removable, 900 nonremovable row versions in 45 out of 45 pages
            DETAIL:  500 dead row versions cannot be removed yet, oldest xmin: 486

            PostgreSQL 18:
            tuples: 0 removed, 900 remain, 500 are dead but not yet removable

            tuples: 500 removed, 400 remain, 0 are dead but not yet removable
            """);

    assertEquals(3, told.evidence().history().orElseThrow().runs());
    assertEquals(0, told.evidence().unreadMatter().count());
  }

  /// `autovacuum: VACUUM` is what only a vacuum at work is called (`autovac_report_activity()`).
  @Test
  void givesNoAllClearBesideAVacuumAtWorkThatWasNotRead() throws SourceException {
    var table = " relname | n_live_tup | n_dead_tup\n---+---+---\n jobs | 2305851 | 99919\n";

    assertEquals(Condition.NOTHING_WRONG_SHOWN, assess(table).judgement().condition());
    assertEquals(
        Condition.NOTHING_TO_JUDGE,
        assess("`autovacuum: VACUUM public.jobs` since 39 min\n\n" + table)
            .judgement()
            .condition());
  }

  @Test
  void judgesNothingByWhatSessionsWaitForAlone() throws SourceException {
    var waits =
        " wait_event_type | wait_event | count\n---+---+---\n LWLock | MultiXactOffsetSLRU | 187\n";

    assertEquals(Condition.NOTHING_TO_JUDGE, assess(waits).judgement().condition());
  }

  private static Assessment assess(String text) throws SourceException {
    return Advisor.assess(List.of(new Paste.Text("pasted", text)));
  }

  @Test
  void readsRecordsOfJsonlogAsTheLogsReaderDoes() throws SourceException {
    var text =
        """
        {"timestamp":"2026-09-25 00:50:26.715 UTC","pid":7,"error_severity":"LOG","message":"automatic vacuum of table \\"shop.public.t\\": index scans: 0\\npages: 0 removed, 20 remain, 20 scanned (100.00% of total)\\ntuples: 30 removed, 70 remain, 15 are dead but not yet removable\\nsystem usage: CPU: user: 0.05 s, system: 0.01 s, elapsed: 0.22 s","backend_type":"autovacuum worker"}
        """;

    var run =
        Advisor.assess(List.of(new Paste.Text("pasted", text)))
            .evidence()
            .history()
            .orElseThrow()
            .fewRuns()
            .getFirst();

    assertEquals("t", run.heading().name().table());
    assertEquals(0.22, run.elapsedSeconds());
  }

  /// A full disk explains the crash just below it, and none of another hour.
  @ParameterizedTest
  @CsvSource({"0, false", "40, true"})
  void tellsOfACrashThatNoFullDiskExplains(int linesBetween, boolean isTold)
      throws SourceException {
    var text =
        "PANIC:  could not write to file \"pg_wal/xlogtemp.46\": No space left on device\n"
            + "LOG:  database system is ready to accept connections\n".repeat(linesBetween)
            + "LOG:  server process (PID 99) was terminated by signal 11: Segmentation fault\n"
            + "DETAIL:  Failed process was running: autovacuum: VACUUM public.t\n";

    var findings = Advisor.assess(List.of(new Paste.Text("pasted", text))).findings();

    assertEquals(isTold, findings.stream().anyMatch(each -> each.headline().contains("crashed")));
  }

  /// A vacuum of another database is in nobody's way.
  @ParameterizedTest
  @CsvSource({"shop, false", "other, true"})
  void advisesVacuumUnlessOneMayBeAtWorkOnTheTable(String database, boolean isAdvised)
      throws SourceException {
    var text =
        """
        shop=# select * from pg_stat_progress_vacuum;
          pid  | datname | relid |     phase     | heap_blks_total | heap_blks_scanned
        -------+---------+-------+---------------+-----------------+-------------------
         14583 | %s      | 49851 | scanning heap |         6267728 |           1491630

        shop=# explain (analyze, buffers) select count(*) from reported;
         Aggregate  (cost=4402283.71..4402283.72 rows=1 width=8) (actual time=62663.7..62679.3 rows=1 loops=1)
           ->  Index Only Scan using updated_idx on reported  (cost=0.57..4303340.24 rows=39177303 width=0) (actual time=4.406..59423.9 rows=47032112 loops=1)
                 Heap Fetches: 47032112
         Execution Time: 62679.443 ms
        """
            .formatted(database);

    var titles =
        Advisor.assess(List.of(new Paste.Text("pasted", text))).recommendations().stream()
            .map(each -> each.title())
            .toList();

    assertEquals(
        isAdvised, titles.stream().anyMatch(each -> each.startsWith("Vacuum ")), titles.toString());
  }

  /// Sessions that a role may not see may hold anything.
  @Test
  void tellsWhichSessionsAreHidden() throws SourceException {
    var text =
        """
         pid  | state  | xact_start | query
        ------+--------+------------+--------------------------
         1201 |        |            | <insufficient privilege>
         1202 | active | 2026-11-20 10:00:00+00 | SELECT 1
        """;

    var gaps =
        Advisor.assess(List.of(new Paste.Text("pasted", text)))
            .evidence()
            .survey()
            .coverage()
            .gaps();

    assertEquals(List.of(Gap.Kind.NO_PRIVILEGE), gaps.stream().map(Gap::kind).toList());
    assertTrue(gaps.getFirst().what().contains("1 session of other roles"), gaps.toString());
  }

  /// A slot that keeps rows of the catalogs alone is the cause only where nobody else may be.
  @ParameterizedTest
  @CsvSource({"2143000000, pay", "1200000000, deb"})
  void namesWhoIsTheCauseOfAnOldDatabase(long age, String cause) throws SourceException {
    var text =
        """
         datname |  xid_age
        ---------+------------
         shop    | 2143100000

         gid |        prepared        | owner | database |  xid_age
        -----+------------------------+-------+----------+-----------
         pay | 2026-05-02 10:00:00+00 | app   | shop     | %d

         slot_name | slot_type | active | database | xmin | catalog_xmin | catalog_xmin_age
        -----------+-----------+--------+----------+------+--------------+------------------
         deb       | logical   | f      | shop     |      |         1000 |       2143000000
        """
            .formatted(age);

    var problem = Advisor.assess(List.of(new Paste.Text("pasted", text))).problems().getFirst();

    assertTrue(problem.emergency().isPresent(), problem.toString());
    assertTrue(problem.cause().headline().contains(cause), problem.cause().headline());
  }
}
