package org.vacuumadvisor.lab.workload;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// A history that is only ever written to: every transaction inserts ten rows of about a hundred
/// bytes.
///
/// Table, index, frozen start and batch are those of the experiment that led to the insert trigger
/// of PostgreSQL 18. The ids are drawn at random, so inserts go all over the index.
///
/// @param initialRows rows at the start, loaded as frozen; 10 million are about 1 GB
public record InsertOnly(int initialRows) implements Workload {
  private static final int BATCH = 10;
  private static final int DATA_LENGTH = 90;
  private static final long IDS = 1L << 40;
  private static final int CLIENTS = 1000;

  private static final String TABLE =
      """
      CREATE TABLE history (
        id bigint,
        client_id int NOT NULL,
        mtime timestamptz DEFAULT now(),
        data text)\
      """;

  private static final String INSERT =
      "INSERT INTO history (id, client_id, data) VALUES (?, ?, ?)"
          + ", (?, ?, ?)".repeat(BATCH - 1);

  public InsertOnly {
    if (initialRows < 0) {
      throw new IllegalArgumentException(
          "insert-only starts with 0 rows or more, not " + initialRows + ".");
    }
  }

  @Override
  public String name() {
    return "insert-only";
  }

  /// COPY freezes rows only in a table that its own transaction has created.
  @Override
  public void load(Connection connection, long seed, Consumer<? super Progress> progress)
      throws SQLException {
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      statement.execute(TABLE);
      copy(connection, new SplittableRandom(seed), progress);
      statement.execute("CREATE INDEX history_id ON history (id)");
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  @Override
  public Client<?> client(Connection connection, long seed) throws SQLException {
    connection.setAutoCommit(true);
    return new Writer(new SplittableRandom(seed), connection.prepareStatement(INSERT));
  }

  private void copy(
      Connection connection, RandomGenerator random, Consumer<? super Progress> progress)
      throws SQLException {
    var copy = "COPY history (id, client_id, data) FROM STDIN WITH (FREEZE)";
    try (var rows = new CopyRows(connection, copy, "history", initialRows, progress)) {
      for (int at = 0; at < initialRows; at++) {
        var row = Row.drawn(random);
        rows.row(row.id(), row.client(), row.data());
      }
      rows.finish();
    }
  }

  private record Row(long id, int client, String data) {
    static Row drawn(RandomGenerator random) {
      return new Row(
          random.nextLong(IDS), random.nextInt(CLIENTS), RandomText.of(random, DATA_LENGTH));
    }
  }

  private record Batch(List<Row> rows) implements Transaction {
    @Override
    public Action action() {
      return Action.INSERT_BATCH;
    }
  }

  private record Writer(RandomGenerator random, PreparedStatement insert) implements Client<Batch> {
    @Override
    public Batch next() {
      return new Batch(Stream.generate(() -> Row.drawn(random)).limit(BATCH).toList());
    }

    @Override
    public void execute(Batch batch) throws SQLException {
      int parameter = 0;
      for (var row : batch.rows()) {
        insert.setLong(++parameter, row.id());
        insert.setInt(++parameter, row.client());
        insert.setString(++parameter, row.data());
      }
      insert.executeUpdate();
    }
  }
}
