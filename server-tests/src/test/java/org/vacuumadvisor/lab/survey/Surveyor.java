package org.vacuumadvisor.lab.survey;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Callable;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.lab.server.Standbys;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionParameters;
import org.vacuumadvisor.source.conninfo.Environment;
import org.vacuumadvisor.source.conninfo.SessionLimits;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.ServerSource;

/// Surveys servers of the lab, the way a user's connection string does.
final class Surveyor {
  /// Locked by all who count what is at work on one of the shared servers: no other session may be.
  static final String SERVERS = "servers that are surveyed";

  static final String RELEASES = "org.vacuumadvisor.lab.server.Releases#underTest";

  /// The oldest and the newest, for what no release does otherwise.
  static final String ENDS = "org.vacuumadvisor.lab.faults.FaultyServers#releases";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Surveyor() {}

  /// A server on which nothing vacuums but the test, ready for two-phase commit, slots and
  /// standbys; shared by the tests of a release.
  static PostgresServer quiet(Release release) {
    return SharedServers.on(quietSpec(release));
  }

  static ServerSpec quietSpec(Release release) {
    return Standbys.readyFor(ServerSpec.of(release))
        .with(
            Map.of("autovacuum", "off", "max_prepared_transactions", "10", "wal_level", "logical"));
  }

  /// The database `postgres`, as superuser.
  static Survey survey(PostgresServer server) throws SourceException, InterruptedException {
    return survey(server, "postgres", "postgres");
  }

  static Survey survey(PostgresServer server, String user, String database)
      throws SourceException, InterruptedException {
    return source(server, user, database).survey(Databases.CURRENT, Progress.NONE);
  }

  static ServerSource source(PostgresServer server, String user, String database)
      throws SourceException {
    return source(server, user, database, SessionLimits.standard());
  }

  static ServerSource source(
      PostgresServer server, String user, String database, SessionLimits limits)
      throws SourceException {
    var environment = new Environment(Map.of(), Path.of("/nonexistent"), "nobody");
    return ServerSource.of(
        ConnectionParameters.resolve(
            null,
            Map.of(
                "host",
                "127.0.0.1",
                "port",
                Integer.toString(server.port()),
                "user",
                user,
                "dbname",
                "dbname='" + escaped(database) + "'"),
            environment),
        limits);
  }

  /// Makes a database anew and says its name.
  static String database(PostgresServer server, String name) throws SQLException {
    server.execute(
        "DROP DATABASE IF EXISTS " + quoted(name),
        "CREATE DATABASE " + quoted(name) + " TEMPLATE template0");
    return name;
  }

  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  static void execute(PostgresServer server, String database, String... statements)
      throws SQLException {
    try (var connection = server.connect(database)) {
      execute(connection, statements);
    }
  }

  static void execute(Connection connection, String... statements) throws SQLException {
    try (var statement = connection.createStatement()) {
      for (var sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /// The first cell of a query's first row.
  static String value(Connection connection, String query) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      return rows.next() ? String.valueOf(rows.getString(1)) : "";
    }
  }

  static String value(PostgresServer server, String database, String query) throws SQLException {
    try (var connection = server.connect(database)) {
      return value(connection, query);
    }
  }

  /// Waits until the condition holds.
  static void await(String what, Callable<Boolean> condition) throws Exception {
    var deadline = Instant.now().plus(PATIENCE);
    while (!condition.call()) {
      if (Instant.now().isAfter(deadline)) {
        throw new AssertionError("in vain awaited: " + what);
      }
      Thread.sleep(20);
    }
  }

  private static String escaped(String name) {
    return name.replace("\\", "\\\\").replace("'", "\\'");
  }
}
