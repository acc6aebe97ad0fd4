package org.vacuumadvisor.lab.server;

import static org.junit.jupiter.api.Assertions.fail;

import java.sql.SQLException;
import java.time.Duration;

/// Asks servers, once or until they give the answer.
final class Sql {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Sql() {}

  /// The first column of the first row, as text.
  static String value(PostgresServer server, String query) throws SQLException {
    try (var connection = server.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      return rows.next() ? String.valueOf(rows.getString(1)) : "no row";
    }
  }

  /// Waits until a query answers as expected, each time on a connection of its own.
  static void await(PostgresServer server, String query, String expected)
      throws SQLException, InterruptedException {
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    var answer = value(server, query);
    while (!answer.equals(expected)) {
      if (System.nanoTime() > deadline) {
        fail(query + " still answers " + answer + " and not " + expected);
      }
      Thread.sleep(50);
      answer = value(server, query);
    }
  }
}
