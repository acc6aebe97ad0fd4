package org.vacuumadvisor.lab.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.PGConnection;
import org.vacuumadvisor.postgres.Feature;

/// Whoever holds the horizon and must not be ended or dropped is named and left alone, although a
/// vacuum kept rows for it. Culprits among them show that it is not the silence of one who ends
/// nobody.
class InnocentsTest {
  private static final String TERMINATE = "pg_terminate_backend";
  private static final String DROP = "pg_drop_replication_slot";
  private static final String ROLLBACK = "ROLLBACK PREPARED";
  private static final List<String> HARSH = List.of(TERMINATE, "pg_cancel_backend", DROP, ROLLBACK);

  private static final String SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";
  private static final String BIG = "(SELECT a.v FROM t a, t b) TO STDOUT";
  private static final String HOLDS =
      " FROM pg_stat_activity WHERE application_name = 'nightly' AND datname = current_database()"
          + " AND backend_xmin IS NOT NULL";

  /// Longer than a transaction, or the jobs of an export, may be idle.
  private static final Duration LONG = Duration.ofMinutes(6);

  /// Longer than one statement may run.
  private static final Duration FOR_HOURS = Duration.ofMinutes(61);

  /// Together longer than a transaction may be idle.
  private static final Duration AT_WORK = Duration.ofSeconds(8);

  private static final Duration SINCE_ITS_LAST_STATEMENT = Duration.ofSeconds(53);

  /// A session that runs statements one after the other.
  ///
  /// @param offered the harsh statements that are expected once it has done so for long
  /// @param running what then runs until the session ends; empty where it is idle
  /// @param workers how many others work for it
  record Case(Set<String> offered, String running, int workers, List<String> statements) {
    static Case innocent(String running, String... statements) {
      return new Case(Set.of(), running, 0, List.of(statements));
    }

    static Case culprit(String running, String... statements) {
      return new Case(Set.of(TERMINATE), running, 0, List.of(statements));
    }
  }

