package org.vacuumadvisor.lab.forecast;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.vacuumadvisor.lab.server.PostgresServer;

/// A load that keeps its rate: where the machine was slow it catches up. It ends by itself.
final class SteadyLoad implements Runnable {
  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE updated (id int PRIMARY KEY, n int, filler text)",
          "CREATE INDEX ON updated (n)",
          "INSERT INTO updated SELECT i, 0, repeat('x', 60) FROM generate_series(1, 20000) i",
          "CREATE TABLE queue (id bigserial PRIMARY KEY, filler text)",
          "INSERT INTO queue (filler) SELECT repeat('x', 60) FROM generate_series(1, 1000)",
          "CREATE TABLE inserted (id bigserial PRIMARY KEY, filler text)",
          "INSERT INTO inserted (filler) SELECT repeat('x', 60) FROM generate_series(1, 10000)",
          "CREATE TABLE hot (id int PRIMARY KEY, n int, filler text) WITH (fillfactor = 50)",
          "INSERT INTO hot SELECT i, 0, repeat('x', 60) FROM generate_series(1, 5000) i",
          "VACUUM ANALYZE");

  /// What happens ten times a second; `:i` is the number of the turn.
  private static final List<String> TURN =
      List.of(
          "UPDATE updated SET n = n + 1 WHERE id IN"
              + " (SELECT (7919 * (60 * :i + k)) % 20000 + 1 FROM generate_series(1, 60) k)",
          "INSERT INTO queue (filler) SELECT repeat('x', 60) FROM generate_series(1, 40)",
          "DELETE FROM queue WHERE id IN (SELECT id FROM queue ORDER BY id LIMIT 40)",
          "INSERT INTO inserted (filler) SELECT repeat('x', 60) FROM generate_series(1, 50)",
          "UPDATE hot SET filler = repeat('y', 60) WHERE id % 100 = :i % 100");

  private static final Duration EACH = Duration.ofMillis(100);

  private final PostgresServer server;
  private final Duration length;

  SteadyLoad(PostgresServer server, Duration length) {
    this.server = server;
    this.length = length;
  }

  static void prepare(PostgresServer server) throws SQLException {
    server.execute(TABLES.toArray(String[]::new));
  }

  @Override
  public void run() {
    try (var connection = server.connect()) {
      long start = System.nanoTime();
      for (long turn = 0; turn * EACH.toNanos() < length.toNanos(); turn++) {
        long wait = start + turn * EACH.toNanos() - System.nanoTime();
        if (wait > 0) {
          Thread.sleep(Duration.ofNanos(wait));
        }
        turn(connection, turn);
      }
    } catch (SQLException refused) {
      throw new IllegalStateException(refused);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private static void turn(Connection connection, long number) throws SQLException {
    try (var statement = connection.createStatement()) {
      for (var sql : TURN) {
        statement.execute(sql.replace(":i", Long.toString(number)));
      }
    }
  }
}
