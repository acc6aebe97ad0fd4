package org.vacuumadvisor.source.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableLock;
import org.vacuumadvisor.source.SourceException;

/// Queues for a table, as people paste them.
class LockQueueTest {
  private static final String SESSIONS =
      """
        pid  | state  | wait_event_type | wait_event |   xact_age    |                          query
      -------+--------+-----------------+------------+---------------+----------------------------------------------------------
        4711 | active | Timeout         | VacuumDelay| 03:12:44      | autovacuum: VACUUM public.orders (to prevent wraparound)
        5100 | active | Lock            | relation   | 00:41:02      | ALTER TABLE orders ADD COLUMN note text
        5203 | active | Lock            | relation   | 00:40:59      | SELECT * FROM orders WHERE id = 7
        5204 | active | Lock            | relation   | 00:40:12      | UPDATE orders SET total = 0 WHERE id = 9
      (4 rows)
      """;

  private static final String LOCKS =
      """
       locktype | relation |  pid  |           mode           | granted |                     query
      ----------+----------+-------+--------------------------+---------+------------------------------------------------
       relation | orders   |  4711 | ShareUpdateExclusiveLock | t       | autovacuum: VACUUM public.orders (to prevent wraparound)
       relation | orders   |  5100 | AccessExclusiveLock      | f       | ALTER TABLE orders ADD COLUMN note text
       relation | orders   |  5203 | AccessShareLock          | f       | SELECT count(*) FROM orders
      """;

  @Test
  void sessionsThatWaitStandBehindTheVacuumThatMustBe() throws SourceException {
    var survey = survey(SESSIONS);

    assertEquals(
        List.of(4711), waiting(survey, 5100).blockers(), "the lock of VACUUM keeps DDL out");
    assertEquals("antiwraparound-blocks-ddl", findings(survey).getFirst().id());
  }

  @Test
  void rowsOfLocksSayTheSame() throws SourceException {
    var survey = survey(LOCKS);

    assertEquals(List.of(4711), waiting(survey, 5100).blockers());
    assertEquals("antiwraparound-blocks-ddl", findings(survey).getFirst().id());
  }

  @Test
  void whoBlocksWhomIsTakenAsShown() throws SourceException {
    var survey =
        survey(
            """
              pid  | pg_blocking_pids | wait_event_type | state  | query
            -------+------------------+-----------------+--------+---------------------------
              5203 | {5100,4711}      | Lock            | active | SELECT 1 FROM orders
            """);

    assertEquals(List.of(5100, 4711), waiting(survey, 5203).blockers());
  }

  /// Whom it waits for need not be listed, nor that it waits.
  @ParameterizedTest
  @ValueSource(strings = {"pg_blocking_pids", "blocked_by", "blockers", "blocking_pids"})
  void whoHasBlockersWaits(String heading) throws SourceException {
    var queue =
        survey(
            """
              pid  | usename | %s | query
            -------+---------+----+----------------------------------
              5203 | shop    | %s | CREATE INDEX ON orders (note);
              5204 | shop    | {} | SELECT 1
            """
                .formatted(heading, "{4711}"));

    assertEquals(List.of(4711), waiting(queue, 5203).blockers());
    assertEquals(
        "An index build by session 5203 waits for a lock on orders, behind session" + " 4711",
        findings(queue).getFirst().headline());
  }

  @Test
  void anOrdinaryVacuumGivesWay() throws SourceException {
    var survey = survey(SESSIONS.replace(" (to prevent wraparound)", ""));

    assertTrue(
        findings(survey).stream().noneMatch(each -> each.id().equals("antiwraparound-blocks-ddl")));
  }

  @Test
  void aVacuumThatMustBeMayWaitItself() throws SourceException {
    var survey =
        survey(
            """
             relation | pid  |           mode           | granted | query
            ----------+------+--------------------------+---------+-----------------------------------
             orders   | 4711 | ShareUpdateExclusiveLock | f       | autovacuum: VACUUM public.orders (to prevent wraparound)
             orders   | 900  | AccessExclusiveLock      | t       | LOCK TABLE orders
            """);

    var finding = findings(survey).getFirst();
    assertEquals("lock-blocked", finding.id());
    assertEquals(
        900, finding.remedies().getFirst().ended().orElseThrow().pid().known().orElseThrow());
  }

  private static TableLock waiting(Survey survey, int pid) {
    return locks(survey)
        .filter(each -> each.pid() == pid && !each.granted())
        .findFirst()
        .orElseThrow();
  }

  private static Stream<TableLock> locks(Survey survey) {
    return survey.machinery().locks().stream();
  }

  private static List<Finding> findings(Survey survey) {
    return Advisor.assess(survey).findings();
  }

  private static Survey survey(String text) throws SourceException {
    return Paste.survey(List.of(new Paste.Text("paste", text)));
  }
}
