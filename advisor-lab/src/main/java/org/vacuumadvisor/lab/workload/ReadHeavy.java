package org.vacuumadvisor.lab.workload;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/// The norm: most transactions look rows up, few change one.
///
/// Four of five reads are by primary key, the others of a short range of it. Eight of ten writes
/// are updates; inserts and deletes take turns over the rest, so the table keeps its size. Some
/// keys are far more popular than others.
///
/// @param rows rows in the table, at least 100
/// @param readPercent the part of the transactions that only read, 75 to 95
public record ReadHeavy(int rows, int readPercent) implements Workload {
  private static final int FEWEST_ROWS = 100;
  private static final int FEWEST_READS = 75;
  private static final int MOST_READS = 95;
  private static final int NOTE_LENGTH = 80;
  private static final int OWNER_LENGTH = 12;

  private static final String TABLE =
      """
      CREATE TABLE account (
        id bigserial PRIMARY KEY,
        owner text NOT NULL,
        balance bigint NOT NULL,
        note text,
        changed_at timestamptz NOT NULL DEFAULT now())\
      """;

  public ReadHeavy {
    if (rows < FEWEST_ROWS) {
      throw new IllegalArgumentException(
          "read-heavy has " + FEWEST_ROWS + " rows or more, not " + rows + ".");
    }
    if (readPercent < FEWEST_READS || readPercent > MOST_READS) {
      throw new IllegalArgumentException(
          "read-heavy reads in %d to %d %% of its transactions, not %d %%."
              .formatted(FEWEST_READS, MOST_READS, readPercent));
    }
  }

  @Override
  public String name() {
    return "read-heavy";
  }

  @Override
  public void load(Connection connection, long seed, Consumer<? super Progress> progress)
      throws SQLException {
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      statement.execute(TABLE);
      copy(connection, seed, progress);
      statement.execute("SELECT setval('account_id_seq', " + rows + ")");
    }
    connection.commit();
    connection.setAutoCommit(true);
    try (var statement = connection.createStatement()) {
      statement.execute("ANALYZE account");
    }
  }

  @Override
  public Client<?> client(Connection connection, long seed) throws SQLException {
    connection.setAutoCommit(true);
    return new ReadHeavyClient(this, connection, new SplittableRandom(seed));
  }

  private void copy(Connection connection, long seed, Consumer<? super Progress> progress)
      throws SQLException {
    var random = new SplittableRandom(seed);
    var copy = "COPY account (id, owner, balance, note) FROM STDIN";
    try (var out = new CopyRows(connection, copy, "account", rows, progress)) {
      for (int id = 1; id <= rows; id++) {
        out.row(
            id,
            RandomText.of(random, OWNER_LENGTH),
            random.nextInt(1_000_000),
            RandomText.of(random, NOTE_LENGTH));
      }
      out.finish();
    }
  }
}
