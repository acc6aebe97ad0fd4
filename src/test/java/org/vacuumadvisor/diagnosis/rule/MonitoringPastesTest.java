package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.lock.LockBlocked;
import org.vacuumadvisor.diagnosis.rule.space.CatalogBloat;
import org.vacuumadvisor.diagnosis.rule.space.HeapBloat;
import org.vacuumadvisor.diagnosis.rule.space.IndexBloat;
import org.vacuumadvisor.diagnosis.rule.space.LowHotRatio;
import org.vacuumadvisor.diagnosis.rule.space.ToastDominates;
import org.vacuumadvisor.diagnosis.rule.threshold.PartitionParentNotAnalyzed;
import org.vacuumadvisor.diagnosis.rule.threshold.StatisticsStale;
import org.vacuumadvisor.diagnosis.rule.worker.IndexPasses;
import org.vacuumadvisor.diagnosis.rule.wraparound.MultixactNear;
import org.vacuumadvisor.diagnosis.rule.wraparound.WraparoundNear;

/// What monitoring prints: plugins, `du`, queries of progress.
class MonitoringPastesTest {
  @Test
  void checkPostgresTellsOfBloatAndOfTheAgeOfADatabase() {
    assertEquals(
        List.of("93 % of the 7.7 GB of yard.lots are free or dead"),
        headlines(
            new HeapBloat(),
            """
            POSTGRES_BLOAT CRITICAL: DB "mill" (host:db1) (db mill) table yard.lots rows:3100200 pages:1003001 \
            shouldbe:70210 (14.3X) wasted size:7641432064 (7 GB) | time=0.40s
            """));
    assertEquals(
        Severity.CRITICAL,
        Pasted.findings(
                new WraparoundNear(),
                "POSTGRES_TXN_WRAPAROUND CRITICAL: DB \"mill\" mill: 2071234567 transactions |"
                    + " time=0.02s\n")
            .getFirst()
            .severity());
  }

  @Test
  void aFactorOfBloatGivesTheSizeBesideTheWastedBytes() {
    assertEquals(
        List.of("75 % of the 3.7 GB of yard.lots are free or dead"),
        headlines(
            new HeapBloat(),
            """
             current_database | schemaname | tablename | tbloat | wastedbytes
            ------------------+------------+-----------+--------+-------------
             mill             | yard       | lots      |    4.0 |  3000000000
            """));
  }

  @Test
  void theSizeOfTheMembersOfMultixactsIsTheirNumber() {
    var finding =
        Pasted.findings(new MultixactNear(), "17G\t/var/lib/pgsql/14/data/pg_multixact/members\n")
            .getFirst();

    assertEquals(
        "650 million multixact members until new multixacts are refused (85 % used)",
        finding.headline());
    assertEquals(
        List.of(), Pasted.findings(new MultixactNear(), "48M\t/data/pg_multixact/members\n"));
  }

  private static final String PROGRESS =
      """
        pid  |    duration    | mode       | database | table  |       phase       | scanned_pct | index_vacuum_count | dead_pct
      -------+----------------+------------+----------+--------+-------------------+-------------+--------------------+----------
       40111 | 09:12:11.1     | wraparound | mill     | lots   | vacuuming indexes |        31.5 |                  6 |    100.0
      """;

  @Test
  void aVacuumAtWorkNamesItsTable() {
    assertEquals(
        List.of("A vacuum of lots scans its indexes again and again"),
        headlines(new IndexPasses(), PROGRESS));
  }

  @Test
  void aColumnOfAQueryThatIsCalledModeTellsNoRelease() {
    assertFalse(
        Pasted.evidence(PROGRESS).survey().coverage().excerpt().orElseThrow().releases().isOne());
  }

  @Test
  void aTableThatAWorkerIsAtIsNotAskedAbout() {
    var table =
        """
         relname | n_dead_tup | n_live_tup
        ---------+------------+------------
         lots    |    3400000 |   11000000

        """;
    assertEquals(1, Pasted.findings(new NeedMoreData(), table).size());
    assertEquals(
        List.of(),
        headlines(
            new NeedMoreData(),
            table
                + """
                 datname |  pid  | state  |            query
                ---------+-------+--------+------------------------------
                 mill    | 29561 | active | autovacuum: VACUUM yard.lots
                """));
  }

