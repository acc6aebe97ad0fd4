package org.vacuumadvisor.lab.page;

import java.sql.SQLException;
import java.util.SplittableRandom;
import org.vacuumadvisor.lab.server.PostgresServer;

/// Rows that come, change and go in one table, some in transactions that fail, or are not over yet.
/// The same seed gives the same history, up to the lengths that the server draws.
final class PageHistory implements AutoCloseable {
  /// Rows whose `a` leaves this remainder belong to the transactions that stay open, so that no one
  /// waits for them.
  private static final int OPEN = 4;

  private static final int GROUPS = 5;

  /// Kinds of work there are; the last makes multixacts.
  private static final int KINDS = 8;

  private final String table;
  private final TableShape shape;
  private final SplittableRandom random;
  private final int kinds;
  private final Session session;
  private final Session open;
  private final Session locker;

  /// A history in which rows are locked by several, too: their `xmax` becomes a multixact.
  static PageHistory withMultixacts(
      PostgresServer server, String table, TableShape shape, long seed) throws SQLException {
    return new PageHistory(server, table, shape, seed, KINDS);
  }

  /// A history that gives VACUUM no cause to freeze, as it does with a multixact that is over.
  static PageHistory withoutMultixacts(
      PostgresServer server, String table, TableShape shape, long seed) throws SQLException {
    return new PageHistory(server, table, shape, seed, KINDS - 1);
  }

  private PageHistory(PostgresServer server, String table, TableShape shape, long seed, int kinds)
      throws SQLException {
    this.kinds = kinds;
    this.table = table;
    this.shape = shape;
    this.random = new SplittableRandom(seed);
    this.session = new Session(server);
    this.open = new Session(server);
    this.locker = new Session(server);
    session.execute("SELECT setseed(%s)".formatted((seed % 1000) / 1000.0));
    session.execute(shape.create(table));
    insert(session, shape.rows());
    update(session, shape.change(), 1.0);
  }

  /// One round of work, all of it over.
  void work() throws SQLException {
    int steps = random.nextInt(3, 9);
    for (int step = 0; step < steps; step++) {
      switch (random.nextInt(kinds)) {
        case 0 -> insert(session, random.nextInt(1, shape.rows() / 3));
        case 1 -> update(session, shape.change(), random.nextDouble());
        case 2 -> update(session, shape.changeOfKey(), random.nextDouble(0.3));
        case 3 -> delete(session, random.nextDouble(0.5));
        case 4 -> failing();
        case 5 -> failingInPart();
        case 6 -> againAndAgain();
        default -> changeWhatAnotherLocks();
      }
    }
  }

  /// Begins transactions that are not over when this returns.
  void leaveOpen() throws SQLException {
    open.execute("BEGIN");
    open.execute(
        "UPDATE %s SET %s WHERE a %% %d = %d AND random() < 0.3"
            .formatted(table, shape.change(), GROUPS, OPEN));
    open.execute("SAVEPOINT s");
    open.execute(
        "DELETE FROM %s WHERE a %% %d = %d AND random() < 0.2".formatted(table, GROUPS, OPEN));
    if (random.nextBoolean()) {
      open.execute("ROLLBACK TO s");
    }
    open.execute(
        "UPDATE %s SET %s WHERE a %% %d = %d AND random() < 0.2"
            .formatted(table, shape.change(), GROUPS, OPEN));
    insert(open, 3);
  }

  /// Ends what is open, well or not.
  void endOpen() throws SQLException {
    open.execute(random.nextBoolean() ? "COMMIT" : "ROLLBACK");
  }

  private void insert(Session by, int rows) throws SQLException {
    by.execute(
        "INSERT INTO %s (a) SELECT (random() * 100000)::int FROM generate_series(1, %d)"
            .formatted(table, rows));
  }

  private void update(Session by, String change, double share) throws SQLException {
    by.execute(
        "UPDATE %s SET %s WHERE a %% %d <> %d AND random() < %f"
            .formatted(table, change, GROUPS, OPEN, share));
  }

  private void delete(Session by, double share) throws SQLException {
    by.execute(
        "DELETE FROM %s WHERE a %% %d <> %d AND random() < %f"
            .formatted(table, GROUPS, OPEN, share));
  }

  private void failing() throws SQLException {
    session.execute(
        "BEGIN", "SELECT FROM %s WHERE a %% 7 = 0 FOR UPDATE SKIP LOCKED".formatted(table));
    update(session, shape.change(), random.nextDouble(0.4));
    insert(session, 5);
    delete(session, random.nextDouble(0.2));
    session.execute("ROLLBACK");
  }

  private void failingInPart() throws SQLException {
    session.execute("BEGIN");
    update(session, shape.change(), random.nextDouble(0.2));
    session.execute("SAVEPOINT s");
    update(session, shape.change(), random.nextDouble(0.4));
    insert(session, 5);
    session.execute("ROLLBACK TO s");
    update(session, shape.change(), random.nextDouble(0.2));
    session.execute("COMMIT");
  }

  private void againAndAgain() throws SQLException {
    int rest = random.nextInt(OPEN);
    for (int i = 0; i < 4; i++) {
      session.execute(
          "UPDATE %s SET %s WHERE a %% %d = %d".formatted(table, shape.change(), 5 * GROUPS, rest));
    }
  }

  /// `xmax` becomes a multixact: one transaction locks, another updates.
  private void changeWhatAnotherLocks() throws SQLException {
    locker.execute(
        "BEGIN", "SELECT FROM %s WHERE a %% %d = 1 FOR KEY SHARE".formatted(table, 3 * GROUPS));
    session.execute(
        "UPDATE %s SET %s WHERE a %% %d = 1".formatted(table, shape.change(), 3 * GROUPS));
    locker.execute("COMMIT");
  }

  @Override
  public void close() throws SQLException {
    open.close();
    locker.close();
    session.execute("DROP TABLE " + table);
    session.close();
  }
}
