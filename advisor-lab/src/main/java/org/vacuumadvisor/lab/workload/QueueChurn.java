package org.vacuumadvisor.lab.workload;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.Consumer;

/// A queue in a table: every transaction inserts a row, takes the oldest one and deletes it. Few
/// rows live, and all of them are new all the time.
///
/// Table and iteration are those of the published experiment: no index, so that every look for the
/// oldest row reads all the dead ones, too; one `DO` block, so that an iteration costs one round
/// trip and its latency is the server's. Within the block `now()` stands still: a transaction never
/// takes the row that it has inserted itself.
///
/// @param initialRows rows in the queue at the start; 0 as published
public record QueueChurn(int initialRows) implements Workload {
  private static final String TABLE =
      "CREATE TABLE bencher (record_id bigserial, updated_at timestamptz)";

  private static final String ITERATION =
      """
      DO $$
      DECLARE
        oldest bigint;
      BEGIN
        INSERT INTO bencher (updated_at) VALUES (now());
        WITH candidate AS (
          SELECT record_id
            FROM bencher
           WHERE updated_at < now()
           ORDER BY record_id
           LIMIT 1
             FOR UPDATE SKIP LOCKED)
        UPDATE bencher
           SET updated_at = now()
          FROM candidate
         WHERE bencher.record_id = candidate.record_id
        RETURNING bencher.record_id INTO oldest;
        DELETE FROM bencher WHERE record_id = oldest;
      END
      $$\
      """;

  public QueueChurn {
    if (initialRows < 0) {
      throw new IllegalArgumentException(
          "queue-churn starts with 0 rows or more, not " + initialRows + ".");
    }
  }

  @Override
  public String name() {
    return "queue-churn";
  }

  @Override
  public void load(Connection connection, long seed, Consumer<? super Progress> progress)
      throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(TABLE);
    }
    try (var insert =
        connection.prepareStatement(
            "INSERT INTO bencher (updated_at) SELECT now() FROM generate_series(1, ?)")) {
      insert.setInt(1, initialRows);
      insert.executeUpdate();
    }
    progress.accept(new Progress.Loading("bencher", initialRows, initialRows));
  }

  @Override
  public Client<?> client(Connection connection, long seed) throws SQLException {
    connection.setAutoCommit(true);
    return new Worker(connection.prepareStatement(ITERATION));
  }

  private enum Iteration implements Transaction {
    ONE;

    @Override
    public Action action() {
      return Action.QUEUE_ITERATION;
    }
  }

  private record Worker(PreparedStatement iteration) implements Client<Iteration> {
    @Override
    public Iteration next() {
      return Iteration.ONE;
    }

    @Override
    public void execute(Iteration transaction) throws SQLException {
      iteration.execute();
    }
  }
}