  @Test
  void aCatalogWithManyTimesItsRowsDeadIsBloated() {
    assertEquals(
        List.of("Catalog pg_attribute has 8,100,000 dead rows for 120,000 live ones"),
        headlines(
            new CatalogBloat(),
            """
            mill=# select relname, n_live_tup, n_dead_tup from pg_stat_sys_tables limit 1;
               relname    | n_live_tup | n_dead_tup
            --------------+------------+------------
             pg_attribute |     120000 |    8100000
            """));
  }

  @Test
  void aPartitionedTableIsJudgedByTheCountersOfItsPartitions() {
    assertEquals(
        List.of("Nobody ever analyzed partitioned table lots as a whole"),
        headlines(
            new PartitionParentNotAnalyzed(),
            """
              relname   | last_analyze |   last_autoanalyze  | n_live_tup | relkind
            ------------+--------------+---------------------+------------+---------
             lots       |              |                     |          0 | p
             lots_2026q1|              | 2026-02-03 04:11:10 |    7000000 | r
             lots_2026q2|              | 2026-05-03 04:11:10 |    6500000 | r
            """));
  }

  @Test
  void whereOnlySizesAreShownTheToastTableIsToldToBeMostOfIt() {
    assertEquals(
        List.of("96 % of lots lies in its TOAST table (95 GB)"),
        headlines(
            new ToastDominates(),
            """
             table_name | main    | table | indexes
            ------------+---------+-------+---------
             lots       | 4096 MB | 99 GB | 7 GB
            """));
  }

  @Test
  void aTableWithRowsThatNobodyAnalyzedHasNoStatistics() {
    var head =
        """
         relname | reltuples | n_live_tup | last_analyze | last_autoanalyze
        ---------+-----------+------------+--------------+------------------
        """;

    assertEquals(
        List.of(
            "lots has 3,000,000 rows and was never analyzed: the planner has no statistics of it"),
        headlines(
            new StatisticsStale(), head + " lots    |        -1 |    3000000 |              |\n"));
    assertEquals(
        List.of(),
        headlines(
            new StatisticsStale(),
            head + " lots    |        -1 |    3000000 |              | 2026-05-03 04:11:10\n"));
  }

  @Test
  void indexesManyTimesAsLargeAsTheirTableAreBloated() {
    var head =
        """
         relname | table_size | indexes_size
        ---------+------------+--------------
        """;

    assertEquals(
        List.of("The indexes of lots take 8 GB beside 40 MB of rows"),
        headlines(new IndexBloat(), head + " lots    | 40 MB      | 8192 MB\n"));
    assertEquals(
        List.of(), headlines(new IndexBloat(), head + " lots    | 4000 MB    | 8192 MB\n"));
  }

  @Test
  void aVacuumThatWaitsInAListOfProcessesIsToldWithThoseWhoMayHoldTheLock() {
    var finding =
        Pasted.findings(
                new LockBlocked(),
                """
                yard      7001  1.0  1.1 172890 15000 ?  Ss  Aug10  1:11 postgres: yard mill 127.0.0.1(43210) idle in transaction
                yard      7100  0.0  0.1 172890 15000 ?  Ss  02:00  0:00 postgres: yard mill [local] VACUUM waiting
                yard      7101  0.0  0.1 172890 15000 ?  Ss  02:01  0:00 postgres: yard mill 127.0.0.1(43230) INSERT waiting
                """)
            .getFirst();

    assertEquals(
        "VACUUM by session 7100 waits for a lock, and another one does, too", finding.headline());
    assertTrue(
        Verdicts.facts(finding).stream().anyMatch(each -> each.contains("may hold it: 7001")),
        () -> Verdicts.facts(finding).toString());
  }

  @Test
  void fewHotUpdatesAreNoMatterOfRoomWhereAnOldSnapshotKeepsRows() {
    var table =
        """
         relname | n_tup_upd | n_tup_hot_upd | n_live_tup | n_dead_tup | relpages
        ---------+-----------+---------------+------------+------------+----------
         lots    |  91200123 |      12012330 |     500000 |    8120012 |   120000

        """;
    assertEquals(1, Pasted.findings(new LowHotRatio(), table).size());
    assertEquals(
        List.of(),
        headlines(
            new LowHotRatio(),
            table
                + """
                  pid  |        state        |       xact_start       | xmin_age
                -------+---------------------+------------------------+----------
                 2201  | idle in transaction | 2026-02-28 10:00:03+00 | 91200000
                """));
  }

  private static List<String> headlines(Rule rule, String text) {
    return Pasted.findings(rule, text).stream().map(Finding::headline).toList();
  }
}
