package org.vacuumadvisor.lab.workload;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;

/// A client of [ReadHeavy]: one statement a transaction.
///
/// It deletes only rows that it has inserted itself, the oldest first, so no read misses its row.
final class ReadHeavyClient implements Client<ReadHeavyClient.Step> {
  private static final int KEY_READ_PERCENT = 80;
  private static final int UPDATE_PERCENT = 80;
  private static final int RANGE = 20;
  private static final int OWN_ROWS = 50;

  private final ReadHeavy workload;
  private final RandomGenerator random;
  private final SkewedKeys keys;
  private final PreparedStatement readKey;
  private final PreparedStatement readRange;
  private final PreparedStatement update;
  private final PreparedStatement insert;
  private final PreparedStatement delete;
  private final Deque<Long> inserted = new ArrayDeque<>();
  private int planned;

  ReadHeavyClient(ReadHeavy workload, Connection connection, RandomGenerator random)
      throws SQLException {
    this.workload = workload;
    this.random = random;
    this.keys = new SkewedKeys(workload.rows());
    this.readKey =
        connection.prepareStatement("SELECT owner, balance, note FROM account WHERE id = ?");
    this.readRange =
        connection.prepareStatement(
            "SELECT id, balance FROM account WHERE id >= ? AND id < ? ORDER BY id");
    this.update =
        connection.prepareStatement(
            "UPDATE account SET balance = balance + ?, changed_at = now() WHERE id = ?");
    this.insert =
        connection.prepareStatement(
            "INSERT INTO account (owner, balance, note) VALUES (?, ?, ?) RETURNING id");
    this.delete = connection.prepareStatement("DELETE FROM account WHERE id = ?");
  }

  /// One statement with its inputs.
  sealed interface Step extends Transaction {}

  private record ReadKey(long id) implements Step {
    @Override
    public Action action() {
      return Action.READ_KEY;
    }
  }

  private record ReadRange(long from) implements Step {
    @Override
    public Action action() {
      return Action.READ_RANGE;
    }
  }

  private record Update(long id, int amount) implements Step {
    @Override
    public Action action() {
      return Action.UPDATE;
    }
  }

  private record Insert(String owner, int balance, String note) implements Step {
    @Override
    public Action action() {
      return Action.INSERT;
    }
  }

  private record DeleteOldest() implements Step {
    @Override
    public Action action() {
      return Action.DELETE;
    }
  }

  @Override
  public Step next() {
    if (random.nextInt(100) < workload.readPercent()) {
      long key = keys.draw(random);
      return random.nextInt(100) < KEY_READ_PERCENT ? new ReadKey(key) : new ReadRange(key);
    }
    if (random.nextInt(100) < UPDATE_PERCENT) {
      return new Update(keys.draw(random), random.nextInt(-100, 101));
    }
    if (planned < OWN_ROWS) {
      planned++;
      return new Insert(RandomText.of(random, 12), 0, RandomText.of(random, 80));
    }
    planned--;
    return new DeleteOldest();
  }

  @Override
  public void execute(Step step) throws SQLException {
    switch (step) {
      case ReadKey(long id) -> {
        readKey.setLong(1, id);
        consume(readKey);
      }
      case ReadRange(long from) -> {
        readRange.setLong(1, from);
        readRange.setLong(2, from + RANGE);
        consume(readRange);
      }
      case Update(long id, int amount) -> {
        update.setInt(1, amount);
        update.setLong(2, id);
        update.executeUpdate();
      }
      case Insert row -> insert(row);
      case DeleteOldest _ -> {
        delete.setLong(1, inserted.getFirst());
        delete.executeUpdate();
        inserted.removeFirst();
      }
    }
  }

  private void insert(Insert row) throws SQLException {
    insert.setString(1, row.owner());
    insert.setInt(2, row.balance());
    insert.setString(3, row.note());
    try (var result = insert.executeQuery()) {
      result.next();
      inserted.addLast(result.getLong(1));
    }
  }

  private static void consume(PreparedStatement query) throws SQLException {
    try (ResultSet result = query.executeQuery()) {
      while (result.next()) {
        result.getLong(2);
      }
    }
  }
}
