package org.vacuumadvisor.fleet.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveWriter;
import org.vacuumadvisor.fleet.history.ArchivedClusters;
import org.vacuumadvisor.fleet.history.ArchivedServer;
import org.vacuumadvisor.fleet.judged.FirstTold;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.SessionLimits;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.ServerSource;

/// What charts of weeks are drawn from. A real server is surveyed; its past is made by setting the
/// dead rows that one table had then.
@ResourceLock("the server of all tests")
class ArchivedServerTest {
  private static final PostgresServer SERVER = SharedServers.on(Release.V18);
  private static final Duration WEEK = Duration.ofDays(7);

  @TempDir private Path folder;

  @Test
  void sumsUpDeadRowsAlsoOfTablesThatDidNotChange() throws Exception {
    SERVER.execute(
        "CREATE TABLE IF NOT EXISTS changing (i int)",
        "CREATE TABLE IF NOT EXISTS unchanging (i int)",
        "INSERT INTO changing VALUES (1)");
    var now = survey();
    write(
        then(now, Duration.ofHours(3), 100),
        then(now, Duration.ofHours(2), 700),
        then(now, Duration.ofHours(1), 40));

    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      var server = new ArchivedServer(archive, "here", now, WEEK);
      server.check(now);
      var moments = server.moments();
      long others = dead(now) - deadOf(now, "changing");

      assertEquals(
          List.of(others + 100, others + 700, others + 40),
          moments.stream().map(each -> each.deadRows().orElseThrow()).toList());
      assertEquals(
          List.of(OptionalLong.of(100), OptionalLong.of(700), OptionalLong.of(40)),
          server.moments(named(now, "changing").name()).stream()
              .map(ArchivedServer.TableMoment::deadRows)
              .toList());
      assertEquals(0, server.growth().get(named(now, "changing").name()));
      assertTrue(moments.stream().allMatch(each -> each.databaseAge().isPresent()));
    }
  }

  @Test
  void doesNotCountDeadRowsThatNobodyShowedAsNone() throws Exception {
    SERVER.execute("CREATE TABLE IF NOT EXISTS changing (i int)");
    var now = survey();
    write(
        withoutDeadRows(now).takenAt(now.takenAt().minus(Duration.ofHours(2))),
        then(now, Duration.ofHours(1), 40));

    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      var moments = new ArchivedServer(archive, "here", now, WEEK).moments();

      assertEquals(2, moments.size());
      assertEquals(OptionalLong.empty(), moments.getFirst().deadRows());
      assertEquals(
          OptionalLong.of(dead(now) - deadOf(now, "changing") + 40), moments.getLast().deadRows());
    }
  }

  /// The same survey of other relations.
  static Survey of(Survey survey, List<Relation> relations) {
    return new Survey(
        survey.server(),
        survey.takenAt(),
        survey.settings(),
        survey.databases(),
        relations,
        survey.horizonHolders(),
        survey.machinery(),
        survey.coverage());
  }

  private static Survey withoutDeadRows(Survey survey) {
    return of(
        survey,
        survey.relations().stream()
            .map(each -> each.with(each.readings().copy().untracked(TableKeys.N_DEAD_TUP).build()))
            .toList());
  }

  @Test
  void isNotTakenForAServerWhoseTransactionIdsAreBehind() throws Exception {
    SERVER.execute("CREATE TABLE IF NOT EXISTS changing (i int)");
    var earlier = survey();
    SERVER.execute("INSERT INTO changing VALUES (2)", "INSERT INTO changing VALUES (3)");
    write(then(survey(), Duration.ofHours(2), 1));

    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      var server = new ArchivedServer(archive, "here", earlier, WEEK);
      assertThrows(SourceException.class, () -> server.check(earlier));
    }
  }

  @Test
  void namesTheClusterByHostAndPortOrTheOnlyOne() throws Exception {
    SERVER.execute("CREATE TABLE IF NOT EXISTS changing (i int)");
    write(then(survey(), Duration.ofHours(2), 1));
    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      assertEquals(List.of("here"), ArchivedClusters.surveyed(archive));
    }

    var two = List.of("db1:5432", "db2:5432");
    assertEquals(
        Optional.of("db2:5432"),
        ArchivedClusters.choose(two, Optional.empty(), "db2:5432/shop as monitor"));
    assertEquals(
        Optional.of("db1:5432"),
        ArchivedClusters.choose(two, Optional.of("db1:5432"), "db2:5432/shop as monitor"));
    assertEquals(Optional.empty(), ArchivedClusters.choose(two, Optional.empty(), "db3:5432/shop"));
    assertEquals(
        Optional.of("shop"),
        ArchivedClusters.choose(List.of("shop"), Optional.empty(), "db3:5432/shop"));
  }

  private void write(Survey... surveys) throws Exception {
    try (var writer = ArchiveWriter.open(folder)) {
      var rows = new LookRows(writer, new FirstTold());
      var target = new Target("here", Target.of(SERVER.uri()).parameters());
      for (var each : surveys) {
        rows.add(
            new Look.Full(
                target, each.takenAt(), Duration.ZERO, Duration.ZERO, Advisor.assess(each)));
      }
      writer.commit();
    }
  }

  private static Survey then(Survey now, Duration ago, long dead) {
    return of(
        now.takenAt(now.takenAt().minus(ago)),
        now.relations().stream()
            .map(each ->
                each.name().name().equals("changing")
                    ? each.with(each.readings().copy().put(TableKeys.N_DEAD_TUP, dead).build())
                    : each)
            .toList());
  }

  private static long dead(Survey survey) {
    return survey.relations().stream().mapToLong(each -> each.counted(TableKeys.N_DEAD_TUP)).sum();
  }

  private static long deadOf(Survey survey, String table) {
    return named(survey, table).get(TableKeys.N_DEAD_TUP).known().orElseThrow();
  }

  private static Relation named(Survey survey, String name) {
    return survey.relations().stream()
        .filter(each -> each.name().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Survey survey() throws SourceException, InterruptedException {
    return ServerSource.of(Target.of(SERVER.uri()).parameters(), SessionLimits.standard())
        .survey(Databases.CURRENT, Progress.NONE);
  }
}
