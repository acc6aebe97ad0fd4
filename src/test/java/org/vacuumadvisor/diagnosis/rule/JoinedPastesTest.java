package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.rule.horizon.XminHeldByTransaction;
import org.vacuumadvisor.diagnosis.rule.lock.LockBlocked;
import org.vacuumadvisor.diagnosis.rule.lock.LockQueue;
import org.vacuumadvisor.diagnosis.rule.threshold.AutovacuumDisabled;
import org.vacuumadvisor.diagnosis.rule.threshold.ThresholdTooHigh;
import org.vacuumadvisor.diagnosis.rule.worker.CostThrottled;
import org.vacuumadvisor.diagnosis.rule.worker.IndexPasses;
import org.vacuumadvisor.postgres.Release;

/// Facts that stand in several places of one paste and belong together.
class JoinedPastesTest {
  private static final String WAITING_REWRITE =
      """
       pid | wait_event_type | wait_event | state               | xact_age | query
      -----+-----------------+------------+---------------------+----------+----------------------
       410 | Lock            | relation   | active              | 02:10:00 | VACUUM FULL invoices;
       409 | Client          | ClientRead | idle in transaction | 03:20:00 | SELECT 1 FROM invoices

       pid | pg_blocking_pids
      -----+------------------
       410 | {409}
      """;

  private static final String BUSY_WORKER =
      """
       pid | wait_event_type | wait_event  | xact_age        | query
      -----+-----------------+-------------+-----------------+-------------------------------
       77  | Timeout         | VacuumDelay | 2 days 01:00:00 | autovacuum: VACUUM public.hits
      """;

  private static List<String> headlines(List<Finding> findings) {
    return findings.stream().map(Finding::headline).toList();
  }

  @Test
  void takesTwoTablesThatTellOfOneSessionTogether() {
    assertEquals(
        List.of("VACUUM by session 410 waits for a lock on invoices, behind session 409"),
        headlines(Pasted.findings(new LockQueue(), WAITING_REWRITE)));
  }

  /// What waits for a session shows that it is in a transaction, as long as its statement at least.
  @Test
  void tellsOfABlockerWhatTheQueryForBlockedSessionsTells() {
    var text =
        """
        blocked_pid | blocked_query                                            | blocking_pid | blocking_user | blocking_query    | blocking_duration
        ------------+----------------------------------------------------------+--------------+---------------+-------------------+------------------
               4711 | autovacuum: VACUUM public.orders (to prevent wraparound) |          991 | etl           | LOCK TABLE orders | 09:00:02
        """;

    var finding = Pasted.findings(new LockBlocked(), text).getFirst();

    assertEquals(
        "The vacuum of public.orders that prevents wraparound waits for a lock, behind session 991"
            + " (user etl)",
        finding.headline());
    assertEquals(
        "session 991: user etl, in a transaction for at least 9 h", Verdicts.facts(finding).get(1));
    assertEquals(
        List.of(
            "Session 991 (user etl) is in a transaction open for 9 h and may keep dead rows from"
                + " being removed in its database"),
        headlines(Pasted.findings(new XminHeldByTransaction(), text)));
  }

  @Test
  void doesNotBlameASessionThatWaitsForTheOneThatIsBlamed() {
    var blamed = headlines(Pasted.findings(new XminHeldByTransaction(), WAITING_REWRITE));

    assertEquals(1, blamed.size());
    assertTrue(blamed.getFirst().startsWith("Session 409 "));
  }

  @Test
  void blamesAWaitingSessionWhoseTransactionIsOlder() {
    var older = WAITING_REWRITE.replace("02:10:00", "05:10:00");

    assertEquals(2, Pasted.findings(new XminHeldByTransaction(), older).size());
  }

  @Test
  void findsTheSessionOfTheOnlyVacuumThatIsShown() {
    var text =
        BUSY_WORKER
            + """

             phase         | heap_blks_total | heap_blks_scanned
            ---------------+-----------------+-------------------
             scanning heap |         9000000 |           3000000
            """;

    assertEquals(
        List.of("A vacuum of public.hits has run for 2 days and sleeps for its cost limit"),
        headlines(Pasted.findings(new CostThrottled(), text)));
    assertEquals(
        List.of(),
        Pasted.findings(new CostThrottled(), text.replace("2 days 01:00:00", "03:00:00")));
  }

  @Test
  void callsARunningVacuumByItsTableWhateverThePromptSays() {
    var text =
        """
        prod-primary> select * from pg_stat_progress_vacuum;
         pid | datname | relid | phase             | heap_blks_total | index_vacuum_count
        -----+---------+-------+-------------------+-----------------+--------------------
          12 | billing | hits  | vacuuming indexes |         9000000 |                  5
        """;

    assertTrue(headlines(Pasted.findings(new IndexPasses(), text)).getFirst().contains("hits"));
  }

  @Test
  void readsTheReleaseAsPeopleAbbreviateIt() {
    for (var text : List.of("We run PG 13.", "RDS, PG 13.9, defaults", "on pg13 since May")) {
      assertEquals(
          List.of(Release.V13),
          Pasted.evidence(text + "\n\nn_dead_tup = 12\n")
              .survey()
              .coverage()
              .excerpt()
              .orElseThrow()
              .releases()
              .stream()
              .toList(),
          text);
    }
  }

  @Test
  void takesNoSizeNorTwoReleasesForTheRelease() {
    for (var text : List.of("PG 14 GB of memory", "from PG 12 to PG 16", "postgres 11% busy")) {
      assertTrue(
          Pasted.evidence(text + "\n\nn_dead_tup = 12\n")
                  .survey()
                  .coverage()
                  .excerpt()
                  .orElseThrow()
                  .releases()
                  .stream()
                  .count()
              > 1,
          text);
    }
  }

  @Test
  void judgesAThresholdByTheReleaseOfTheProse() {
    var table =
        """
         relname | n_live_tup | n_dead_tup | last_autovacuum
        ---------+------------+------------+------------------------
         lines   | 1500000000 |  250000000 | 2026-01-02 03:04:05+00
        """;

    assertEquals(1, Pasted.findings(new ThresholdTooHigh(), "PG 14 here\n\n" + table).size());
  }

  @Test
  void readsThatAutovacuumIsOffFromAListThatIsCut() {
    var text =
        """
         relname | reloptions                    | n_live_tup | n_dead_tup
        ---------+-------------------------------+------------+------------
         ledger  | {autovacuum_enabled=off,fill… |     900000 |    4000000
        """;

    assertEquals(1, Pasted.findings(new AutovacuumDisabled(), text).size());
    assertEquals(
        List.of(),
        Pasted.findings(
            new AutovacuumDisabled(),
            text.replace("{autovacuum_enabled=off,fill…", "{fillfactor=70,autovacuum_enab…")));
  }

  @Test
  void doesNotKnowTheParametersThatACutListHides() {
    var text =
        """
         relname | reloptions                    | n_live_tup | n_dead_tup
        ---------+-------------------------------+------------+------------
         ledger  | {fillfactor=70,autovacuum_ena…|     900000 |    4000000
        """;

    assertFalse(
        Pasted.evidence(text).survey().relations().getFirst().storage().known().isPresent());
  }
}
