package org.vacuumadvisor.lab.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.postgres.Release;

class PostgresServerTest {
  private static final String UNDER_TEST = "org.vacuumadvisor.lab.server.Releases#underTest";

  /// Keeps the suite from passing without a server: the releases are those the build names.
  @Test
  void runsAllReleasesSideBySide() throws SQLException {
    var listed = Arrays.asList(System.getProperty("vacuumadvisor.releases", "").split(",", -1));
    var servers = new ArrayList<PostgresServer>();
    try {
      for (var release : Releases.underTest()) {
        servers.add(PostgresServer.start(ServerSpec.of(release)));
      }
      var running = new ArrayList<String>();
      for (var server : servers) {
        running.add(major(server));
      }
      assertFalse(listed.contains(""), "the build names no releases");
      assertTrue(running.containsAll(listed), running + " run, but the build names " + listed);
    } finally {
      servers.forEach(PostgresServer::close);
    }
  }

  private static String major(PostgresServer server) throws SQLException {
    var number = Integer.parseInt(Sql.value(server, "SHOW server_version_num"));
    return Release.ofVersionNumber(number).major();
  }

  @ParameterizedTest
  @MethodSource(UNDER_TEST)
  void startsTheReleaseThatWasAskedForWithTheSettingsGiven(Release release) throws SQLException {
    var settings =
        Map.of(
            "autovacuum_naptime", "7s",
            "shared_preload_libraries", "pg_stat_statements",
            "log_line_prefix", "it's \\n %m ",
            "search_path", "\"$user\", public");
    try (var server = PostgresServer.start(ServerSpec.of(release).with(settings))) {
      server.execute("CREATE EXTENSION pg_stat_statements");
      var names =
          settings.keySet().stream().collect(Collectors.joining("', '", "name IN ('", "')"));

      assertEquals(release.major(), major(server));
      assertEquals("7s", Sql.value(server, "SHOW autovacuum_naptime"));
      assertEquals("it's \\n %m ", Sql.value(server, "SHOW log_line_prefix"));
      assertEquals("\"$user\", public", Sql.value(server, "SHOW search_path"));
      assertEquals(
          "configuration file",
          Sql.value(server, "SELECT min(source) FROM pg_settings WHERE " + names));
      assertEquals("UTF8", Sql.value(server, "SHOW server_encoding"));
    }
  }

  @Test
  void startsTheReleaseToComeWhereThereIsOne() throws SQLException {
    assumeTrue(
        LocalBinaries.found().has(Release.V19),
        "vacuumadvisor.postgres19.root names no PostgreSQL 19");
    try (var server = PostgresServer.start(ServerSpec.of(Release.V19))) {
      assertEquals("19", major(server));
      assertEquals(
          "0", Sql.value(server, "SELECT count(*) FROM pg_stat_autovacuum_scores WHERE 1 = 0"));
    }
  }

  @Test
  void neverTalksToAForeignServerOnThePortItWants() throws SQLException {
    try (var foreign = PostgresServer.start(newest());
        var ours = PostgresServer.start(newest().preferring(foreign.port()))) {
      assertNotEquals(foreign.port(), ours.port());
      assertTrue(ours.dataDirectory().endsWith(seenByItself(ours)));
      assertNotEquals(
          Sql.value(foreign, "SHOW data_directory"), Sql.value(ours, "SHOW data_directory"));
    }
  }

  @Test
  void takesAnotherPortIfAMuteProgramHasTheOneItWants() throws SQLException, IOException {
    try (var mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var ours = PostgresServer.start(newest().preferring(mute.getLocalPort()))) {
      assertNotEquals(mute.getLocalPort(), ours.port());
      assertEquals("1", Sql.value(ours, "SELECT 1"));
    }
  }

  @Test
  void takesThePortItWantsIfItIsFree() throws SQLException, IOException {
    int free = PostgresServer.freePort();
    try (var ours = PostgresServer.start(newest().preferring(free))) {
      assertEquals(free, ours.port());
      assertEquals("postgresql://postgres@127.0.0.1:" + free + "/postgres", ours.uri());
      assertEquals("postgresql://postgres@127.0.0.1:" + free + "/a%20b%2Fc", ours.uri("a b/c"));
    }
  }

