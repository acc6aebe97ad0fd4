package org.vacuumadvisor.lab.forecast;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.vacuumadvisor.lab.server.PostgresServer;

/// A table of some hundred megabytes with two indexes, of which random rows are updated at a steady
/// rate. It ends by itself.
final class LargeTable implements Runnable {
  private static final Duration EACH = Duration.ofMillis(100);

  private final PostgresServer server;
  private final Duration length;
  private final int rows;
  private final int updates;

  /// @param updates ten times a second
  LargeTable(PostgresServer server, Duration length, int rows, int updates) {
    this.server = server;
    this.length = length;
    this.rows = rows;
    this.updates = updates;
  }

  void prepare() throws SQLException {
    server.execute(
        List.of(
                "CREATE TABLE large (id int PRIMARY KEY, k int, filler text)",
                "INSERT INTO large SELECT i, hashint4(i), repeat('x', 180)"
                    + " FROM generate_series(1, :rows) i",
                "CREATE INDEX large_k ON large (k)",
                "VACUUM ANALYZE",
                "CHECKPOINT")
            .stream()
            .map(each -> each.replace(":rows", Integer.toString(rows)))
            .toArray(String[]::new));
  }

  @Override
  public void run() {
    var update =
        "UPDATE large SET k = hashint4(k) WHERE id IN (SELECT 1 + floor(random() * %d)::int FROM generate_series(1, %d))"
            .formatted(rows, updates);
    try (var connection = server.connect();
        var statement = connection.createStatement()) {
      statement.execute("SET enable_seqscan = off");
      statement.execute("SET enable_hashjoin = off");
      long start = System.nanoTime();
      for (long turn = 0; turn * EACH.toNanos() < length.toNanos(); turn++) {
        long wait = start + turn * EACH.toNanos() - System.nanoTime();
        if (wait > 0) {
          Thread.sleep(Duration.ofNanos(wait));
        }
        statement.execute(update);
      }
    } catch (SQLException refused) {
      throw new IllegalStateException(refused);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
