package org.vacuumadvisor.lab.survey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.Standbys;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Looks;
import org.vacuumadvisor.source.jdbc.Progress;

/// Servers as they are: many databases, odd names, standbys, nothing in them.
@ResourceLock(Surveyor.SERVERS)
class WholeServerTest {
  private static final List<String> HOSTILE =
      List.of(
          "it's \"quoted\"",
          "two\nlines\r\ttab",
          "naïve ☃ 表 𝄞",
          "x".repeat(63),
          "é".repeat(31),
          "\"; DROP TABLE t; --",
          "<script>alert(1)</script>&amp;",
          "back\\slash E'' $$ {a,b} | \u001b[31mred",
          " leading and trailing ");

  @ParameterizedTest
  @MethodSource(Surveyor.ENDS)
  void bringsNamesThroughUnchanged(Release release) throws Exception {
    var server = Surveyor.quiet(release);
    for (var name : HOSTILE) {
      // Since 19 a database may not have a newline in its name.
      var inOneLine = Feature.SCORES.isIn(release) ? name.replaceAll("[\r\n]", " ") : name;
      var database = Surveyor.database(server, inOneLine);
      try {
        Surveyor.execute(
            server,
            database,
            "CREATE SCHEMA " + Surveyor.quoted(name),
            "CREATE TABLE %1$s.%1$s (%1$s int)".formatted(Surveyor.quoted(name)),
            "INSERT INTO %1$s.%1$s SELECT generate_series(1, 50000)"
                .formatted(Surveyor.quoted(name)),
            "ANALYZE");

        var survey = Surveyor.survey(server, "postgres", database);

        var relation = survey.userRelations().toList().getFirst();
        assertEquals(new RelationName(database, name, name), relation.name());
        assertTrue(survey.database(database).orElseThrow().surveyed());
        assertEquals(
            Surveyor.value(
                server, database, "SELECT tableoid FROM " + relation.name().sql() + " LIMIT 1"),
            Long.toString(relation.key().oid()));
      } finally {
        server.execute("DROP DATABASE " + Surveyor.quoted(database));
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void readsAnEmptyDatabase(Release release) throws Exception {
    var server = Surveyor.quiet(release);
    var database = Surveyor.database(server, "empty");

    var survey = Surveyor.survey(server, "postgres", database);

    assertEquals(0, survey.userRelations().count());
    assertTrue(survey.relations().size() > 50);
    assertEquals(1, survey.coverage().databasesSurveyed());
    assertFalse(survey.settings().bool(Setting.AUTOVACUUM).orElseThrow());
  }

  @ParameterizedTest
  @MethodSource(Surveyor.ENDS)
  void visitsEveryDatabaseItMay(Release release) throws Exception {
    var server = Surveyor.quiet(release);
    var names = IntStream.rangeClosed(1, 6).mapToObj(number -> "visited " + number).toList();
    server.execute("DROP ROLE IF EXISTS visitor", "CREATE ROLE visitor LOGIN");
    for (var name : names) {
      Surveyor.database(server, name);
      Surveyor.execute(server, name, "CREATE TABLE here (id int PRIMARY KEY)");
    }
    Surveyor.database(server, "barred");
    server.execute("REVOKE CONNECT ON DATABASE barred FROM PUBLIC");
    try {
      var survey =
          Surveyor.source(server, "visitor", "visited 1").survey(Databases.ALL, Progress.NONE);

      var surveyed =
          survey.databases().stream()
              .filter(Database::surveyed)
              .map(Database::name)
              .collect(Collectors.toSet());
      assertTrue(surveyed.containsAll(names), surveyed::toString);
      assertFalse(surveyed.contains("barred"));
      assertFalse(surveyed.contains("template0"));
      assertEquals(
          new TreeSet<>(names),
          survey
              .userRelations()
              .filter(each -> each.name().name().equals("here"))
              .map(each -> each.name().database())
              .collect(Collectors.toCollection(TreeSet::new)));
      assertEquals(
          survey.relations().size(),
          survey.relations().stream().map(Relation::key).distinct().count());
      assertEquals(
          Set.of("visited 1"),
          survey.relations().stream()
              .filter(Relation::isShared)
              .map(each -> each.name().database())
              .collect(Collectors.toSet()));
      var barred = gaps(survey.coverage().gaps(), Gap.Kind.DATABASE_NOT_VISITED);
      assertEquals(1, barred.size(), barred::toString);
      assertTrue(barred.getFirst().what().contains("barred"));
      assertTrue(barred.getFirst().what().contains("CONNECT"));
    } finally {
      drop(server, names);
      server.execute("DROP DATABASE barred", "DROP ROLE visitor");
    }
  }

  @ParameterizedTest
  @MethodSource(Surveyor.ENDS)
  void saysWhichDatabasesWereNotAskedFor(Release release) throws Exception {
    var server = Surveyor.quiet(release);
    Surveyor.database(server, "neighbour");
    try {
      var survey = Surveyor.survey(server);

      var gaps = gaps(survey.coverage().gaps(), Gap.Kind.DATABASE_NOT_VISITED);
      assertEquals(1, gaps.size());
      assertTrue(gaps.getFirst().what().contains("neighbour"), gaps::toString);
      assertFalse(survey.database("neighbour").orElseThrow().surveyed());
    } finally {
      drop(server, List.of("neighbour"));
    }
  }

  /// Nobody can connect to it, and autovacuum does: it is named, and its age is known.
  @ParameterizedTest
  @MethodSource(Surveyor.ENDS)
  void namesADatabaseWithoutConnections(Release release) throws Exception {
    var server = Surveyor.quiet(release);
    Surveyor.database(server, "closed");
    server.execute("ALTER DATABASE closed ALLOW_CONNECTIONS false");
    try {
      var survey =
          Surveyor.source(server, "postgres", "postgres").survey(Databases.ALL, Progress.NONE);

      var gaps = gaps(survey.coverage().gaps(), Gap.Kind.DATABASE_NOT_VISITED);
      assertEquals(1, gaps.size(), gaps::toString);
      assertTrue(gaps.getFirst().what().contains("closed (datallowconn is false)"));
      assertTrue(survey.database("closed").orElseThrow().xidAge().known().isPresent());
    } finally {
      server.execute("ALTER DATABASE closed ALLOW_CONNECTIONS true", "DROP DATABASE closed");
    }
  }

  /// What an interrupted DROP leaves behind (`DATCONNLIMIT_INVALID_DB`): PostgreSQL counts it in no
  /// limit, and nobody can connect.
  @ParameterizedTest
  @MethodSource(Surveyor.ENDS)
  void visitsNoDatabaseWhoseDropWasInterruptedNorTakesItsAge(Release release) throws Exception {
    var server = Surveyor.quiet(release);
    Surveyor.database(server, "half_gone");
    var limit = "UPDATE pg_database SET datconnlimit = %d WHERE datname = 'half_gone'";
    server.execute(limit.formatted(-2));
    try {
      var survey =
          Surveyor.source(server, "postgres", "postgres").survey(Databases.ALL, Progress.NONE);

      var left = survey.database("half_gone").orElseThrow();
      assertTrue(left.halfDropped());
      assertEquals(Reading.missing(Reading.Why.NOT_APPLICABLE), left.xidAge());
      assertEquals(List.of(), gaps(survey.coverage().gaps(), Gap.Kind.DATABASE_NOT_VISITED));
    } finally {
      server.execute(limit.formatted(-1), "DROP DATABASE half_gone");
    }
  }

  /// The server is stopped while we wait for the second look.
  @ParameterizedTest
  @MethodSource(Surveyor.ENDS)
  void keepsTheFirstLookWhereTheServerIsLost(Release release) throws Exception {
    var server = PostgresServer.start(Surveyor.quietSpec(release));
    Progress stopping =
        (what, _, _) -> {
          if (what.equals("watching the server")) {
            server.close();
          }
        };
    var source = Surveyor.source(server, "postgres", "postgres");

    var looks = source.look(Databases.CURRENT, Duration.ofSeconds(1), Optional.empty(), stopping);

    var once = assertInstanceOf(Looks.Once.class, looks);
    assertEquals(release, once.survey().server().release());
    var gaps = gaps(once.survey().coverage().gaps(), Gap.Kind.FAILED);
    assertEquals(1, gaps.size(), gaps::toString);
    assertTrue(gaps.getFirst().what().startsWith("the second look: "));
  }

  @ParameterizedTest
  @MethodSource(Surveyor.RELEASES)
  void readsAStandby(Release release) throws Exception {
    try (var primary = PostgresServer.start(Surveyor.quietSpec(release))) {
      primary.execute("CREATE TABLE t (id int)", "INSERT INTO t VALUES (1)");
      try (var standby = Standbys.of(primary, Map.of())) {
        var survey = Surveyor.survey(standby);

        assertTrue(survey.server().standby());
        assertEquals(1, gaps(survey.coverage().gaps(), Gap.Kind.STANDBY).size());
        assertEquals(
            List.of(),
            survey.coverage().gaps().stream()
                .filter(each -> each.kind() == Gap.Kind.FAILED)
                .toList());
        assertTrue(survey.server().nextXid().known().isPresent());
        assertEquals(Surveyor.survey(primary).server().nextXid(), survey.server().nextXid());
        assertTrue(EveryReleaseTest.table(survey, "t").ages().known().isPresent());
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Surveyor.ENDS)
  void seesWhatHappensBetweenTwoSurveys(Release release) throws Exception {
    var server = Surveyor.quiet(release);
    var database = Surveyor.database(server, "window");
    Surveyor.execute(server, database, "CREATE TABLE t (id int)");
    var worked = new AtomicBoolean();
    Progress working =
        (what, _, _) -> {
          if (what.equals("watching the server") && !worked.getAndSet(true)) {
            work(server, database);
          }
        };

    var window =
        Surveyor.source(server, "postgres", database)
            .sample(Databases.CURRENT, Duration.ofSeconds(3), working);

    var older = EveryReleaseTest.table(window.older(), "t").activity();
    var newer = EveryReleaseTest.table(window.newer(), "t").activity();
    assertEquals(77, newer.since(older).inserted());
    assertTrue(
        Duration.between(window.older().takenAt(), window.newer().takenAt()).toMillis() >= 2500);
  }

  @Test
  void stopsWatchingWhenInterrupted() throws Exception {
    var source = Surveyor.source(Surveyor.quiet(Release.V18), "postgres", "postgres");
    var thread = Thread.currentThread();
    Progress interrupting =
        (what, _, _) -> {
          if (what.equals("watching the server")) {
            thread.interrupt();
          }
        };

    assertThrows(
        InterruptedException.class,
        () -> source.sample(Databases.CURRENT, Duration.ofHours(1), interrupting));
  }

  @Test
  void saysHowFarItIs() throws Exception {
    var steps = new ArrayList<long[]>();

    Surveyor.source(Surveyor.quiet(Release.V18), "postgres", "postgres")
        .survey(Databases.ALL, (_, done, of) -> steps.add(new long[] {done, of}));

    assertTrue(steps.stream().allMatch(step -> step[0] <= step[1]));
    assertEquals(steps.getLast()[1], steps.getLast()[0]);
  }

  private static void work(PostgresServer server, String database) {
    try {
      Surveyor.execute(server, database, "INSERT INTO t SELECT generate_series(1, 77)");
      Surveyor.await(
          "the statistics",
          () ->
              Surveyor.value(server, database, "SELECT n_tup_ins FROM pg_stat_user_tables")
                  .equals("77"));
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static void drop(PostgresServer server, List<String> databases) throws SQLException {
    for (var name : databases) {
      server.execute("DROP DATABASE " + Surveyor.quoted(name));
    }
  }

  private static List<Gap> gaps(List<Gap> gaps, Gap.Kind kind) {
    return gaps.stream().filter(each -> each.kind() == kind).toList();
  }
}
