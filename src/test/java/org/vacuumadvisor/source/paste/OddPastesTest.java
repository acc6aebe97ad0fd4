package org.vacuumadvisor.source.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.FindingId;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.source.SourceException;

/// Pastes that say something in a way of their own.
class OddPastesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        prod=# select pid, state, now() - xact_start, query from pg_stat_activity;
          pid  |        state        |    ?column?     |   query
        -------+---------------------+-----------------+-----------
         21877 | idle in transaction | 03:12:44        | SELECT 1
        """,
        """
          pid  |        state        |   age    |  query
        -------+---------------------+----------+----------
         21877 | idle in transaction | 03:12:44 | SELECT 1
        """
      })
  void aSpanIsTheAgeOfATransaction(String text) throws SourceException {
    var survey = survey(text);
    var holder = (HorizonHolder.Session) survey.horizonHolders().getFirst();

    assertEquals(
        Duration.ofSeconds(3 * 3600 + 12 * 60 + 44),
        Duration.between(holder.since().known().orElseThrow(), survey.takenAt()));
  }

  @Test
  void aSessionsAgeIsNoTransactions() throws SourceException {
    var survey =
        survey(
            """
            prod=# select pid, state, now() - backend_start, query from pg_stat_activity;
              pid  |        state        |    ?column?     |   query
            -------+---------------------+-----------------+-----------
             21877 | idle in transaction | 03:12:44        | SELECT 1
            """);

    assertTrue(survey.horizonHolders().isEmpty());
  }

  /// Carriage returns inside of a line, as progress bars send them, begin no line.
  @Test
  void bytesThatNobodyPrintedLeaveTheNumbersOfLines() throws SourceException {
    var survey =
        survey("\0\1\2\3 n_dead_tup = 7\n10 %\r20 %\rdone\nrelname: jobs\nn_dead_tup: 12\n");
    var excerpt = survey.coverage().excerpt().orElseThrow();
    var jobs = survey.relations().getFirst();

    assertEquals(12L, jobs.get(TableKeys.N_DEAD_TUP).or(-1L));
    assertEquals(4, excerpt.figure(jobs, "n_dead_tup").orElseThrow().line());
  }

  /// Words before a column's own name in parentheses say what it is; a function's name does not.
  @Test
  void aColumnsNameInParenthesesIsTheColumn() throws SourceException {
    var table = survey("Table: jobs\nAlive by statistics (n_live_tup):   244\n").relations();
    var sum = survey("Table: jobs\nsum(n_live_tup): 244\n").relations();

    assertEquals(Reading.of(244L), table.getFirst().get(TableKeys.N_LIVE_TUP));
    assertTrue(sum.stream().allMatch(each -> each.get(TableKeys.N_LIVE_TUP).known().isEmpty()));
  }

  /// A row of `pg_stat_activity` without its header and without a state.
  @Test
  void whoIsAtATaskOfAutovacuumIsAWorker() throws SourceException {
    var survey =
        survey(
            "postgres |  6881 |              | autovacuum: VACUUM public.jobs (to prevent"
                + " wraparound)\n");

    var worker = survey.machinery().workers().known().orElseThrow().getFirst();
    assertEquals(6881, worker.pid());
    assertTrue(worker.preventsWraparound());
  }

  /// What we ask for is read when it is pasted back, each holder as what it is.
  @Test
  void theAnswerToOurOwnQueryForHoldersIsRead() throws SourceException {
    var survey =
        survey(
            """
                      holder           | database |            details            |         since          |  age
            ---------------------------+----------+-------------------------------+------------------------+--------
             prepared transaction b-77 | shop     | app                           | 2026-11-20 10:00:00+00 | 900000
             logical replication slot a| shop     | not active                    |                        | 800000
             physical replication slot b|         | active                        |                        | 700000
             standby west              |          | streaming                     |                        | 600000
             session 4711              | shop     | app, web, idle in transaction | 2026-11-25 08:00:00+00 | 500000
            (5 rows)
            """);

    assertEquals(
        List.of("PreparedTransaction", "Slot", "Slot", "Standby", "Session"),
        survey.horizonHolders().stream().map(each -> each.getClass().getSimpleName()).toList());
    assertEquals(
        List.of(900_000L, 800_000L, 700_000L, 600_000L, 500_000L),
        survey.horizonHolders().stream()
            .map(each -> each.age().known().orElseThrow().count())
            .toList());
  }

  /// What reads it nobody showed: named it is all the same.
  @Test
  void aMapThatKnowsNothingOfALargeTableIsNamed() throws SourceException {
    var survey =
        survey(
            """
             relname | relpages | reltuples | relallvisible
            ---------+----------+-----------+---------------
             events  |    12000 |    950000 |             0
             small   |       12 |       950 |             0
            (2 rows)
            """);

    assertEquals(
        List.of("INFO The visibility map knows only 0 % of events"),
        Advisor.assess(survey).findings().stream()
            .filter(each -> each.id().equals("visibility-map-stale"))
            .map(each -> each.severity() + " " + each.headline())
            .toList());
  }

  /// `LockBufferForCleanup()` waits for as long as somebody has the page pinned.
  @Test
  void whoWaitsForAPinnedPageIsAtAVacuum() throws SourceException {
    var survey =
        survey(
            """
             pid  | wait_event_type | wait_event | state  |            query
            ------+-----------------+------------+--------+------------------------------
             7019 | BufferPin       | BufferPin  | active | VACUUM (FREEZE) public.parcel
            (1 row)
            """);

    assertEquals(
        List.of("The vacuum of public.parcel waits for a page that another session has pinned"),
        Advisor.assess(survey).findings().stream()
            .filter(each -> each.id().equals(FindingId.LOCK_BLOCKED))
            .map(each -> each.headline())
            .toList());
  }

  @Test
  void aUnionOfHoldersSaysWhatEachRowIs() throws SourceException {
    var survey =
        survey(
            """
               kind   |    id    | xid_age | xmin_age
            ----------+----------+---------+----------
             prepared | batch-8  |  900000 |
             slot     | old_west |  800000 |
             session  | 4711     |         |   700000
            (3 rows)
            """);

    assertEquals(
        List.of("PreparedTransaction 900000", "Slot 800000", "Session 700000"),
        survey.horizonHolders().stream()
            .map(each ->
                each.getClass().getSimpleName() + " " + each.age().known().orElseThrow().count())
            .toList());
  }

  /// A terminal of 56 columns breaks each line of the table after as many.
  @Test
  void aTableMayBeWiderThanTheTerminal() throws SourceException {
    var survey =
        survey(
            """
            relname | n_live_tup | n_dead_tup | last_autovacuum     \s
                 | autovacuum_count
            --------+------------+------------+----------------------
            -----+------------------
            parcel  |      40000 |     910000 | 2026-11-20 10:00:00+0
            0    |               12
            stop    |        400 |          9 | 2026-11-21 10:00:00+0
            0    |              812
            (2 rows)
            """);

    assertEquals(
        List.of(910_000L, 9L),
        survey.relations().stream().map(each -> each.get(TableKeys.N_DEAD_TUP).or(-1L)).toList());
    assertEquals(
        List.of(12L, 812L),
        survey.relations().stream()
            .map(each -> each.get(TableKeys.AUTOVACUUM_COUNT).or(-1L))
            .toList());
  }

  /// The statement names the view and the one relation; the result has a single column.
  @Test
  void oneColumnIsOfTheRelationThatItsStatementAsksFor() throws SourceException {
    var off =
        survey(
            """
            shop=# SELECT reloptions FROM pg_class WHERE relname = 'jobs';
                     reloptions
            ----------------------------
             {autovacuum_enabled=false}
            (1 row)
            """);
    var none = survey("shop=# SELECT pid FROM pg_stat_activity;\n pid\n-----\n   7\n(1 row)\n");

    var jobs = off.relations().getFirst();
    assertEquals("jobs", jobs.name().name());
    assertEquals(Optional.of(false), jobs.parameters().bool("autovacuum_enabled"));
    assertEquals(List.of(), none.relations());
  }

  /// Rows below a message look like more lines of it.
  @Test
  void whatIsNoMessageIsNotMissedInMessages() throws SourceException {
    var text =
        """
        INFO:  vacuuming "public.t"
        INFO:  "t": found 0 removable, 9 nonremovable row versions in 1 out of 1 pages
        DETAIL:  9 dead row versions cannot be removed yet, oldest xmin: 700
        whatever this line of the message says
         slot_name | active | xmin
        -----------+--------+------
         node2     | f      |  700
        """;
    var marked = Paste.besideLogs(List.of(new Paste.Text(Logs.NAME, text)));

    var told = Paste.ofMessages(Logs.history(text).coverage(), marked);

    assertEquals(
        List.of("whatever this line of the message says"),
        told.examples().stream().map(each -> each.text().strip()).toList());
    assertEquals(1, told.unknownLines());
  }

  @Test
  void aConfigurationsOtherLinesAreUnderstoodAndSetNothing() throws SourceException {
    var survey =
        survey(
            """
            # - Autovacuum -
            #autovacuum = off           # Enable autovacuum subprocess?
            autovacuum_naptime = 10min  # time between autovacuum runs
            fsync = off
            #full_page_writes = on
            """);
    var excerpt = survey.coverage().pasted().orElseThrow();

    assertEquals(List.of(), excerpt.unknown());
    assertEquals(List.of("autovacuum_naptime"), List.copyOf(excerpt.settings().keySet()));
  }

  @Test
  void theOptionsOfADescribedTableAreEnough() throws SourceException {
    var findings =
        Advisor.assess(
                survey(
                    """
                                 Table "public.jobs"
                     Column |  Type  | Collation | Nullable | Default
                    --------+--------+-----------+----------+---------
                     id     | bigint |           | not null |
                    Indexes:
                        "jobs_pkey" PRIMARY KEY, btree (id)
                    Options: autovacuum_enabled=false, fillfactor=70
                    """))
            .findings();

    assertEquals("autovacuum-disabled", findings.getFirst().id());
  }

  @Test
  void aRowThatDBeaverShowsUprightIsARow() throws SourceException {
    var survey =
        survey(
            """
            Name            |Value                        |
            ----------------+-----------------------------+
            datname         |crm                          |
            pid             |4711                         |
            usename         |report                       |
            application_name|DBeaver 23.0 - Main <crm_prod>|
            xact_start      |2023-04-02 08:02:14.067 +0000|
            state_change    |2023-04-02 08:36:18.341 +0000|
            state           |idle in transaction          |
            backend_xid     |                             |
            backend_xmin    |                             |
            """);

    assertTrue(survey.horizonHolders().isEmpty());
    assertEquals(List.of(), survey.coverage().pasted().orElseThrow().unknown());
  }

  @Test
  void anExpandedRowMayHaveLostItsHead() throws SourceException {
    var survey =
        survey(
            """
            datname          | crm
            pid              | 4711
            xact_start       | 2023-04-02 08:02:14.067+00
            state_change     | 2023-04-02 08:36:18.341+00
            state            | idle in transaction
            backend_xid      | 9918359
            backend_xmin     | 9918359
            """);
    var holder = (HorizonHolder.Session) survey.horizonHolders().getFirst();

    assertEquals(4711, holder.backend().pid().known().orElseThrow());
  }

  /// However much of a record was copied, its last line is read as the others are.
  @ParameterizedTest
  @ValueSource(strings = {"%-20s| %s", "%-22s  |  %s", "-- %-20s| %s", "%-20s: %s", "%-20s = %s"})
  void theLastLineOfARecordWithoutItsHeadIsRead(String form) throws SourceException {
    var record =
        Stream.of(
                "relname foo", "n_live_tup 5000", "n_dead_tup 6000", "vacuum_count 1", "seq_scan 2")
            .map(each -> form.formatted((Object[]) each.split(" ")))
            .toList();
    for (int lines = 2; lines <= record.size(); lines++) {
      var text = String.join("\n", record.subList(0, lines));

      assertEquals(List.of(), survey(text).coverage().pasted().orElseThrow().unknown(), () -> text);
    }
  }

  /// As the question for open transactions asks for it, and as people tell it.
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
                  now           |  pid  |        state        |       xact_start
        ------------------------+-------+---------------------+------------------------
         2026-03-02 14:40:00+00 | 18827 | idle in transaction | 2026-03-02 06:40:00+00
        """,
        """
          pid  |        state        |       xact_start
        -------+---------------------+------------------------
         18827 | idle in transaction | 2026-03-02 06:40:00+00

        now() = 2026-03-02 14:40:00+00
        """
      })
  void theServersClockEndsTheSpans(String text) throws SourceException {
    var survey = survey(text);

    assertEquals(Instant.parse("2026-03-02T14:40:00Z"), survey.takenAt());
    assertEquals(List.of(), survey.coverage().pasted().orElseThrow().unknown());
  }

  /// Two looks by one statement: session 611 was gone at the second, and the clock is the second's.
  @Test
  void whoIsNotInTheLaterLookIsGone() throws SourceException {
    var statement =
        "shop=# select now(), pid, state, xact_start, backend_xmin from pg_stat_activity;\n";
    var early =
        """
                  now           | pid |        state        |       xact_start       | backend_xmin
        ------------------------+-----+---------------------+------------------------+--------------
         2026-03-01 08:00:00+00 | 611 | idle in transaction | 2026-03-01 04:00:00+00 |      7100200
         2026-03-01 08:00:00+00 | 640 | idle in transaction | 2026-03-01 07:30:00+00 |      7150000
        """;
    var late =
        """
                  now           | pid |        state        |       xact_start       | backend_xmin
        ------------------------+-----+---------------------+------------------------+--------------
         2026-03-01 08:20:00+00 | 640 | idle in transaction | 2026-03-01 07:30:00+00 |      7150000
        """;

    var survey = survey(statement + early + "\n" + statement + late);

    assertEquals(Instant.parse("2026-03-01T08:20:00Z"), survey.takenAt());
    assertEquals(
        List.of(640),
        survey.horizonHolders().stream()
            .map(each -> ((HorizonHolder.Session) each).backend().pid().known().orElseThrow())
            .toList());
  }

  /// Another statement shows other sessions: what it leaves out need not be gone.
  @Test
  void anotherStatementTellsNothingOfWhoIsGone() throws SourceException {
    var survey =
        survey(
            """
            shop=# select now(), pid, state, xact_start from pg_stat_activity where state = 'idle in transaction';
                      now           | pid |        state        |       xact_start
            ------------------------+-----+---------------------+------------------------
             2026-03-01 08:00:00+00 | 611 | idle in transaction | 2026-03-01 04:00:00+00

            shop=# select now(), pid, state, xact_start from pg_stat_activity where state = 'active';
                      now           | pid |        state        |       xact_start
            ------------------------+-----+---------------------+------------------------
             2026-03-01 08:01:00+00 | 640 | active              | 2026-03-01 07:30:00+00
            """);

    assertEquals(2, survey.horizonHolders().size());
  }

  /// The process that sends WAL holds what its standby reports: one holder, and no session.
  @Test
  void aSenderOfWalHoldsForItsStandby() throws SourceException {
    var sessions =
        """
        postgres=# select pid, state, backend_xmin, age(backend_xmin), query from pg_stat_activity;
         pid | state  | backend_xmin |   age   |                    query
        -----+--------+--------------+---------+---------------------------------------------
         777 | active |     44120000 | 6200000 | START_REPLICATION 9A/3000000 TIMELINE 2
        """;
    var standbys =
        """
         application_name |   state   | backend_xmin |   age
        ------------------+-----------+--------------+---------
         reports          | streaming |     44120000 | 6200000
        """;

    var unlisted = survey(sessions).horizonHolders();
    var both = survey(sessions + "\n" + standbys).horizonHolders();

    assertEquals(1, unlisted.size());
    assertTrue(unlisted.getFirst() instanceof HorizonHolder.Standby);
    assertEquals(
        List.of("reports"),
        both.stream()
            .map(each -> ((HorizonHolder.Standby) each).sender().application().or(""))
            .toList());
  }

  /// A table whose bars were not drawn below each other: the colon of a time stands where the frame
  /// has a bar, and continues no row.
  @Test
  void aColonInPlaceOfABarBeginsNoLineThatGoesOn() throws SourceException {
    var survey =
        survey(
            """
             pid  | usename | state               | age      | backend_xmin | query
            ------+---------+---------------------+----------+--------------+-------
             3310 |         | active              | 00:02:33 | 90233112 | autovacuum: VACUUM public.t
             8831 | etl     | idle in transaction | 3 days 04:12:02 | 88012231 | SELECT 1
            """);

    assertEquals(
        List.of(8831),
        survey.horizonHolders().stream()
            .map(each -> ((HorizonHolder.Session) each).backend().pid().known().orElseThrow())
            .toList());
    assertEquals(3310, survey.machinery().vacuums().getFirst().pid());
  }

  /// People cut the columns out of `\\d+` and leave its title, or the command, and the options.
  @ParameterizedTest
  @ValueSource(strings = {"Table \"public.audit\"", "shop=> \\d+ public.audit"})
  void theTitleOfADescriptionNamesTheTableOfItsOptions(String title) throws SourceException {
    var survey =
        survey(
            title
                + """

                ...
                Access method: heap
                Options: autovacuum_enabled=false

                n_dead_tup 5120331
                n_live_tup 99031
                """);
    var table = survey.relations().getFirst();

    assertEquals("audit", table.name().name());
    assertEquals(5_120_331, table.get(TableKeys.N_DEAD_TUP).known().orElseThrow());
    assertEquals(
        Optional.of(false), table.storage().known().orElseThrow().bool("autovacuum_enabled"));
  }

  /// A monitoring check says WARNING as a server does, and is no message of one.
  @Test
  void aChecksWarningIsNoMessageOfTheServer() throws SourceException {
    var text =
        "POSTGRES_TXN_WRAPAROUND WARNING: DB \"shop\" (host:db) shop: 1712341123 transactions"
            + " (82%)\n";

    var survey = Paste.survey(Paste.besideLogs(List.of(new Paste.Text("paste", text))));

    assertEquals(
        1_712_341_123, survey.databases().getFirst().xidAge().known().orElseThrow().count());
  }

  /// A result pasted directly below a message begins with a blank, as more lines of it do.
  @Test
  void aTableBelowAMessageIsNoPartOfIt() throws SourceException {
    var text =
        """
        LOG:  autovacuum: found orphan temp table "shop.pg_temp_4.load"
          datname | age
         ---------+-----------
          shop    | 912331223
        """;

    var survey = Paste.survey(Paste.besideLogs(List.of(new Paste.Text("paste", text))));

    assertEquals(912_331_223, survey.databases().getFirst().xidAge().known().orElseThrow().count());
  }

  /// Up to 9.5 whether a session waits for a lock is a column of its own.
  @Test
  void anOldServersSessionWaitsForALock() throws SourceException {
    var survey =
        survey(
            """
             procpid | waiting | current_query
            ---------+---------+-----------------------
                1483 | t       | UPDATE jobs SET at = 1
                3356 | f       | UPDATE jobs SET at = 2
            """);

    assertEquals(
        List.of(1483),
        survey.machinery().sessions().stream()
            .filter(each -> each.waitsForLock())
            .map(each -> each.pid().or(0))
            .toList());
  }

  /// A page ran a table's rows together with the line under its header.
  @Test
  void aRowBehindTheLineUnderTheHeaderIsRead() throws SourceException {
    var survey =
        survey(
            """
            relname | n_live_tup | n_dead_tup
            --------+------------+----------- jobs | 10 | 9000000
            """);

    assertEquals(9_000_000, survey.relations().getFirst().get(TableKeys.N_DEAD_TUP).or(0L));
  }

  private static Survey survey(String text) throws SourceException {
    return Paste.survey(List.of(new Paste.Text("paste", text)));
  }
}
