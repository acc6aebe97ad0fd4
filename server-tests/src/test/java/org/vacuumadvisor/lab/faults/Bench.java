package org.vacuumadvisor.lab.faults;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.postgres.Identifiers;

/// A database of a test's own on a server that several share, and the hands that seed faults in it.
/// Closing it drops the database and ends every session in it.
///
/// @param name as it is called; data, not yet quoted
record Bench(PostgresServer server, String name) implements AutoCloseable {
  /// Rows of [#table(String)]. The default threshold of such a table is 4,050 dead rows.
  static final int ROWS = 20_000;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  static Bench on(PostgresServer server, String name) throws SQLException {
    server.execute("CREATE DATABASE " + Identifiers.quoted(name));
    return new Bench(server, name);
  }

  Connection connect() throws SQLException {
    return server.connect(name);
  }

  /// Runs statements one by one, each in its own transaction. When it returns, the server has
  /// counted the rows they wrote in tables that exist.
  Bench run(String... statements) throws SQLException {
    runUncounted(statements);
    awaitGone();
    return this;
  }

  /// The same without the wait.
  void runUncounted(String... statements) throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      statement.execute("SET application_name = 'bench'");
      for (var sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /// A session hands its counters over when it ends; before 15 a message carries them.
  private void awaitGone() throws SQLException {
    await(
        "the end of a session",
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'bench' AND datname ="
            + " current_database()",
        "0");
  }

  /// A vacuumed and analyzed table of [#ROWS] rows.
  Bench table(String table) throws SQLException {
    var sql = Identifiers.quoted(table);
    run(
        "CREATE TABLE %s (id int PRIMARY KEY, v text)".formatted(sql),
        "INSERT INTO %s SELECT i, repeat('x', 50) FROM generate_series(1, %d) i"
            .formatted(sql, ROWS));
    awaitCount("n_tup_ins", table, ROWS);
    run("VACUUM ANALYZE " + sql);
    await(
        "the vacuum of " + table,
        "SELECT last_vacuum IS NOT NULL AND last_analyze IS NOT NULL FROM pg_stat_user_tables"
            + " WHERE relname = "
            + Identifiers.quotedLiteral(table),
        "t");
    return this;
  }

  /// Makes so many rows of such a table dead, and waits until the server knows.
  Bench kill(String table, int rows) throws SQLException {
    run("UPDATE %s SET v = 'y' WHERE id <= %d".formatted(Identifiers.quoted(table), rows));
    awaitCount("n_dead_tup", table, rows);
    return this;
  }

  /// Waits until a column of `pg_stat_user_tables` says so.
  void awaitCount(String column, String table, long count) throws SQLException {
    await(
        column + " of " + table,
        "SELECT %s FROM pg_stat_user_tables WHERE relname = %s"
            .formatted(column, Identifiers.quotedLiteral(table)),
        Long.toString(count));
  }

  /// Runs a statement that is going to wait for a lock, and returns once so many wait for one of
  /// that type. The thread ends with the statement, or with its session.
  Thread waiting(Connection connection, String sql, String lockType, int count)
      throws SQLException {
    var thread = inBackground(connection, sql);
    await(
        "who waits",
        "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = "
            + Identifiers.quotedLiteral(lockType),
        Integer.toString(count));
    return thread;
  }

  /// Runs a statement until it ends, or its session does.
  static Thread inBackground(Connection connection, String sql) {
    return Thread.startVirtualThread(() -> {
      try (var statement = connection.createStatement()) {
        statement.execute(sql);
      } catch (SQLException _) {
        Thread.currentThread().interrupt();
      }
    });
  }

  /// Waits until a query answers as expected.
  void await(String what, String query, String expected) throws SQLException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    try (var connection = connect()) {
      var answer = value(connection, query);
      while (!answer.equals(expected)) {
        var seen = answer;
        assertTrue(
            System.nanoTime() < end,
            () -> "waited in vain for %s: %s, and not %s".formatted(what, seen, expected));
        LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        answer = value(connection, query);
      }
    }
  }

  /// The first column of the first row, as text.
  String value(String query) throws SQLException {
    try (var connection = connect()) {
      return value(connection, query);
    }
  }

  /// The first column of all rows, as text.
  List<String> values(String query) throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      var values = new ArrayList<String>();
      while (rows.next()) {
        values.add(String.valueOf(rows.getString(1)));
      }
      return values;
    }
  }

  private static String value(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      return rows.next() ? String.valueOf(rows.getString(1)) : "no row";
    }
  }

  /// Storage parameters of all relations, those of TOAST tables included.
  List<String> storageParameters() throws SQLException {
    return values(
        "SELECT c.relname || ' ' || coalesce((SELECT string_agg(o, ',' ORDER BY o) FROM"
            + " unnest(c.reloptions) o), '') FROM pg_class c WHERE c.oid >= 16384 AND c.relkind IN"
            + " ('r', 'm', 't') ORDER BY c.oid");
  }

  @Override
  public void close() throws SQLException {
    server.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "
            + Identifiers.quotedLiteral(name));
    dropWhenDeserted();
  }

  private void dropWhenDeserted() throws SQLException {
    try (var connection = server.connect();
        var statement = connection.createStatement()) {
      statement.execute("DROP DATABASE " + Identifiers.quoted(name));
    }
  }
}
