package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.paste.Paste;

/// The messages are those that servers of 9.6 to 18 print.
class ServerMessageTest {
  private static final String DEADLOCK =
      """
      2026-11-20 18:59:03.173 UTC [16027] ERROR:  deadlock detected
      2026-11-20 18:59:03.173 UTC [16027] DETAIL:  Process 16027 waits for AccessExclusiveLock on relation 37590 of database 16384; blocked by process 15992.
      \tProcess 15992 waits for AccessShareLock on relation 46357 of database 16384; blocked by process 16027.
      \tProcess 16027: ALTER TABLE public.positions DROP CONSTRAINT positions_pkey;
      \tProcess 15992: %s
      2026-11-20 18:59:03.173 UTC [16027] HINT:  See server log for query details.
      """;

  private static final String KILLED =
      """
      2026-11-20 02:10:05.120 UTC [30] LOG:  server process (PID 47440) was terminated by signal 9: Killed
      2026-11-20 02:10:05.120 UTC [30] DETAIL:  Failed process was running: %s
      2026-11-20 02:10:05.120 UTC [30] LOG:  terminating any other active server processes
      """;

  @Test
  void blamesNotAutovacuumForADeadlockWithIt() {
    var finding =
        examine(
                DEADLOCK.formatted(
                    "autovacuum: VACUUM ANALYZE public.chunk (to prevent wraparound)"))
            .getFirst();

    assertEquals(Severity.INFO, finding.severity());
    assertTrue(
        finding.headline().startsWith("A statement and autovacuum of public.chunk waited"),
        finding.headline());
  }

  @Test
  void hasNothingToSayOfADeadlockOfOthers() {
    assertEquals(List.of(), examine(DEADLOCK.formatted("UPDATE public.positions SET a = 1;")));
  }

  @Test
  void tellsALimitFromAPersonThatCancels() {
    var cancelled = "ERROR:  canceling statement due to %s\nSTATEMENT:  VACUUM public.events;\n";

    var byLimit = examine(cancelled.formatted("statement timeout")).getFirst();
    var byPerson = examine(cancelled.formatted("user request")).getFirst();

    assertTrue(byLimit.headline().contains("statement_timeout"), byLimit.headline());
    assertEquals(Severity.ADVICE, byLimit.severity());
    assertEquals(Severity.INFO, byPerson.severity());
  }

  @Test
  void looksForWhoKilledAutovacuum() {
    var finding = examine(KILLED.formatted("autovacuum: ANALYZE public.chunk")).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertTrue(finding.headline().endsWith("worked on public.chunk"), finding.headline());
    assertTrue(Acts.of(finding).contains("OOMKilled"));
    assertEquals(List.of(), examine(KILLED.formatted("SELECT * FROM public.chunk")));
  }

  @Test
  void tellsACrashFromAKill() {
    var crash =
        """
        2026-11-20 02:10:05.120 UTC [30] LOG:  autovacuum worker (PID 4711) was terminated by signal 11: Segmentation fault
        2026-11-20 02:10:05.120 UTC [30] DETAIL:  Failed process was running: autovacuum: VACUUM public.items
        """;
    var byHand = KILLED.replace("server process", "client backend").formatted("VACUUM FULL items");

    assertEquals(
        "The process that worked on public.items crashed", examine(crash).getFirst().headline());
    assertTrue(examine(byHand).getFirst().headline().startsWith("The operating system ended"));
  }

  @Test
  void tellsWhoMayVacuumATable() {
    var finding =
        examine("WARNING:  permission denied to vacuum \"orders\", skipping it\n").getFirst();

    assertTrue(finding.headline().contains("orders"), finding.headline());
    assertTrue(Acts.of(finding).contains("pg_maintain"));
  }

  @Test
  void saysOnceWhatOneTransactionRefused() {
    var findings =
        examine(
            """
            ERROR:  VACUUM cannot run inside a transaction block
            ERROR:  VACUUM cannot run inside a transaction block
            """);

    assertEquals(
        List.of("VACUUM did not run: it was called inside a transaction"),
        findings.stream().map(Finding::headline).toList());
  }

  @Test
  void makesRoomBeforeAnythingElseWhereTheDiskIsFull() {
    var finding =
        examine(
                "2026-11-20 02:10:05 UTC [9] PANIC:  could not write to log file"
                    + " 0000000100005B170000003F at offset 6291456, length 8192: No space left on"
                    + " device\n")
            .getFirst();

    assertEquals(Severity.CRITICAL, finding.severity());
    assertTrue(Acts.of(finding).contains("never a file of pg_wal"));
  }

