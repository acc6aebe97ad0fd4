package org.vacuumadvisor.cli.lab;

import java.sql.Connection;
import java.sql.SQLException;
import org.vacuumadvisor.lab.server.PostgresServer;

/// What people forget on servers: a transaction that was begun and never ended, and a replication
/// slot whose subscriber is gone.
final class DemoNeglect implements AutoCloseable {
  private final Connection report;

  DemoNeglect(PostgresServer server, DemoStory story) throws SQLException {
    try (var connection = server.connect(DemoWorkloads.DATABASE);
        var statement = connection.createStatement()) {
      statement.execute("SELECT pg_create_logical_replication_slot('old_subscriber', 'pgoutput')");
    }
    report = server.connect(DemoWorkloads.DATABASE);
    try (var statement = report.createStatement()) {
      statement.execute("SET application_name = 'nightly-report'");
      statement.execute("BEGIN ISOLATION LEVEL REPEATABLE READ");
      statement.execute("SELECT count(*) FROM pg_catalog.pg_class");
    }
    story.tell(
        "Forgetting two things: a transaction that nightly-report has begun and does not end, and"
            + " the logical replication slot old_subscriber.");
  }

  @Override
  public void close() throws SQLException {
    report.close();
  }
}
