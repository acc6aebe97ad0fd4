package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.source.paste.Paste;

/// Titles of processes end in "waiting" while they wait for a lock (`ProcSleep()`).
class WaitingProcessesTest {
  private static final String IDLE =
      "postgres 31 0.0 0.1 4123 212 ? Ss 09:12 0:00 postgres: app shop 10.0.0.7(5123) idle in"
          + " transaction\n";

  /// An ordinary worker does not wait for a lock: it passes the table by.
  @Test
  void aWorkerThatWaitsForALockIsKeptAway() {
    var lines = "postgres 21 0.2 0.1 4123 212 ? Ss 10:12 0:00 postgres: autovacuum worker";

    assertEquals(
        List.of(
            "A worker of autovacuum (pid 21) waits for a lock",
            "1 session idle in transaction: since when is not shown"),
        headlines(IDLE + lines + " process   shop waiting\n"));
    assertEquals(
        List.of("A worker of autovacuum (pid 21) waits for a lock"),
        headlines(lines + " shop waiting\n"));
  }

  @Test
  void ofDdlThatWaitsItIsAskedWhoHoldsTheLock() {
    var waiting =
        "postgres 4%d 0.0 0.1 4123 212 ? Ss 10:40 0:00 postgres: app shop [local] %s waiting\n";

    assertEquals(
        List.of(
            "DDL of session 41 waits for a lock, and 1 more session too: who holds it is not"
                + " shown"),
        headlines(IDLE + waiting.formatted(1, "ALTER TABLE") + waiting.formatted(2, "SELECT")));
  }

  @Test
  void ofManyThatWaitItIsAskedToo() {
    var waiting =
        "postgres 4%d 0.0 0.1 4123 212 ? Ss 10:40 0:00 postgres: app shop [local] SELECT waiting\n";
    var one = waiting.formatted(1);

    assertEquals(
        List.of("Session 41 waits for a lock, and 1 more session too: who holds it is not shown"),
        headlines(one + waiting.formatted(2)));
    assertEquals(1, headlines(one).stream().filter(each -> each.startsWith("What was")).count());
  }

  /// Nothing but a vacuum or an ANALYZE sleeps in `VacuumDelay` (vacuum_delay_point()).
  @Test
  void whoSleepsForTheCostLimitIsAtAVacuum() {
    var head = "pid | state | dur | wait_event | %s\n----+----+----+----+----\n";
    var row = "8121 | active | 6 days 04:12:01 | VacuumDelay | autovacuum: VACUUM public.events\n";

    for (var named : List.of("query", "q", "left", "statement")) {
      assertEquals(
          "A vacuum of public.events has run for 6.2 days and sleeps for its cost limit",
          headlines(head.formatted(named) + row).getFirst(),
          named);
    }
    assertEquals(
        List.of(),
        headlines(head.formatted("what") + row).stream()
            .filter(each -> each.contains("transaction open"))
            .toList());
  }

  /// What `psql -t` prints of a duration and a statement.
  @Test
  void aTaskOfAutovacuumIsKnownByItsOwnWords() {
    var rows =
        """
          0.77 | SELECT * FROM orders
        1500.4 | autovacuum: VACUUM public.orders (to prevent wraparound)
        """;

    assertEquals(
        "Autovacuum is freezing tables to prevent wraparound, as it should",
        headlines(rows).getFirst());
  }

  private static List<String> headlines(String text) {
    var survey = Paste.survey(List.of(new Paste.Text("pasted", text)));
    return Advisor.assess(survey).findings().stream().map(Finding::headline).toList();
  }
}
