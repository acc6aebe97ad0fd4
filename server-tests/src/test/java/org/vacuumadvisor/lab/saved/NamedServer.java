package org.vacuumadvisor.lab.saved;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.lab.server.Standbys;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.ServerSource;

/// A server on which everything that can be given a name has one that says [#SECRET], some of them
/// as nasty as PostgreSQL allows; and somebody is at work.
final class NamedServer implements AutoCloseable {
  static final String SECRET = "zebra";

  /// How the names go on, after [#SECRET], of what a survey reads.
  static final List<String> NAMED =
      List.of(
          "_app",
          "_child",
          "_db",
          "_gid",
          "_index",
          "_key",
          "_logical",
          "_other",
          "_role",
          "_schema",
          "_slot",
          "_table",
          "_type",
          "_view");

  static final String DATABASE = SECRET + "_db \"x\" ß";
  private static final String ROLE = SECRET + "_role'\"; DROP TABLE x; --";
  private static final String SCHEMA = SECRET + "_schema.\n<b>";
  private static final String TABLE = SECRET + "_table\u202e \\ (to prevent wraparound)";

  private final PostgresServer server;
  private final Connection holder;

  NamedServer(Release release) throws SQLException {
    server =
        PostgresServer.start(
            Standbys.readyFor(ServerSpec.of(release))
                .with(
                    Map.of(
                        "wal_level",
                        "logical",
                        "max_prepared_transactions",
                        "5",
                        "log_line_prefix",
                        "'" + SECRET + " %m '",
                        "cluster_name",
                        "'" + SECRET + "_cluster'",
                        SECRET + ".vacuum_mode",
                        "'" + SECRET + "'")));
    execute(server.connect(), serverWide());
    execute(server.connect(DATABASE), inDatabase());
    holder = server.connect(ROLE, DATABASE);
    hold();
  }

  ServerSource source() {
    return new ServerSource(
        database -> {
          try {
            return server.connect(database == null ? DATABASE : database);
          } catch (SQLException failed) {
            throw new SourceException("cannot connect", failed);
          }
        },
        UnaryOperator.identity());
  }

  @Override
  public void close() throws SQLException {
    holder.close();
    server.close();
  }

  private static Stream<String> serverWide() {
    return Stream.of(
        "CREATE ROLE " + quoted(ROLE) + " SUPERUSER LOGIN",
        "CREATE DATABASE " + quoted(DATABASE) + " OWNER " + quoted(ROLE),
        "CREATE DATABASE " + SECRET + "_other",
        "SELECT pg_create_physical_replication_slot('" + SECRET + "_slot', true)");
  }

  private static Stream<String> inDatabase() {
    var schema = quoted(SCHEMA);
    var table = schema + "." + quoted(TABLE);
    return Stream.of(
        "CREATE SCHEMA " + schema,
        "CREATE TYPE " + schema + "." + SECRET + "_type AS ENUM ('" + SECRET + "')",
        "CREATE TABLE "
            + table
            + " ("
            + SECRET
            + "_key bigint PRIMARY KEY, \""
            + SECRET
            + " \"\"x\" text, kind "
            + schema
            + "."
            + SECRET
            + "_type)"
            + " WITH (fillfactor = 70, autovacuum_enabled = off)",
        "INSERT INTO "
            + table
            + " SELECT i, repeat('x', 200), '"
            + SECRET
            + "' FROM generate_series(1, 10000) i",
        "CREATE INDEX "
            + SECRET
            + "_index ON "
            + table
            + " ("
            + SECRET
            + "_key) WITH (fillfactor = 60)",
        "CREATE TABLE " + SECRET + "_child (parent bigint REFERENCES " + table + ")",
        "CREATE MATERIALIZED VIEW " + SECRET + "_view AS SELECT * FROM " + table,
        "DELETE FROM " + table + " WHERE " + SECRET + "_key % 2 = 0",
        "VACUUM ANALYZE " + table,
        "SELECT pg_create_logical_replication_slot('" + SECRET + "_logical', 'test_decoding')",
        "BEGIN; INSERT INTO "
            + SECRET
            + "_child VALUES (1); PREPARE TRANSACTION '"
            + SECRET
            + "_gid'");
  }

  private void hold() throws SQLException {
    execute(
        holder,
        List.of(
            "SET application_name = '" + SECRET + "_app'",
            "BEGIN",
            "SELECT txid_current()",
            "SELECT count(*) FROM " + SECRET + "_child"));
  }

  private static void execute(Connection connection, Stream<String> statements)
      throws SQLException {
    try (connection) {
      execute(connection, statements.toList());
    }
  }

  private static void execute(Connection connection, List<String> statements) throws SQLException {
    try (var statement = connection.createStatement()) {
      for (var sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static String quoted(String name) {
    return Identifiers.quoted(name);
  }
}
