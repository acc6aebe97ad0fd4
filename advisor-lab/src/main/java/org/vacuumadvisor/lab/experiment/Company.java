package org.vacuumadvisor.lab.experiment;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.postgres.Identifiers;

/// Who is on the server beside the clients.
enum Company {
  NOBODY,
  /// A session that has read something in a transaction and does not end it.
  HOLDER,
  /// A session that vacuums all tables again and again.
  SWEEPER,
  /// A session that rebuilds the largest index again and again, with a pause in between.
  REBUILDER;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long REBUILD_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final String LARGEST_INDEX =
      """
      SELECT relname
        FROM pg_catalog.pg_class
       WHERE relkind = 'i' AND relnamespace = 'public'::pg_catalog.regnamespace
       ORDER BY pg_catalog.pg_relation_size(oid) DESC
       LIMIT 1\
      """;

  /// Somebody who goes when closed.
  interface Guest extends AutoCloseable {
    @Override
    void close() throws SQLException;
  }

  /// Lets it come.
  Guest join(PostgresServer server) throws SQLException {
    return switch (this) {
      case NOBODY -> () -> {};
      case HOLDER -> holder(server.connect());
      case SWEEPER -> worker(server.connect(), Company::sweep);
      case REBUILDER -> worker(server.connect(), Company::rebuild);
    };
  }

  private static Guest holder(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("SET application_name = 'forgotten-report'");
      statement.execute("BEGIN ISOLATION LEVEL REPEATABLE READ");
      statement.execute("SELECT count(*) FROM pg_catalog.pg_class");
    }
    return connection::close;
  }

  /// Work that goes on until its connection is closed, or the server gone.
  private interface Chore {
    void run(Connection connection) throws SQLException;
  }

  private static Guest worker(Connection connection, Chore chore) {
    var thread =
        Thread.ofPlatform()
            .daemon()
            .name("company")
            .start(() -> {
              try {
                chore.run(connection);
              } catch (SQLException _) {
                return;
              }
            });
    return () -> {
      thread.interrupt();
      connection.close();
    };
  }

  private static void sweep(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      var vacuum = "VACUUM " + String.join(", ", tables(connection));
      statement.execute("SET vacuum_cost_delay = 0");
      while (!Thread.interrupted()) {
        statement.execute(vacuum);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private static void rebuild(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      LockSupport.parkNanos(REBUILD_PAUSE_NANOS);
      while (!Thread.interrupted()) {
        statement.execute(
            "REINDEX INDEX CONCURRENTLY " + Identifiers.qualified("public", largest(statement)));
        LockSupport.parkNanos(REBUILD_PAUSE_NANOS);
      }
    }
  }

  private static String largest(Statement statement) throws SQLException {
    try (var row = statement.executeQuery(LARGEST_INDEX)) {
      row.next();
      return row.getString(1);
    }
  }

  private static List<String> tables(Connection connection) throws SQLException {
    var names = new ArrayList<String>();
    try (var statement = connection.createStatement();
        var row =
            statement.executeQuery("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")) {
      while (row.next()) {
        names.add(Identifiers.qualified("public", row.getString(1)));
      }
    }
    return names;
  }
}
