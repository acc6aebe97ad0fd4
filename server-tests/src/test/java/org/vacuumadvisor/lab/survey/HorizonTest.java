package org.vacuumadvisor.lab.survey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.PGConnection;
import org.postgresql.util.PSQLWarning;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.Standbys;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.DeferredCleanup;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.HorizonHolder.Standby;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.XidAge;

/// Each way of holding the horizon back, on every release. The oracle is VACUUM: it says whether it
/// had to leave dead rows, and the survey must name somebody exactly then.
@ResourceLock(Surveyor.SERVERS)
class HorizonTest {
  private static final String DATABASE = "horizon";
  private static final Pattern KEPT =
      Pattern.compile("(\\d+) (?:dead row versions cannot be removed|are dead but not yet)");

  /// The extended protocol, which drivers use, keeps the portal of a statement, with its snapshot,
  /// until the next statement takes its place; so the next is one without a snapshot.
  private static final String NEXT = "SET LOCAL work_mem = '4MB'";

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void namesATransactionThatWroteAndIsIdle(Release release) throws Exception {
    var server = ready(release);
    try (var holder = transaction(server, "INSERT INTO other VALUES (1)")) {
      var session = assertInstanceOf(Session.class, onlyHolder(server));

      assertTrue(session.writer());
      assertEquals(Reading.of("idle in transaction"), session.state());
      assertEquals(new Reach.OneDatabase(DATABASE), session.reach());
      assertEquals(Reading.of(pid(holder)), session.backend().pid());
      assertTrue(session.since().known().isPresent());
    }
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void namesARepeatableReader(Release release) throws Exception {
    var server = ready(release);
    try (var holder =
        transaction(
            server,
            "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
            "SELECT count(*) FROM other")) {
      var session = assertInstanceOf(Session.class, onlyHolder(server));

      assertEquals(Reading.of(pid(holder)), session.backend().pid());
      assertTrue(!session.writer());
    }
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void namesAnOpenCursor(Release release) throws Exception {
    var server = ready(release);
    try (var holder =
        transaction(server, "DECLARE c CURSOR FOR SELECT * FROM other", "FETCH 1 FROM c")) {
      assertEquals(
          Reading.of(pid(holder)),
          assertInstanceOf(Session.class, onlyHolder(server)).backend().pid());
    }
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void namesALongQuery(Release release) throws Exception {
    var server = ready(release);
    try (var background = Executors.newVirtualThreadPerTaskExecutor();
        var holder = server.connect(DATABASE)) {
      int pid = pid(holder);
      var query = background.submit(() -> Surveyor.value(holder, "SELECT pg_sleep(600)"));
      try {
        Surveyor.await("the query", () -> isRunning(server, pid));

        var session = assertInstanceOf(Session.class, onlyHolder(server));

        assertEquals(Reading.of(pid), session.backend().pid());
        assertEquals(Reading.of("active"), session.state());
      } finally {
        Surveyor.execute(server, "postgres", "SELECT pg_terminate_backend(%d)".formatted(pid));
        assertThrows(ExecutionException.class, query::get);
      }
    }
  }

  /// `pg_stat_progress_copy`, since 14, shows every role which process copies.
  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void showsARoleWithoutRightsThatASessionCopies(Release release) throws Exception {
    var server = ready(release);
    server.execute("DROP ROLE IF EXISTS onlooker", "CREATE ROLE onlooker LOGIN");
    try (var background = Executors.newVirtualThreadPerTaskExecutor();
        var holder = server.connect(DATABASE)) {
      int pid = pid(holder);
      var copy =
          background.submit(() ->
              holder
                  .createStatement()
                  .execute(
                      "COPY (SELECT pg_sleep(1) FROM generate_series(1, 600)) TO '/dev/null'"));
      try {
        Surveyor.await("the copy", () -> isRunning(server, pid));

        var seen =
            Surveyor.survey(server, "onlooker", DATABASE).horizonHolders().stream()
                .flatMap(
                    each -> each instanceof Session it ? Stream.of(it.backend()) : Stream.empty())
                .filter(each -> each.pid().is(it -> it == pid))
                .toList();

        boolean isShown = Feature.PARTITIONED_TABLE_STATISTICS.isIn(release);
        assertEquals(
            List.of(isShown ? Backend.Kind.BACKUP : Backend.Kind.HIDDEN),
            seen.stream().map(Backend::kind).toList());
      } finally {
        Surveyor.execute(server, "postgres", "SELECT pg_terminate_backend(%d)".formatted(pid));
        assertThrows(ExecutionException.class, copy::get);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void namesAnIdleReaderWhosePortalIsStillOpen(Release release) throws Exception {
    var server = ready(release);
    try (var holder = transaction(server, "SELECT count(*) FROM other")) {
      assertEquals(
          Reading.of(pid(holder)),
          assertInstanceOf(Session.class, onlyHolder(server)).backend().pid());
    }
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void isSilentAboutATransactionThatHoldsNothing(Release release) throws Exception {
    var server = ready(release);
    try (var reader = transaction(server, "SELECT count(*) FROM t", NEXT);
        var writer = transaction(server, "UPDATE t SET id = 0 WHERE id = -1", NEXT)) {
      assertTrue(pid(reader) != pid(writer));
      assertEquals(0, rowsKeptIn(server, "t"));
      assertEquals(List.of(), holders(server));
    }
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void namesAPreparedTransaction(Release release) throws Exception {
    var server = ready(release);
    Surveyor.execute(
        server, DATABASE, "BEGIN; INSERT INTO other VALUES (1); PREPARE TRANSACTION 'it''s'");
    try {
      var prepared = assertInstanceOf(PreparedTransaction.class, onlyHolder(server));

      assertEquals("it's", prepared.gid());
      assertEquals("postgres", prepared.owner());
      assertEquals(new Reach.OneDatabase(DATABASE), prepared.reach());
    } finally {
      Surveyor.execute(server, DATABASE, "ROLLBACK PREPARED 'it''s'");
    }
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void namesALogicalSlotForTheCatalogsOfAllDatabases(Release release) throws Exception {
    var server = ready(release);
    Surveyor.execute(
        server, "postgres", "SELECT pg_create_logical_replication_slot('dec', 'test_decoding')");
    try {
      Surveyor.execute(server, DATABASE, "CREATE TABLE brief ()", "DROP TABLE brief");
      assertEquals(0, rowsKeptIn(server, "t"));
      assertTrue(rowsKeptIn(server, "pg_class") > 0);
      var survey = Surveyor.survey(server, "postgres", DATABASE);

      var slot = assertInstanceOf(Slot.class, survey.horizonHolders().getFirst());

      assertEquals(1, survey.horizonHolders().size());
      assertEquals("dec", slot.name());
      assertEquals(new Reach.Catalogs(Reading.of("postgres")), slot.reach());
      assertTrue(
          survey.relations().stream()
              .filter(each -> each.name().name().equals("pg_class"))
              .allMatch(slot.reach()::covers));
      assertTrue(!slot.reach().covers(EveryReleaseTest.table(survey, "t")));
    } finally {
      Surveyor.execute(server, "postgres", "SELECT pg_drop_replication_slot('dec')");
    }
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void namesAStandbyThatReportsItsSnapshots(Release release) throws Exception {
    try (var primary = PostgresServer.start(Surveyor.quietSpec(release));
        var standby = Standbys.of(primary, feedback(Map.of()))) {
      prepare(primary);
      Surveyor.execute(primary, "postgres", "CREATE ROLE ordinary LOGIN");
      try (var holder = readerOn(standby)) {
        Surveyor.await(
            "the standby's feedback",
            () -> seen(primary, "SELECT count(backend_xmin) FROM pg_stat_replication"));

        var named = assertInstanceOf(Standby.class, onlyHolder(primary));
        assertEquals("standby", named.sender().application().or(""));
        assertEquals(new Reach.Everything(), named.reach());
        assertTrue(holder.isValid(5));
        if (Feature.MONITORING_ROLES.isIn(release)) {
          var hidden = Surveyor.survey(primary, "ordinary", DATABASE).horizonHolders();
          assertInstanceOf(Standby.class, hidden.getFirst());
          assertEquals(1, hidden.size());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void namesTheSlotThatAStandbyReportsThrough(Release release) throws Exception {
    try (var primary = PostgresServer.start(Surveyor.quietSpec(release));
        var standby = Standbys.of(primary, feedback(Map.of("primary_slot_name", "s1")))) {
      prepare(primary);
      try (var holder = readerOn(standby)) {
        Surveyor.await(
            "the standby's feedback",
            () -> seen(primary, "SELECT count(xmin) FROM pg_replication_slots"));

        var slot = assertInstanceOf(Slot.class, onlyHolder(primary));
        assertEquals("s1", slot.name());
        assertEquals("physical", slot.type());
        assertTrue(slot.active());
        assertEquals(new Reach.Everything(), slot.reach());
        assertTrue(holder.isValid(5));
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void namesDeferredCleanup(Release release) throws Exception {
    if (!Setting.VACUUM_DEFER_CLEANUP_AGE.isIn(release)) {
      return;
    }
    try (var server =
        PostgresServer.start(
            Surveyor.quietSpec(release).with("vacuum_defer_cleanup_age", "1000"))) {
      prepare(server);

      var deferred = assertInstanceOf(DeferredCleanup.class, onlyHolder(server));

      assertEquals(Reading.of(new XidAge(1000)), deferred.age());
    }
  }

  private static Map<String, String> feedback(Map<String, String> more) {
    var settings = new HashMap<>(more);
    settings.put("hot_standby_feedback", "on");
    settings.put("wal_receiver_status_interval", "1s");
    return settings;
  }

  private static PostgresServer ready(Release release) throws SQLException {
    var server = Surveyor.quiet(release);
    prepare(server);
    return server;
  }

  private static void prepare(PostgresServer server) throws SQLException {
    Surveyor.database(server, DATABASE);
    Surveyor.execute(
        server,
        DATABASE,
        "CREATE TABLE t (id int)",
        "CREATE TABLE other (id int)",
        "INSERT INTO t SELECT generate_series(1, 100)",
        "INSERT INTO other SELECT generate_series(1, 100)");
  }

  /// Opens a transaction and leaves it open. Closing the connection ends it.
  private static Connection transaction(PostgresServer server, String... statements)
      throws SQLException {
    var connection = server.connect(DATABASE);
    connection.setAutoCommit(false);
    Surveyor.execute(connection, statements);
    return connection;
  }

  private static Connection readerOn(PostgresServer standby) throws Exception {
    Surveyor.await(
        "the table on the standby",
        () ->
            seen(standby, "SELECT count(*) FROM pg_database WHERE datname = 'horizon'")
                && Surveyor.value(
                        standby, DATABASE, "SELECT count(*) FROM pg_class WHERE relname = 'other'")
                    .equals("1"));
    return transaction(
        standby, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", "SELECT count(*) FROM other");
  }

  private static boolean seen(PostgresServer server, String count) throws SQLException {
    return !Surveyor.value(server, "postgres", count).equals("0");
  }

  private static boolean isRunning(PostgresServer server, int pid) throws SQLException {
    return seen(
        server,
        "SELECT count(backend_xmin) FROM pg_stat_activity WHERE state = 'active' AND pid = " + pid);
  }

  private static int pid(Connection connection) throws SQLException {
    return connection.unwrap(PGConnection.class).getBackendPID();
  }

  /// The one that the survey names, once VACUUM has shown that there is one.
  private static HorizonHolder onlyHolder(PostgresServer server) throws Exception {
    assertTrue(rowsKeptIn(server, "t") > 0, "nobody holds anything back");
    var holders = holders(server);
    assertEquals(1, holders.size(), holders::toString);
    assertTrue(holders.getFirst().isOlderThan(XidAge.NONE));
    return holders.getFirst();
  }

  private static List<HorizonHolder> holders(PostgresServer server) throws Exception {
    return Surveyor.survey(server, "postgres", DATABASE).horizonHolders();
  }

  /// Up to 14 the figure stands in the detail of a message.
  private static String inFull(SQLWarning notice) {
    return notice instanceof PSQLWarning warning
        ? String.valueOf(warning.getServerErrorMessage())
        : String.valueOf(notice.getMessage());
  }

  /// The dead rows that VACUUM could not remove from a table some of whose rows just died.
  private static int rowsKeptIn(PostgresServer server, String table) throws SQLException {
    try (var connection = server.connect(DATABASE);
        var statement = connection.createStatement()) {
      statement.execute("DELETE FROM t WHERE id IN (SELECT id FROM t LIMIT 10)");
      statement.execute("VACUUM (VERBOSE) " + table);
      int kept = 0;
      for (var notice = statement.getWarnings(); notice != null; notice = notice.getNextWarning()) {
        var found = KEPT.matcher(inFull(notice));
        while (found.find()) {
          kept += Integer.parseInt(found.group(1));
        }
      }
      return kept;
    }
  }
}
