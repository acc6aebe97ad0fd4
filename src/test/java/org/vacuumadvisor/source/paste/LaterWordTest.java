package org.vacuumadvisor.source.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.RunningVacuum;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.source.SourceException;

/// Texts that show one thing several times: what stands below is what became of it.
class LaterWordTest {
  private static final String AT_WORK =
      """
       pid  | wait_event_type | wait_event | state  |          query
      ------+-----------------+------------+--------+-------------------------
       7019 | BufferPin       | BufferPin  | active | VACUUM (VERBOSE) stock;
      (1 row)

      """;

  @Test
  void aSessionThatIsIdleAtLastVacuumsNoMore() throws SourceException {
    assertEquals(1, survey(AT_WORK).machinery().vacuums().size());

    var idle = AT_WORK.replace("BufferPin       | BufferPin ", "Client          | ClientRead");
    var survey = survey(AT_WORK + idle.replace("active", "idle  "));

    assertEquals(List.of(), survey.machinery().vacuums());
    assertEquals(List.of(), survey.machinery().sessions());
  }

  @Test
  void tablesOfTwoDatabasesAreTwoHoweverTheyAreCalled() throws SourceException {
    var counters =
        """
         relname | n_dead_tup
        ---------+------------
         orders  |       %d
        (1 row)

        """;
    var shop = counters.formatted(5_000_000);
    var archive = counters.formatted(10);
    var connected = "You are now connected to database \"%s\" as user \"postgres\".\n";
    var asked = "%s=# SELECT relname, n_dead_tup FROM pg_stat_user_tables;\n";

    var told = List.of("shop: 5000000", "archive: 10");
    assertEquals(
        told, dead(connected.formatted("shop") + shop + connected.formatted("archive") + archive));
    assertEquals(told, dead(asked.formatted("shop") + shop + asked.formatted("archive") + archive));
    var failed = "shop=# \\c nosuch\nFATAL:  database \"nosuch\" does not exist\n";
    assertEquals(List.of("shop: 10"), dead(asked.formatted("shop") + shop + failed + archive));
    assertEquals(
        told,
        dead(asked.formatted("app@shop") + shop + asked.formatted("app@db1:archive") + archive));
    assertEquals(List.of("shop: 10"), dead(asked.formatted("shop") + shop + archive));
  }

  /// Of which of the two a report tells that names no database is not known.
  @Test
  void aVacuumOfOneOfTwoTakesNothingFromTheOther() throws SourceException {
    var counters =
        """
        You are now connected to database "%s" as user "postgres".
         relname | n_dead_tup
        ---------+------------
         orders  |     900000

        """;
    var run =
        """
        INFO:  vacuuming "%spublic.orders"
        INFO:  finished vacuuming "%1$spublic.orders": index scans: 0
        """;
    var both = counters.formatted("shop") + counters.formatted("crm");

    assertEquals(List.of("shop: 900000", "crm: -1"), deadAfter(both + run.formatted("crm.")));
    assertEquals(List.of("shop: 900000", "crm: 900000"), deadAfter(both + run.formatted("")));
  }

  private static List<String> deadAfter(String text) throws SourceException {
    return Documents.read(List.of(new Paste.Text("paste", text)))
        .survey()
        .orElseThrow()
        .relations()
        .stream()
        .map(each -> each.name().database() + ": " + each.get(TableKeys.N_DEAD_TUP).or(-1L))
        .toList();
  }

  private static List<String> dead(String text) throws SourceException {
    return survey(text).relations().stream()
        .map(each -> each.name().database() + ": " + each.get(TableKeys.N_DEAD_TUP).or(-1L))
        .toList();
  }

  @Test
  void whoeverIsInAnotherDatabaseIsNotGone() throws SourceException {
    var asked = "%s=# SELECT * FROM holders;\n";
    var head =
        """
         pid | state               | xact_start             | now                    | xmin_age
        -----+---------------------+------------------------+------------------------+----------
        """;
    var one =
        head
            + " 224 | idle in transaction | 2026-09-26 10:07:19+00 | 2026-09-26 12:07:19+00 |"
            + " 17\n\n";
    var none = head + "(0 rows)\n\n";

    assertEquals(
        List.of(224), pids(survey(asked.formatted("a") + one + asked.formatted("b") + none)));
    assertEquals(List.of(), pids(survey(asked.formatted("a") + one + asked.formatted("a") + none)));
  }

  @Test
  void aSessionThatWasEndedHoldsNothing() throws SourceException {
    var open =
        """
         pid | state               | xact_start             | now                    | xmin_age
        -----+---------------------+------------------------+------------------------+----------
         224 | idle in transaction | 2026-09-26 10:07:19+00 | 2026-09-26 12:07:19+00 |       17
         225 | idle in transaction | 2026-09-26 10:09:19+00 | 2026-09-26 12:07:19+00 |       12
        (2 rows)

        """;
    var ended =
        """
        shop=# SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = 224;
         pid | pg_terminate_backend
        -----+----------------------
         224 | t
        (1 row)
        """;

    assertEquals(List.of(224, 225), pids(survey(open)));
    assertEquals(List.of(225), pids(survey(open + ended)));
    assertEquals(List.of(224, 225), pids(survey(open + ended.replace("| t", "| f"))));
  }

  @Test
  void samplesOfOneVacuumAreOne() throws SourceException {
    var vacuums =
        survey(
                """
                phase         | heap_blks_scanned | heap_blks_total
                scanning heap |                 0 |            1082
                scanning heap |                95 |            1082
                ...
                scanning heap |               690 |            1082
                """)
            .machinery()
            .vacuums();

    assertEquals(List.of(690L), scanned(vacuums));
  }

  private static List<Long> scanned(List<RunningVacuum> vacuums) {
    return vacuums.stream().map(each -> each.pagesScanned().or(-1L)).toList();
  }

  private static List<Integer> pids(Survey survey) {
    return survey.horizonHolders().stream()
        .map(HorizonHolder.Session.class::cast)
        .flatMap(each -> each.backend().pid().known().stream())
        .sorted()
        .toList();
  }

  private static Survey survey(String text) throws SourceException {
    return Paste.survey(List.of(new Paste.Text("paste", text)));
  }
}
