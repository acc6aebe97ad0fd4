package org.vacuumadvisor.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.vacuumadvisor.action.Rewrites;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.Pasted;
import org.vacuumadvisor.model.Persistence;
import org.vacuumadvisor.model.Reading;

/// Logs and pastes tell some facts of a server; the others are missing, not made up.
class UnseenServerTest {
  private static final String RUN =
      """
      2026-11-22 11:22:07.100 UTC [71] LOG:  automatic vacuum of table "shop.public.jobs": index scans: 1
      	pages: 0 removed, 100 remain, 0 skipped due to pins, 0 skipped frozen
      	tuples: 40 removed, 60 remain, 0 are dead but not yet removable, oldest xmin: 900
      	buffer usage: 300 hits, 0 misses, 0 dirtied
      	avg read rate: 0.000 MB/s, avg write rate: 0.000 MB/s
      	system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.01 s
      """;

  @Test
  void aLogDoesNotTellWhetherATableIsLogged() {
    var table = Logs.evidence(RUN).tables().findFirst().orElseThrow();

    assertTrue(table.persistence() instanceof Reading.Missing);
    assertTrue(table.storage() instanceof Reading.Missing);
  }

  /// `RELATION_IS_OTHER_TEMP`: temporary tables live in schemas that are named for the backend.
  @Test
  void aTemporaryTableIsToldByItsSchema() {
    var table =
        Logs.evidence(RUN.replace("shop.public.jobs", "shop.pg_temp_3.jobs"))
            .tables()
            .findFirst()
            .orElseThrow();

    assertEquals(Reading.of(Persistence.TEMPORARY), table.persistence());
    assertFalse(table.isAutovacuumed());
  }

  /// `FirstNormalObjectId` is 16384: `pg_toast_2619` is that of `pg_statistic`.
  @Test
  void aToastTableOfACatalogIsPostgresqlsOwn() {
    assertTrue(isSystem("pg_toast.pg_toast_2619"));
    assertFalse(isSystem("pg_toast.pg_toast_16402"));
  }

  private static boolean isSystem(String name) {
    return Logs.evidence(RUN.replace("public.jobs", name))
        .tables()
        .findFirst()
        .orElseThrow()
        .isSystem();
  }

  /// `REPACK (CONCURRENTLY)` rejects unlogged tables, and these figures do not tell.
  @Test
  void whereNobodyShowedThatATableIsLoggedItIsNotRepackedConcurrently() {
    var evidence =
        Pasted.evidence(
            """
            server_version | 19.0

             schemaname | relname | n_live_tup | n_dead_tup
            ------------+---------+------------+------------
             public     | jobs    |       1000 |         10
            """);
    var table = evidence.tables().findFirst().orElseThrow();

    assertEquals(
        "Forbidden[why=REPACK (CONCURRENTLY) takes no unlogged tables, and relpersistence is not"
            + " shown]",
        new Rewrites(evidence.survey()).concurrently(table).toString());
  }

  /// A unique index enforces a constraint, scanned or not: whether it is one was not shown.
  @Test
  void theIndexesOfAPasteAreNeitherUniqueNorOtherwise() {
    var index =
        Pasted.evidence(
                """
                 schemaname | relname | indexrelname | idx_scan
                ------------+---------+--------------+----------
                 public     | jobs    | jobs_key     |        0
                """)
            .tables()
            .findFirst()
            .orElseThrow()
            .indexes()
            .getFirst();

    assertTrue(index.unique() instanceof Reading.Missing);
    assertTrue(index.primary() instanceof Reading.Missing);
    assertTrue(index.keyColumns() instanceof Reading.Missing);
  }
}