  @Test
  void connectsAsAnyoneToAnyDatabase() throws SQLException {
    try (var server = PostgresServer.start(newest())) {
      server.execute("CREATE ROLE \"o'neil\" LOGIN", "CREATE DATABASE \"a b/c?d=e&f%41\"");
      try (var connection = server.connect("o'neil", "a b/c?d=e&f%41");
          var statement = connection.createStatement();
          var row = statement.executeQuery("SELECT current_user || current_database()")) {
        assertTrue(connection.getAutoCommit());
        assertTrue(row.next());
        assertEquals("o'neila b/c?d=e&f%41", row.getString(1));
      }
    }
  }

  @Test
  void leavesNothingBehindWhenClosed() throws SQLException {
    var server = PostgresServer.start(newest());
    var workspace = server.log().resolveSibling("");
    var backend = Long.parseLong(Sql.value(server, "SELECT pg_backend_pid()"));
    assertTrue(Files.exists(server.log()));

    server.close();
    server.close();

    assertFalse(Files.exists(workspace));
    assertTrue(ProcessHandle.of(backend).isEmpty());
  }

  @Test
  void tellsWhatTheServerSaidIfItDoesNotStart() {
    var failure =
        assertThrows(
            ServerException.class,
            () -> PostgresServer.start(newest().with("no_such_setting", "1")));

    assertTrue(
        String.valueOf(failure.getMessage()).contains("no_such_setting"), failure::getMessage);
  }

  @Test
  void initializesADataDirectoryOfItsOwnIfOptionsAreGiven() throws SQLException {
    var system = "SELECT system_identifier FROM pg_control_system()";
    try (var plain = PostgresServer.start(newest());
        var checked = PostgresServer.start(newest().initializedWith("--data-checksums"))) {
      assertEquals("on", Sql.value(checked, "SHOW data_checksums"));
      assertNotEquals(Sql.value(plain, system), Sql.value(checked, system));
    }
  }

  @ParameterizedTest
  @MethodSource(UNDER_TEST)
  void keepsStatisticsOverARestartAndLosesThemInACrash(Release release)
      throws SQLException, InterruptedException {
    var inserted = "SELECT coalesce(sum(n_tup_ins), 0) FROM pg_stat_user_tables";
    try (var server = PostgresServer.start(ServerSpec.of(release))) {
      var uri = server.uri();
      server.execute("CREATE TABLE t AS SELECT generate_series(1, 7) AS id", "CHECKPOINT");
      Sql.await(server, inserted, "7");

      server.restart();
      assertEquals("7", Sql.value(server, inserted));

      server.crash();
      assertEquals("0", Sql.value(server, inserted));
      assertEquals("7", Sql.value(server, "SELECT count(*) FROM t"));
      assertEquals(uri, server.uri());
    }
  }

  @ParameterizedTest
  @MethodSource(UNDER_TEST)
  void makesAStandbyThatHoldsTheHorizonThroughItsSlot(Release release)
      throws SQLException, InterruptedException {
    var feedback =
        Map.of(
            "primary_slot_name", "hold",
            "hot_standby_feedback", "on",
            "wal_receiver_status_interval", "1s");
    try (var primary = PostgresServer.start(Standbys.readyFor(ServerSpec.of(release)));
        var standby = Standbys.of(primary, feedback)) {
      primary.execute("CREATE TABLE t AS SELECT 42 AS answer");

      assertEquals("t", Sql.value(standby, "SELECT pg_is_in_recovery()"));
      Sql.await(standby, "SELECT to_regclass('t') IS NOT NULL", "t");
      assertEquals("42", Sql.value(standby, "SELECT answer FROM t"));
      Sql.await(primary, "SELECT active AND xmin IS NOT NULL FROM pg_replication_slots", "t");
      assertNotEquals(primary.port(), standby.port());
    }
  }

  @Test
  void sharesOneServerOfAKind() throws SQLException {
    var one = SharedServers.on(newest().release());
    var other = SharedServers.on(newest());

    assertEquals(one, other);
    assertEquals("1", Sql.value(other, "SELECT 1"));
  }

  @Test
  void refusesWhatIsNotTheNameOfASetting() {
    var spec = newest();

    for (var name : List.of("", "a b", "include 'x'", "a\nb", "a=b")) {
      assertThrows(IllegalArgumentException.class, () -> spec.with(name, "1"));
    }
  }

  /// The data directory without a changed root before it.
  private static Path seenByItself(PostgresServer server) throws SQLException {
    var seen = Path.of(Sql.value(server, "SHOW data_directory"));
    return seen.subpath(0, seen.getNameCount());
  }

  private static ServerSpec newest() {
    return ServerSpec.of(Releases.underTest().getLast());
  }
}
