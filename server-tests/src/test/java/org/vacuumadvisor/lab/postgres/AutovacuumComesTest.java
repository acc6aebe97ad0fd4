package org.vacuumadvisor.lab.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.RelationSize;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.postgres.Thresholds;

/// A real autovacuum comes when we say it does: not at the threshold, but one row past it. We
/// compute the threshold from what the server's catalogs and settings say.
class AutovacuumComesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int ROWS = 2000;

  /// What is done to a table.
  private enum Deed {
    DELETE,
    INSERT,
    UPDATE
  }

  /// A pair of tables: `…_at` is brought to its threshold, `…_past` one row further.
  private record Pair(String name, Deed deed, String parameters, String preparation) {
    List<String> tables() {
      return List.of(name + "_at", name + "_past");
    }
  }

  /// A table and how many of its rows are changed.
  private record Subject(String table, Deed deed, long rows) {}

  private static final String NO_ANALYZE = "autovacuum_analyze_threshold = 2000000000";
  private static final String NO_VACUUM = "autovacuum_vacuum_threshold = 2000000000";

  @ParameterizedTest
  @MethodSource("org.vacuumadvisor.lab.server.Releases#underTest")
  void autovacuumComesOneRowPastTheThreshold(Release release) throws SQLException {
    try (var server = start(release);
        var connection = server.connect();
        var statement = connection.createStatement()) {
      var pairs = pairs(release);
      for (Pair pair : pairs) {
        for (String table : pair.tables()) {
          prepare(server, connection, table, pair);
        }
      }
      var settings = settings(statement, release);
      var subjects = new ArrayList<Subject>();
      for (Pair pair : pairs) {
        for (String table : pair.tables()) {
          long limit = limit(statement, settings, table, pair.deed);
          subjects.add(new Subject(table, pair.deed, isPast(table) ? limit + 1 : limit));
        }
      }
      server.execute(subjects.stream().map(AutovacuumComesTest::deed).toArray(String[]::new));
      for (Subject subject : subjects) {
        awaitCount(connection, subject);
      }
      enable(statement, subjects);
      for (Subject subject : subjects) {
        if (isPast(subject.table)) {
          awaitVisit(connection, subject.table);
        }
      }
      awaitFurtherRounds(statement, connection);

      for (Subject subject : subjects) {
        assertEquals(
            isPast(subject.table), visits(connection, subject.table) > 0, subject.toString());
      }
    }
  }

  /// The parent of each is disabled; its TOAST table follows as long as it has no parameter at all.
  @ParameterizedTest
  @MethodSource("org.vacuumadvisor.lab.server.Releases#underTest")
  void aToastTableWithAnyParameterOfItsOwnDoesNotFollowItsParent(Release release)
      throws SQLException {
    var own = new LinkedHashMap<String, String>();
    own.put("followed", "");
    own.put("own_threshold", "autovacuum_vacuum_threshold=60");
    if (Feature.SELECTIVE_VACUUM.isIn(release)) {
      own.put("own_truncate", "vacuum_truncate=false");
    }
    var parent = StorageParameters.of(List.of("autovacuum_enabled=false"));
    try (var server = start(release);
        var connection = server.connect();
        var statement = connection.createStatement()) {
      for (var each : own.entrySet()) {
        toastTable(statement, each.getKey(), each.getValue());
      }
      var settings = settings(statement, release);
      for (var each : own.entrySet()) {
        var parameters =
            each.getValue().isEmpty()
                ? StorageParameters.NONE
                : StorageParameters.of(List.of(each.getValue()));
        var trigger = AutovacuumOptions.of(release, settings, parameters, parent).trigger();
        if (trigger.options().state().isOn()
            && trigger.at(RelationSize.ofRows(0)).isPassedByDead(400)) {
          awaitVisit(connection, toastOf(statement, each.getKey()));
        } else {
          awaitFurtherRounds(statement, connection);
          assertEquals(0, visits(connection, toastOf(statement, each.getKey())), each.getKey());
        }
      }
      assertEquals(0, visits(connection, toastOf(statement, "followed")));
      assertTrue(visits(connection, toastOf(statement, "own_threshold")) > 0);
    }
  }

  private static PostgresServer start(Release release) {
    return PostgresServer.start(
        ServerSpec.of(release)
            .with(
                Map.of(
                    "autovacuum_naptime", "1s",
                    "log_autovacuum_min_duration", "0")));
  }

  private static List<Pair> pairs(Release release) {
    var pairs = new ArrayList<Pair>();
    pairs.add(new Pair("plain", Deed.DELETE, NO_ANALYZE, "VACUUM"));
    pairs.add(
        new Pair(
            "fixed",
            Deed.DELETE,
            NO_ANALYZE + ", autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 70",
            "VACUUM"));
    pairs.add(new Pair("unknown_size", Deed.DELETE, NO_ANALYZE + insertsOff(release), ""));
    pairs.add(new Pair("analyzed", Deed.UPDATE, NO_VACUUM + insertsOff(release), "VACUUM ANALYZE"));
    if (Feature.INSERT_TRIGGERED_VACUUM.isIn(release)) {
      pairs.add(new Pair("inserted", Deed.INSERT, NO_ANALYZE, "VACUUM"));
      pairs.add(new Pair("inserted_frozen", Deed.INSERT, NO_ANALYZE, "VACUUM FREEZE"));
    }
    if (Setting.AUTOVACUUM_VACUUM_MAX_THRESHOLD.isIn(release)) {
      pairs.add(
          new Pair(
              "capped",
              Deed.DELETE,
              NO_ANALYZE + ", autovacuum_vacuum_max_threshold = 100",
              "VACUUM"));
    }
    return pairs;
  }

  private static String insertsOff(Release release) {
    return Feature.INSERT_TRIGGERED_VACUUM.isIn(release)
        ? ", autovacuum_vacuum_insert_threshold = -1"
        : "";
  }

  /// Autovacuum is off until everything is prepared. Half of a frozen table is filled after
  /// freezing.
  private static void prepare(PostgresServer server, Connection connection, String table, Pair pair)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE %s (id int, v int) WITH (autovacuum_enabled = off, %s)"
              .formatted(table, pair.parameters));
      fill(server, connection, table, ROWS);
      if (!pair.preparation.isEmpty()) {
        statement.execute(pair.preparation + " " + table);
      }
      if (pair.preparation.equals("VACUUM FREEZE")) {
        fill(server, connection, table, 2 * ROWS);
        statement.execute("VACUUM " + table);
      }
    }
  }

  /// Counters must not arrive after a vacuum has reset them: a session that ends sends its own at
  /// once, and we wait until they are seen.
  private static void fill(
      PostgresServer server, Connection connection, String table, long rowsThen)
      throws SQLException {
    server.execute("INSERT INTO " + table + " SELECT i, 0 FROM generate_series(1, " + ROWS + ") i");
    await("statistics of " + table, () -> number(connection, "n_tup_ins", table) == rowsThen);
  }

  /// The most rows that do not yet bring autovacuum.
  private static long limit(Statement statement, ServerSettings settings, String table, Deed deed)
      throws SQLException {
    boolean frozen = Feature.UNFROZEN_INSERT_TRIGGER.isIn(settings.release());
    try (ResultSet row =
        statement.executeQuery(
            "SELECT reltuples, relpages, %s, reloptions FROM pg_class WHERE relname = '%s'"
                .formatted(frozen ? "relallfrozen" : "0", table))) {
      assertTrue(row.next());
      var size = new RelationSize(row.getDouble(1), row.getLong(2), row.getLong(3));
      var own = StorageParameters.of(Arrays.asList((String[]) row.getArray(4).getArray()));
      Thresholds thresholds =
          AutovacuumOptions.of(settings.release(), settings, own).trigger().at(size);
      return (long)
          switch (deed) {
            case DELETE -> thresholds.vacuum();
            case INSERT -> thresholds.insert();
            case UPDATE -> thresholds.analyze();
          };
    }
  }

  private static String deed(Subject subject) {
    String table = subject.table;
    String series = " FROM generate_series(1, " + subject.rows + ") i";
    return switch (subject.deed) {
      case DELETE -> "DELETE FROM " + table + " WHERE id <= " + subject.rows;
      case INSERT -> "INSERT INTO " + table + " SELECT i, 0" + series;
      case UPDATE -> "UPDATE " + table + " SET v = 1 WHERE id <= " + subject.rows;
    };
  }

  private static void enable(Statement statement, List<Subject> subjects) throws SQLException {
    statement.execute("BEGIN");
    for (Subject subject : subjects) {
      statement.execute("ALTER TABLE " + subject.table + " RESET (autovacuum_enabled)");
    }
    statement.execute("COMMIT");
  }

  /// Two tables after each other become due and are visited: by then every table has had its turn.
  private static void awaitFurtherRounds(Statement statement, Connection connection)
      throws SQLException {
    for (String table : List.of("witness_1", "witness_2")) {
      statement.execute("DROP TABLE IF EXISTS " + table);
      statement.execute("CREATE TABLE " + table + " AS SELECT generate_series(1, 100)");
      statement.execute("DELETE FROM " + table);
      awaitVisit(connection, table);
    }
  }

  private static void toastTable(Statement statement, String table, String own)
      throws SQLException {
    statement.execute(
        "CREATE TABLE %s (v text) WITH (autovacuum_enabled = off%s)"
            .formatted(table, own.isEmpty() ? "" : ", toast." + own));
    statement.execute("ALTER TABLE " + table + " ALTER v SET STORAGE EXTERNAL");
    statement.execute(
        "INSERT INTO " + table + " SELECT repeat('x', 3000) FROM generate_series(1, 200)");
    statement.execute("DELETE FROM " + table);
  }

  private static String toastOf(Statement statement, String table) throws SQLException {
    try (ResultSet row =
        statement.executeQuery(
            "SELECT t.relname FROM pg_class c JOIN pg_class t ON t.oid = c.reltoastrelid"
                + " WHERE c.relname = '"
                + table
                + "'")) {
      assertTrue(row.next());
      return row.getString(1);
    }
  }

  private static ServerSettings settings(Statement statement, Release release) throws SQLException {
    var values = new LinkedHashMap<String, SettingValue>();
    try (ResultSet rows = statement.executeQuery("SELECT name, setting FROM pg_settings")) {
      while (rows.next()) {
        values.put(rows.getString(1), SettingValue.of(rows.getString(1), rows.getString(2)));
      }
    }
    return new ServerSettings(release, values);
  }

  private static boolean isPast(String table) {
    return table.endsWith("_past");
  }

  private static void awaitCount(Connection connection, Subject subject) throws SQLException {
    String column =
        switch (subject.deed) {
          case DELETE -> "n_dead_tup";
          case INSERT -> "n_ins_since_vacuum";
          case UPDATE -> "n_mod_since_analyze";
        };
    await(
        column + " of " + subject, () -> number(connection, column, subject.table) == subject.rows);
  }

  private static void awaitVisit(Connection connection, String table) throws SQLException {
    await("autovacuum of " + table, () -> visits(connection, table) > 0);
  }

  private static long visits(Connection connection, String table) throws SQLException {
    return number(connection, "autovacuum_count + autoanalyze_count", table);
  }

  private static long number(Connection connection, String column, String table)
      throws SQLException {
    try (var statement =
        connection.prepareStatement(
            "SELECT " + column + " FROM pg_stat_all_tables WHERE relname = ?")) {
      statement.setString(1, table);
      try (ResultSet row = statement.executeQuery()) {
        assertTrue(row.next());
        return row.getLong(1);
      }
    }
  }

  /// A condition that asks a server.
  private interface Condition {
    boolean holds() throws SQLException;
  }

  private static void await(String what, Condition condition) throws SQLException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      assertTrue(System.nanoTime() < end, "waited in vain for " + what);
      LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
    }
  }
}
