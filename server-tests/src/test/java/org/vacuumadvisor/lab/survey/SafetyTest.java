package org.vacuumadvisor.lab.survey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.SessionLimits;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;

/// A survey disturbs nobody, and nobody stops it for long. The oracle is the server's own view of
/// our session.
@ResourceLock(Surveyor.SERVERS)
class SafetyTest {
  private static final String DATABASE = "safety";

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void doesNotWaitForALockedTable(Release release) throws Exception {
    var server = ready(release);
    try (var owner = server.connect(DATABASE)) {
      owner.setAutoCommit(false);
      Surveyor.execute(owner, "LOCK TABLE locked IN ACCESS EXCLUSIVE MODE");

      var survey = Surveyor.survey(server, "postgres", DATABASE);

      assertEquals(List.of(), timeouts(survey));
      assertTrue(sizeIsKnown(survey, "free"));
      assertFalse(sizeIsKnown(survey, "locked"));
    }
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void doesNotQueueBehindWhoWaitsForALock(Release release) throws Exception {
    var server = ready(release);
    try (var reader = server.connect(DATABASE);
        var background = Executors.newVirtualThreadPerTaskExecutor();
        var waiter = server.connect(DATABASE)) {
      reader.setAutoCommit(false);
      Surveyor.execute(reader, "LOCK TABLE locked IN ACCESS SHARE MODE");
      var truncation =
          background.submit(() -> {
            Surveyor.execute(waiter, "TRUNCATE locked");
            return true;
          });
      Surveyor.await(
          "the truncation in the queue",
          () ->
              Surveyor.value(server, DATABASE, "SELECT count(*) FROM pg_locks WHERE NOT granted")
                  .equals("1"));

      var survey = Surveyor.survey(server, "postgres", DATABASE);

      assertEquals(List.of(), timeouts(survey));
      assertFalse(sizeIsKnown(survey, "locked"));
      reader.rollback();
      assertTrue(truncation.get());
    }
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void holdsNothingBetweenStatements(Release release) throws Exception {
    var server = ready(release);
    var states = new ArrayList<String>();
    try (var watcher = server.connect(DATABASE)) {
      Progress watch = (_, _, _) -> states.add(ourState(watcher));

      Surveyor.source(server, "postgres", DATABASE).survey(Databases.CURRENT, watch);
    }

    assertTrue(states.size() > 15, states::toString);
    assertEquals(
        List.of(),
        states.stream().filter(each -> !each.equals("idle 0 0") && !each.isEmpty()).toList());
    assertTrue(states.contains("idle 0 0"));
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void survivesATableDroppedMeanwhile(Release release) throws Exception {
    var server = ready(release);
    Progress dropping =
        (what, _, _) -> {
          if (what.contains("indexes")) {
            run(server, "DROP TABLE free");
          }
        };

    var survey = Surveyor.source(server, "postgres", DATABASE).survey(Databases.CURRENT, dropping);

    assertEquals(List.of(), failures(survey));
    assertEquals(0, EveryReleaseTest.table(survey, "free").indexes().size());
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void saysThatTheConnectionWasLost(Release release) throws Exception {
    var server = ready(release);
    Progress ending =
        (what, _, _) -> {
          if (what.contains("slots")) {
            run(
                server,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE application_name = 'vacuum-advisor'");
          }
        };
    var source = Surveyor.source(server, "postgres", DATABASE);

    var lost = assertThrows(SourceException.class, () -> source.survey(Databases.CURRENT, ending));

    assertTrue(lost.explanation().contains("connection to the server was lost"));
    assertTrue(lost.explanation().contains("the replication slots"), lost.explanation());
  }

  static Stream<Release> withTransactionTimeout() {
    return Releases.underTest().stream()
        .filter(Feature.MAINTAIN_PRIVILEGE::isIn); // both came with 17
  }

  /// A login trigger that takes longer than the role's transactions may: whoever brings the limit
  /// only with a first statement is never let in.
  @ParameterizedTest
  @MethodSource("withTransactionTimeout")
  void isLetInWhereTransactionsOfTheRoleMayTakeAMillisecond(Release release) throws Exception {
    var server = ready(release);
    server.execute("CREATE ROLE hasty LOGIN", "ALTER ROLE hasty SET transaction_timeout = 1");
    try (var owner = server.connect(DATABASE)) {
      Surveyor.execute(
          owner,
          """
          CREATE FUNCTION linger() RETURNS event_trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM pg_sleep(0.1); END $$\
          """);
      Surveyor.execute(owner, "CREATE EVENT TRIGGER linger ON login EXECUTE FUNCTION linger()");

      var survey =
          Surveyor.source(server, "hasty", DATABASE).survey(Databases.CURRENT, Progress.NONE);

      assertFalse(survey.relations().isEmpty());
    } finally {
      server.execute("DROP DATABASE " + DATABASE + " (FORCE)", "DROP ROLE hasty");
    }
  }

  /// The limits of a role are those of its applications; a survey brings its own.
  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void isNotEndedByTheTimeoutsOfARole(Release release) throws Exception {
    var server = Surveyor.quiet(release);
    server.execute("CREATE ROLE hurried LOGIN", "ALTER ROLE hurried SET statement_timeout = 1");
    try {
      if (Feature.MAINTAIN_PRIVILEGE.isIn(release)) {
        // both came with 17
        server.execute("ALTER ROLE hurried SET transaction_timeout = 1");
      }
      var survey = Surveyor.survey(server, "hurried", "postgres");

      assertEquals(
          List.of(),
          survey.coverage().gaps().stream()
              .filter(each -> each.kind() == Gap.Kind.TIMED_OUT)
              .toList());
      assertFalse(survey.relations().isEmpty());
    } finally {
      server.execute("DROP ROLE hurried");
    }
  }

  @ParameterizedTest
  @MethodSource(Surveyor.ENDS)
  void leavesAGapWhereAStatementTakesTooLong(Release release) throws Exception {
    var limits =
        new SessionLimits(Duration.ofSeconds(3), Duration.ofMinutes(1), Duration.ofSeconds(10));

    var gap = gapBehindALockedCatalog(release, limits);

    assertEquals(Gap.Kind.TIMED_OUT, gap.kind());
    assertTrue(gap.what().contains("the extensions of database safety"), gap.what());
    assertTrue(gap.what().contains("statement timeout"), gap.what());
  }

  @ParameterizedTest
  @MethodSource(Surveyor.ENDS)
  void leavesAGapWhereACatalogIsLocked(Release release) throws Exception {
    var gap = gapBehindALockedCatalog(release, SessionLimits.standard());

    assertEquals(Gap.Kind.TIMED_OUT, gap.kind());
    assertTrue(gap.what().contains("lock"), gap.what());
  }

  private static Gap gapBehindALockedCatalog(Release release, SessionLimits limits)
      throws Exception {
    var server = ready(release);
    try (var owner = server.connect(DATABASE)) {
      owner.setAutoCommit(false);
      Surveyor.execute(owner, "LOCK TABLE pg_catalog.pg_extension IN ACCESS EXCLUSIVE MODE");

      var survey =
          Surveyor.source(server, "postgres", DATABASE, limits)
              .survey(Databases.CURRENT, Progress.NONE);

      var gaps = failures(survey);
      assertEquals(1, gaps.size(), gaps::toString);
      assertTrue(sizeIsKnown(survey, "free"));
      return gaps.getFirst();
    }
  }

  /// Two tables that `pg_class` knows nothing of, so that their size on disk is wanted.
  private static PostgresServer ready(Release release) throws Exception {
    var server = Surveyor.quiet(release);
    Surveyor.database(server, DATABASE);
    for (var table : List.of("free", "locked")) {
      Surveyor.execute(
          server,
          DATABASE,
          "CREATE TABLE %s (id int PRIMARY KEY, t text)".formatted(table),
          "INSERT INTO %s SELECT generate_series(1, 2000), 'x'".formatted(table));
    }
    Surveyor.await(
        "the statistics of the insertions",
        () ->
            Surveyor.value(
                    server,
                    DATABASE,
                    "SELECT count(*) FROM pg_stat_user_tables WHERE n_mod_since_analyze >= 2000")
                .equals("2"));
    return server;
  }

  private static String ourState(Connection watcher) {
    try {
      return Surveyor.value(
          watcher,
          """
          SELECT concat_ws(' ', a.state, count(a.backend_xmin), count(l.relation))
            FROM pg_stat_activity a
            LEFT JOIN pg_locks l ON l.pid = a.pid
           WHERE a.application_name = 'vacuum-advisor'
           GROUP BY a.pid, a.state
          """);
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static void run(PostgresServer server, String sql) {
    try {
      Surveyor.execute(server, DATABASE, sql);
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static boolean sizeIsKnown(Survey survey, String table) {
    return EveryReleaseTest.table(survey, table).get(TableKeys.MAIN_BYTES).known().isPresent();
  }

  private static List<Gap> timeouts(Survey survey) {
    return survey.coverage().gaps().stream()
        .filter(each -> each.kind() == Gap.Kind.TIMED_OUT)
        .toList();
  }

  private static List<Gap> failures(Survey survey) {
    return survey.coverage().gaps().stream()
        .filter(each -> each.kind() != Gap.Kind.DATABASE_NOT_VISITED)
        .toList();
  }
}
