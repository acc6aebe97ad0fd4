package org.vacuumadvisor.lab.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.PGConnection;
import org.postgresql.replication.LogSequenceNumber;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.Standbys;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

/// Slots, standbys and a setting that hold the horizon although no session of this server does.
class SlotsAndStandbysTest {
  private static final String BY_SLOT = "xmin-held-by-slot";
  private static final String BY_STANDBY = "xmin-held-by-standby";
  private static final String TOO_HIGH = "threshold-too-high";

  /// Of the tables that nobody analyzed between two looks, for autovacuum is kept away.
  private static final String STALE = "statistics-stale";

  /// The hours between two looks are told, not waited for: autovacuum did not come in them.
  private static final String NO_VACUUM = "worker-starvation";

  /// Longer than a consumer that means to come back is away.
  private static final Duration LONG = Duration.ofHours(2);

  static List<Release> releases() {
    return FaultyServers.releases();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsALogicalSlotThatHoldsTheCatalogsOnly(Release release) throws Exception {
    var server = FaultyServers.own(release, SlotsAndStandbysTest.class);
    try (var bench = Bench.on(server, "decoded").table("t").table("raised")) {
      bench.run("SELECT pg_create_logical_replication_slot('late', 'test_decoding')");
      bench.kill("t", Bench.ROWS);
      if (Feature.TID_STORE.isIn(release)) { // as inactive_since: before, nobody knows how long
        Judged.of(bench).hasNoneBut("healthy");
      }
      names(Judged.later(LONG, bench), release, NO_VACUUM);
      bench.run("ALTER TABLE raised SET (autovacuum_enabled = off)").kill("raised", Bench.ROWS / 2);

      var judged =
          Judged.later(LONG, bench)
              .leads("autovacuum-disabled", "table raised", BY_SLOT, NO_VACUUM);

      assertTrue(
          judged.assessment().recommendations().stream()
              .flatMap(each -> each.sql().stream())
              .anyMatch(sql -> sql.startsWith("ALTER TABLE")),
          judged::told);
      judged.obey(server);
      // it holds next to nothing: its consumer may just be away
      names(Judged.later(LONG, bench), release, TOO_HIGH, NO_VACUUM);
      burn(bench);
      unread(bench).leads(BY_SLOT, "cluster", TOO_HIGH, STALE, NO_VACUUM).obey(server);
      Judged.later(LONG, bench).hasNoneBut("healthy", TOO_HIGH, NO_VACUUM);
    }
  }

  /// A slot that keeps little: before 17 nobody knows for how long nobody has read it, and it is
  /// but a note.
  private static void names(Judged judged, Release release, String... allowed) {
    if (Feature.TID_STORE.isIn(release)) {
      judged.leads(BY_SLOT, "cluster", allowed);
    } else {
      assertEquals(
          Set.of("cluster"), judged.hasNoneBut(BY_SLOT, with(allowed)).subjectsOf(BY_SLOT));
    }
  }

  private static String[] with(String... allowed) {
    return Stream.concat(Stream.of("healthy"), Stream.of(allowed)).toArray(String[]::new);
  }

  /// As a change-data-capture tool does whose target takes nothing: it reads, answers, and confirms
  /// nothing, until it does.
  @ParameterizedTest
  @MethodSource("releases")
  void findsAConsumerThatConfirmsNothing(Release release) throws Exception {
    var server = FaultyServers.own(release, SlotsAndStandbysTest.class);
    try (var bench = Bench.on(server, "captured").table("t")) {
      bench.run("SELECT pg_create_logical_replication_slot('stuck', 'test_decoding')");
      try (var consumer = consumer(bench)) {
        var changes =
            consumer
                .unwrap(PGConnection.class)
                .getReplicationAPI()
                .replicationStream()
                .logical()
                .withSlotName("stuck")
                .withAutomaticFlush(false)
                .start();
        bench.runUncounted(
            "CREATE TABLE events AS SELECT i, repeat('x', 1000) FROM generate_series(1, 20000) i");
        var last = LogSequenceNumber.valueOf(bench.value("SELECT pg_current_wal_lsn()"));

        var judged = Judged.later(Duration.ofMinutes(1), bench).leads(BY_SLOT, "cluster", STALE);

        assertTrue(
            judged.first().headline().contains("slot stuck: its consumer cdc"), judged::told);
        assertTrue(judged.first().headline().contains("confirms nothing"), judged::told);
        changes.setFlushedLSN(last);
        changes.forceUpdateStatus();
        bench.await(
            "confirmation",
            "SELECT confirmed_flush_lsn >= '%s' FROM pg_replication_slots"
                .formatted(last.asString()),
            "t");
        Judged.later(Duration.ofMinutes(1), bench).hasNoneBut("healthy", STALE);
      }
      bench.await("the consumer's end", "SELECT active FROM pg_replication_slots", "f");
      bench.run("SELECT pg_drop_replication_slot('stuck')");
    }
  }

  private static Connection consumer(Bench bench) throws SQLException {
    var settings = new Properties();
    settings.setProperty("user", "postgres");
    settings.setProperty("replication", "database");
    settings.setProperty("preferQueryMode", "simple");
    settings.setProperty("assumeMinServerVersion", "10");
    settings.setProperty("ApplicationName", "cdc");
    try (var plain = bench.connect()) {
      return DriverManager.getConnection(plain.getMetaData().getURL(), settings);
    }
  }

  /// First a query of the standby holds, then the slot, for the standby is gone.
  @ParameterizedTest
  @MethodSource("releases")
  void findsAStandbyAndTheSlotItLeaves(Release release) throws Exception {
    try (var server = PostgresServer.start(FaultyServers.patient(release));
        var bench = Bench.on(server, "primary").table("t").table("raised")) {
      try (var standby = Standbys.of(server, feedback(Map.of("primary_slot_name", "left")))) {
        var there = new Bench(standby, bench.name());
        there.await("replay", "SELECT count(*) FROM raised", Integer.toString(Bench.ROWS));
        bench.await("feedback", "SELECT xmin IS NOT NULL FROM pg_replication_slots", "t");
        Judged.of(bench).isHealthy();
        Judged.of(there).isHealthy();
        // it ends with its standby: of one that ends before, the feedback may still tell
        var statement = standby.connect(bench.name()).createStatement();
        statement.execute("BEGIN ISOLATION LEVEL REPEATABLE READ");
        statement.execute("SELECT 1");
        holdsBack(bench, BY_STANDBY);
      }
      bench.await("the standby's end", "SELECT active FROM pg_replication_slots", "f");

      var judged = unread(bench).leads(BY_SLOT, "cluster", TOO_HIGH, STALE, NO_VACUUM);

      judged.refusesToTune("raised");
      judged.obey(server);
      Judged.later(LONG, bench).hasNoneBut("healthy", TOO_HIGH, NO_VACUUM);
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsAStandbyWithoutASlot(Release release) throws Exception {
    try (var server = PostgresServer.start(FaultyServers.patient(release));
        var bench = Bench.on(server, "primary").table("t").table("raised");
        var standby = Standbys.of(server, feedback(Map.of()));
        var query = standby.connect(bench.name());
        var statement = query.createStatement()) {
      statement.execute("BEGIN ISOLATION LEVEL REPEATABLE READ");
      statement.execute("SELECT 1");
      bench.await("feedback", "SELECT backend_xmin IS NOT NULL FROM pg_stat_replication", "t");
      holdsBack(bench, BY_STANDBY);
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsDeferredCleanup(Release release) throws Exception {
    assumeTrue(Setting.VACUUM_DEFER_CLEANUP_AGE.isIn(release), "the setting is gone");
    var server = FaultyServers.own(release, SlotsAndStandbysTest.class);
    try (var bench = Bench.on(server, "deferred")) {
      defer(bench, "ALTER SYSTEM SET vacuum_defer_cleanup_age = 1000", "1000");

      var judged = Judged.of(bench).leads("xmin-held-by-defer-cleanup-age", "cluster");

      judged.obey(server);
      defer(bench, "SELECT 1", "0");
      Judged.of(bench).isHealthy();
      judged.takeBack(server);
      defer(bench, "SELECT 1", "1000");
      defer(bench, "ALTER SYSTEM RESET vacuum_defer_cleanup_age", "0");
    }
  }

  /// More transactions than a standby's horizon may be behind.
  static void burn(Bench bench) throws Exception {
    bench.run(
        "CREATE TABLE burnt (i int)",
        "DO $$BEGIN FOR i IN 1..100100 LOOP BEGIN INSERT INTO burnt VALUES (i); EXCEPTION WHEN"
            + " division_by_zero THEN END; END LOOP; END$$",
        "DROP TABLE burnt");
  }

  /// Seen twice, with nothing read meanwhile: before `inactive_since` one look does not tell.
  private static Judged unread(Bench bench) throws Exception {
    var survey = Judged.survey("postgres", bench.server(), bench.name());
    return Judged.between(survey, survey.takenAt(survey.takenAt().plus(LONG)));
  }

  /// Rows die that someone holds; a table whose threshold is too high is among them.
  private static void holdsBack(Bench bench, String id) throws Exception {
    bench
        .run("ALTER TABLE raised SET (autovacuum_vacuum_threshold = 40000)")
        .kill("raised", Bench.ROWS / 2)
        .kill("t", Bench.ROWS);
    Judged.of(bench).hasNoneBut(TOO_HIGH, "healthy");
    burn(bench);

    var judged = Judged.of(bench);

    judged.hasNoneBut(id, TOO_HIGH);
    assertTrue(judged.subjectsOf(id).contains("cluster"), judged::told);
    judged.refusesToTune("raised");
  }

  private static Map<String, String> feedback(Map<String, String> more) {
    var settings = new HashMap<>(more);
    settings.put("hot_standby_feedback", "on");
    settings.put("wal_receiver_status_interval", "1s");
    return settings;
  }

  private static void defer(Bench bench, String sql, String expected) throws Exception {
    bench.server().execute(sql, "SELECT pg_reload_conf()");
    bench.await("the setting", "SHOW vacuum_defer_cleanup_age", expected);
  }
}