  @Test
  void tellsWhoHeldTheLockThatSessionsWaitedFor() {
    var log =
        """
        2026-11-20 05:13:21 UTC [30400] LOG:  process 30400 still waiting for AccessExclusiveLock on relation 18777 of database 16475 after 1000.343 ms
        2026-11-20 05:13:21 UTC [30400] DETAIL:  Process holding the lock: 29593. Wait queue: 30400.
        """;

    assertTrue(examine(log).getFirst().headline().endsWith("Process holding the lock: 29593"));
  }

  @Test
  void tellsWhyASlotIsLost() {
    var log =
        """
        2026-11-20 12:37:24 UTC [27] LOG:  invalidating obsolete replication slot "picking"
        2026-11-20 12:37:24 UTC [27] DETAIL:  The slot conflicted with xid horizon 5642254.
        """;

    var finding = examine(log).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertTrue(
        Verdicts.facts(finding).getFirst().contains("conflicted with xid horizon"),
        Verdicts.facts(finding).toString());
  }

  @Test
  void tellsHowToKeepTheNextSlotOfAConsumerThatPauses() {
    var log =
        """
        2026-11-20 12:37:24 UTC [27] LOG:  invalidating obsolete replication slot "picking"
        2026-11-20 12:37:24 UTC [27] DETAIL:  The slot's idle time of 65s exceeds the configured "idle_replication_slot_timeout" duration of 60s.
        """;

    var found = examine(log);

    assertEquals(1, found.size());
    assertTrue(found.getFirst().remedies().toString().contains("raise it first"));
  }

  private static List<Finding> examine(String log) {
    return Verdicts.findings(new ServerMessage(), Evidence.of(Logs.history(log)));
  }

  /// A product made from PostgreSQL says with a hint what to do: no statement of ours comes before.
  @Test
  void aHintThatIsNotPostgresqlsLeads() throws SourceException {
    var stop =
        "FATAL:  database is not accepting commands to avoid wraparound data loss in database"
            + " \"crm\"\n";
    var told =
        assessed(stop + "HINT:  Lower the limit of it. Restart all parts. Vacuum \"crm\".\n");

    assertEquals(
        List.of("server-message"), told.findings().stream().map(Finding::id).distinct().toList());
    assertEquals(
        "Do what the message says, in its order: Lower the limit of it; Restart all parts; Vacuum"
            + " \"crm\"",
        told.recommendations().getFirst().first());
    assertEquals(
        "wraparound-shutdown",
        assessed(
                stop + "HINT:  Stop the postmaster and vacuum that database in single-user mode.\n")
            .findings()
            .getFirst()
            .id());
  }

  @Test
  void noDatabaseHasTheOidZero() throws SourceException {
    var warning = "WARNING:  database with OID %s must be vacuumed within 147483647 transactions\n";

    assertEquals("server-message", assessed(warning.formatted("0")).findings().getFirst().id());
    assertEquals(
        "wraparound-near", assessed(warning.formatted("16401")).findings().getFirst().id());
  }

  /// A message about one slot is no word about others.
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '^',
      value = {
        "ERROR:  can no longer get changes from replication slot 'picking', 1",
        "LOG:  checkpoint complete, 2",
      })
  void aMessageHidesNoOtherLostSlot(String message, long lost) throws SourceException {
    var slots =
        """
        slot_name | slot_type | active | wal_status
        ---+---+---+---
         picking | logical | f | lost
         packing | logical | f | lost
        """;
    var log = "2026-11-20 12:37:24 UTC [27] " + message.replace('\'', '"') + "\n\n";
    var facts =
        assessed(log + slots).findings().stream().flatMap(each -> Verdicts.facts(each).stream());

    assertEquals(
        List.of("lost slots: " + (lost == 1 ? "packing" : "picking, packing")),
        facts.filter(each -> each.startsWith("lost slots")).toList());
  }

  /// As 19 showed it, where an age of 1.95 billion moved no limit.
  @Test
  void namesADatabaseWhoseDropWasInterrupted() throws SourceException {
    var found =
        assessed(
                """
                 datname | datallowconn | datconnlimit | xid_age
                ---------+--------------+--------------+------------
                 shop    | t            |           -1 |       6440
                 Old ERP | t            |           -2 | 1950357157
                """)
            .findings();

    assertEquals("server-message", found.getFirst().id());
    assertEquals(Severity.ADVICE, found.getFirst().severity());
    assertTrue(Acts.of(found.getFirst()).contains("DROP DATABASE \"Old ERP\""));
    assertTrue(found.stream().noneMatch(each -> each.id().startsWith("wraparound")));
  }

  private static Assessment assessed(String text) throws SourceException {
    return Advisor.assess(List.of(new Paste.Text("pasted", text)));
  }
}