  static Stream<Case> cases() {
    return Stream.of(
        Case.culprit("", SNAPSHOT, "SELECT 1"),
        Case.culprit("SELECT pg_sleep(600) /* copy t to stdout */"),
        Case.innocent("COPY " + BIG),
        Case.innocent("/* nightly /* of shop */ */ -- 7\n copy " + BIG, SNAPSHOT),
        Case.innocent("DO $$BEGIN PERFORM pg_sleep(600); END$$"),
        Case.innocent(
            "-- now\nCREATE INDEX ON indexed (slow(id))",
            "CREATE TABLE indexed AS SELECT 1 AS id",
            "CREATE FUNCTION slow(i int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$BEGIN"
                + " PERFORM pg_sleep(600); RETURN i; END$$"),
        new Case(
            Set.of(),
            "SELECT count(*) FROM t WHERE pg_sleep(600) IS NULL",
            2,
            List.of(
                "ALTER TABLE t SET (parallel_workers = 2)",
                "SET parallel_setup_cost = 0",
                "SET parallel_tuple_cost = 0")));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void namesTheHolderAndEndsItOnlyIfItIsACulprit(Case each) throws Exception {
    try (var bench = bench();
        var session = new Opened(bench)) {
      session.run(each.statements().toArray(String[]::new));
      session.start(each.running());
      bench.await(
          "the session",
          "SELECT count(*)" + HOLDS + (each.running().isEmpty() ? "" : " AND state = 'active'"),
          Integer.toString(1 + each.workers()));
      keepRows(bench);

      isOffered(each.offered(), Judged.later(each.offered().isEmpty() ? LONG : FOR_HOURS, bench));
    }
  }

  /// Neither runs what a dump runs. The one that exported the snapshot is waited for.
  @Test
  void endsNoneOfSeveralThatReadFromOneSnapshot() throws Exception {
    try (var bench = bench();
        var leader = new Opened(bench);
        var worker = new Opened(bench)) {
      leader.run(SNAPSHOT);
      var snapshot = leader.value("SELECT pg_export_snapshot()");
      worker.run(SNAPSHOT, "SET TRANSACTION SNAPSHOT '%s'".formatted(snapshot), "SELECT 1");
      keepRows(bench);

      isOffered(Set.of(), Judged.later(Duration.ofHours(1), bench));
      leader.run("SELECT 1");
      isOffered(Set.of(), Judged.later(Duration.ofMinutes(4), bench));
      isOffered(Set.of(TERMINATE), Judged.later(LONG, bench)); // as what a pool leaked
    }
  }

  /// It has been open for longer than it may be idle, but did something meanwhile.
  @ParameterizedTest
  @MethodSource("work")
  void endsNoTransactionAtWork(List<String> work) throws Exception {
    try (var bench = bench();
        var session = new Opened(bench)) {
      session.run(work.toArray(String[]::new));
      keepRows(bench);
      bench.await(
          "work",
          "SELECT clock_timestamp() - xact_start > '%d s'".formatted(AT_WORK.toSeconds()) + HOLDS,
          "t");
      session.run(work.getLast());

      isOffered(Set.of(), Judged.later(SINCE_ITS_LAST_STATEMENT, bench));
      isOffered(Set.of(TERMINATE), Judged.later(LONG, bench));
    }
  }

  static Stream<List<String>> work() {
    return Stream.of(
        List.of("BEGIN ISOLATION LEVEL REPEATABLE READ", "UPDATE t SET v = 'z' WHERE id = -1"),
        List.of("BEGIN", "DECLARE c CURSOR FOR SELECT * FROM t", "FETCH 100 FROM c"));
  }

  /// Its gid may be another transaction's by the time the statement runs.
  @Test
  void rollsBackOnlyThePreparedTransactionThatItSaw() throws Exception {
    try (var bench = bench();
        var session = new Opened(bench)) {
      session.run("BEGIN", "CREATE TABLE p (i int)", "PREPARE TRANSACTION 'xa 7'");
      try {
        keepRows(bench);
        var soon = Judged.later(Duration.ofSeconds(33), bench);
        var late = Judged.later(LONG, bench);
        assertEquals("xmin-held-by-prepared", soon.first().id(), soon::told);
        assertEquals(Set.of(), harsh(soon), soon::told);
        assertEquals(Set.of(ROLLBACK), harsh(late), late::told);
        session.run("COMMIT PREPARED 'xa 7'");
        session.run("BEGIN", "CREATE TABLE q (i int)", "PREPARE TRANSACTION 'xa 7'");

        late.obeyFirst(bench.server());

        assertEquals("1", bench.value("SELECT count(*) FROM pg_prepared_xacts"));
      } finally {
        session.run("ROLLBACK PREPARED 'xa 7'");
      }
    }
  }

  @Test
  void dropsNoSlotWhoseConsumerWasAwayForASecond() throws Exception {
    try (var bench = bench()) {
      bench.run("SELECT pg_create_logical_replication_slot('polled', 'test_decoding')");
      try {
        SlotsAndStandbysTest.burn(bench);
        bench.run("SELECT count(*) FROM pg_logical_slot_peek_changes('polled', NULL, 1)");

        var away = Judged.later(Duration.ofSeconds(1), bench);
        var neglected = Judged.later(Duration.ofHours(2), bench);

        assertEquals(Set.of(), harsh(away), away::told);
        // inactive_since came with it: before, one look does not tell
        boolean isKnown = Feature.TID_STORE.isIn(bench.server().release());
        assertEquals(isKnown ? Set.of(DROP) : Set.of(), harsh(neglected), neglected::told);
      } finally {
        bench.run("SELECT pg_drop_replication_slot('polled')");
      }
    }
  }

  /// Its transaction is committed: ended, its application is told otherwise, and the next one
  /// waits.
  @Test
  void endsNoCommitThatWaitsForASynchronousStandby() throws Exception {
    try (var bench = bench()) {
      bench.run("ALTER DATABASE innocents SET synchronous_commit = off");
      try (var session = new Opened(bench)) {
        bench.run("ALTER SYSTEM SET synchronous_standby_names = 'gone'");
        bench.run("SELECT pg_reload_conf()");
        session.run("SET synchronous_commit = on");
        session.start("CREATE TABLE u AS SELECT 1 AS id");
        bench.await(
            "the commit",
            "SELECT count(*)" + HOLDS.replace("backend_xmin IS NOT NULL", "wait_event = 'SyncRep'"),
            "1");
        keepRows(bench);

        isOffered(Set.of(), Judged.later(FOR_HOURS, bench));
      } finally {
        bench.run("ALTER SYSTEM RESET synchronous_standby_names");
        bench.run("SELECT pg_reload_conf()");
      }
    }
  }

  private static Bench bench() throws SQLException {
    var server = FaultyServers.own(FaultyServers.releases().getLast(), InnocentsTest.class);
    return Bench.on(server, "innocents").table("t");
  }

  private static void keepRows(Bench bench) throws SQLException {
    bench.kill("t", Bench.ROWS).run("VACUUM t");
  }

  private static void isOffered(Set<String> expected, Judged judged) {
    assertEquals("xmin-held-by-transaction", judged.first().id(), judged::told);
    assertEquals(expected, harsh(judged), judged::told);
  }

  private static Set<String> harsh(Judged judged) {
    return judged.assessment().recommendations().stream()
        .flatMap(each -> each.sql().stream())
        .flatMap(sql -> HARSH.stream().filter(sql::contains))
        .collect(Collectors.toSet());
  }

  /// A session, which ends at once when it is closed, whatever it runs.
  private record Opened(Connection connection) implements AutoCloseable {
    Opened(Bench bench) throws SQLException {
      this(bench.connect());
      run("SET application_name = 'nightly'");
    }

    void run(String... statements) throws SQLException {
      try (var statement = connection.createStatement()) {
        for (var sql : statements) {
          statement.execute(sql);
        }
      }
    }

    String value(String query) throws SQLException {
      try (var statement = connection.createStatement();
          var rows = statement.executeQuery(query)) {
        assertTrue(rows.next());
        return rows.getString(1);
      }
    }

    void start(String sql) throws SQLException {
      if (sql.contains(BIG)) {
        // one row is read, and what follows waits for its client
        connection.unwrap(PGConnection.class).getCopyAPI().copyOut(sql).readFromCopy();
      } else if (!sql.isEmpty()) {
        Bench.inBackground(connection, sql);
      }
    }

    @Override
    public void close() throws SQLException {
      connection.abort(Runnable::run);
    }
  }
}
