package org.vacuumadvisor.source.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.XidAge;

/// Results that hold one value or one suggestion, and tell of what it is elsewhere.
class SingleValueTest {
  @Test
  void aSizeIsOfTheRelationThatTheStatementNames() {
    var survey =
        read(
            """
            crm=> SELECT pg_size_pretty(pg_total_relation_size('sales.visit'));
             pg_size_pretty
            ----------------
             96 GB
            (1 row)

            crm=> select count(*) from sales.visit;
              count
            ---------
             1200345
            (1 row)
            """);

    var table = survey.relations().getFirst();
    assertEquals("sales.visit", table.name().schema() + "." + table.name().name());
    assertEquals(1_200_345L, table.get(TableKeys.N_LIVE_TUP).known().orElseThrow());
    assertTrue(survey.coverage().pasted().orElseThrow().unknown().isEmpty());
  }

  @Test
  void aCountWithAConditionIsNotTheNumberOfRows() {
    var survey =
        read(
            """
            crm=> select count(*) from visit where done;
             count
            -------
               12
            (1 row)
            """);

    assertTrue(survey.relations().isEmpty());
  }

  /// The columns are documented in the user guide of Amazon RDS.
  @Test
  void amazonsDiagnosisNamesHolders() {
    var survey =
        read(
            """
            -[ RECORD 1 ]---------+-----------------------------------------
            blocker               | Prepared transaction
            database              | crm
            blocker_identifier    | 9_close_88
            autovacuum_lagging_by | 712,004,113
            suggested_action      | {"ROLLBACK PREPARED '9_close_88'"}
            -[ RECORD 2 ]---------+-----------------------------------------
            blocker               | Idle in transaction
            database              | crm
            blocker_identifier    | INSERT INTO visit SELECT 1
            wait_event            | Client:ClientRead
            autovacuum_lagging_by | 611,020,010
            suggested_action      | {"SELECT pg_terminate_backend (30301);"}
            """);

    var prepared = (PreparedTransaction) survey.horizonHolders().get(0);
    var session = (Session) survey.horizonHolders().get(1);
    assertEquals("9_close_88", prepared.gid());
    assertEquals(Reading.of(new XidAge(712_004_113)), prepared.age());
    assertEquals(30_301, session.backend().pid().known().orElseThrow());
    assertEquals(Reading.of(new XidAge(611_020_010)), session.age());
  }

  /// It holds no horizon, but its database: nobody else can vacuum it.
  @Test
  void amazonsDiagnosisNamesATemporaryTable() {
    var survey =
        read(
            """
            -[ RECORD 1 ]---------+-----------------------------------------
            blocker               | Temporary table
            database              | crm
            blocker_identifier    | pg_temp_14.visits
            autovacuum_lagging_by | 1,712,004,113
            suggested_action      | {"DROP TABLE visits;"}
            """);

    assertEquals(
        Reading.of(new XidAge(1_712_004_113)), survey.database("crm").orElseThrow().xidAge());
    assertTrue(survey.relations().getFirst().isTemporary());
    assertEquals("pg_temp_14", survey.relations().getFirst().name().schema());
  }

  /// What was counted stands beside the counter, which may have forgotten the rows.
  @Test
  void aCountDoesNotReplaceTheCounter() {
    var counters =
        """
         relname | n_live_tup | n_dead_tup
        ---------+------------+------------
         lots    |          0 |          0

        """;
    var count =
        """
        select count(*) from lots;
          count
        ---------
         7120331

        """;

    for (var text : List.of(counters + count, count + counters)) {
      var lots = read(text).relations().getFirst();
      assertEquals(0L, lots.get(TableKeys.N_LIVE_TUP).or(-1L));
      assertEquals(7_120_331.0, lots.get(TableKeys.RELTUPLES).or(-1.0));
    }
  }

  private static Survey read(String text) {
    return Paste.survey(List.of(new Paste.Text("paste", text)));
  }
}
