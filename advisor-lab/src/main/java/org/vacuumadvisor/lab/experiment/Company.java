package org.vacuumadvisor.lab.experiment;

import java.sql.Connection;
import java.sql.SQLException;
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
  SWEEPER;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

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
      case SWEEPER -> sweeper(server.connect());
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

  private static Guest sweeper(Connection connection) {
    var thread = Thread.ofPlatform().daemon().name("sweeper").start(() -> sweep(connection));
    return () -> {
      thread.interrupt();
      connection.close();
    };
  }

  /// Until the connection is closed, or the server gone.
  private static void sweep(Connection connection) {
    try (var statement = connection.createStatement()) {
      var vacuum = "VACUUM " + String.join(", ", tables(connection));
      statement.execute("SET vacuum_cost_delay = 0");
      while (!Thread.interrupted()) {
        statement.execute(vacuum);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (SQLException _) {
      return;
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
