package org.vacuumadvisor.cli.apply;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.cli.apply.JournalLine.Event;
import org.vacuumadvisor.cli.apply.JournalLine.Result;
import org.vacuumadvisor.postgres.SettingSql;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Failure;

/// The one class that changes a server of the user. A change is set only if the value that was
/// expected still stands there, and only after the journal has it on the disk.
final class Writer {
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration TICK = Duration.ofMillis(100);

  private final Journal journal;
  private final Duration lockTimeout;
  private final Witness witness;

  /// Told of every step, so that a test can end the process at each.
  @FunctionalInterface
  interface Witness {
    Witness NONE = _ -> {};

    void at(Moment moment);
  }

  /// What was done last.
  enum Moment {
    /// The intent is in the journal.
    ANNOUNCED,
    /// The table's parameters are set, and not committed.
    ALTERED,
    /// It is done, and the journal does not have it.
    DONE,
    /// The journal has it.
    NOTED,
    /// The reload is in the journal, and not asked for.
    RELOADING
  }

  /// What became of a change.
  record Outcome(Result result, String words) {
    private static Outcome of(Optional<String> difference) {
      return difference
          .map(words -> new Outcome(Result.DIFFERS, words))
          .orElse(new Outcome(Result.SET, ""));
    }
  }

  /// @param lockTimeout below `deadlock_timeout`, else who waits cancels an autovacuum worker
  Writer(Journal journal, Duration lockTimeout, Witness witness) {
    this.journal = journal;
    this.lockTimeout = lockTimeout;
    this.witness = witness;
  }

  /// Sets what a change sets, or does nothing. Where the connection is lost meanwhile nobody knows
  /// which: the intent stays open, and the next run looks.
  ///
  /// @param event whether it is applied or taken back
  Outcome set(Connection connection, Change change, Event event)
      throws SQLException, SourceException {
    var look = new ServerLook(connection);
    journal.add(JournalLine.intent(event, look.now(), change));
    witness.at(Moment.ANNOUNCED);
    var outcome = set(connection, change);
    witness.at(Moment.DONE);
    journal.add(
        JournalLine.outcome(look.now(), change.number(), outcome.result(), outcome.words()));
    witness.at(Moment.NOTED);
    return outcome;
  }

  private Outcome set(Connection connection, Change change) throws SQLException {
    var look = new ServerLook(connection);
    try {
      return change.isOfServer() ? setServer(look, change) : setTable(look, change);
    } catch (SQLException failed) {
      var failure = Failure.of(failed);
      if (connection.isClosed() || failure.state().isEmpty() || failure.isLostConnection()) {
        throw failed;
      }
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
      return LOCK_NOT_AVAILABLE.equals(failure.state())
          ? new Outcome(Result.LOCKED, look.lockedBy(change))
          : new Outcome(Result.FAILED, failure.message());
    } finally {
      if (!connection.isClosed()) {
        connection.setAutoCommit(true);
      }
    }
  }

  /// `ALTER SYSTEM` cannot be in a transaction: it is compared right before.
  private static Outcome setServer(ServerLook look, Change change) throws SQLException {
    var difference = look.difference(change);
    if (difference.isEmpty()) {
      execute(look.connection(), change.sql());
    }
    return Outcome.of(difference);
  }

  /// Compared and set under the lock that setting takes, so that nobody comes in between. A
  /// materialized view cannot be locked by itself: there it is one transaction without.
  private Outcome setTable(ServerLook look, Change change) throws SQLException {
    var connection = look.connection();
    connection.setAutoCommit(false);
    execute(connection, "SET TRANSACTION READ WRITE");
    execute(connection, "SET LOCAL lock_timeout = " + Math.max(1, lockTimeout.toMillis()));
    if (look.table(change).filter(ServerLook.Table::isPlain).isPresent()) {
      execute(
          connection, "LOCK TABLE ONLY %s IN SHARE UPDATE EXCLUSIVE MODE".formatted(change.name()));
    }
    var difference = look.difference(change);
    if (difference.isPresent()) {
      connection.rollback();
    } else {
      execute(connection, change.sql());
      witness.at(Moment.ALTERED);
      connection.commit();
    }
    return Outcome.of(difference);
  }

  /// Has the server load what was written, and waits until it is in effect.
  ///
  /// @return whether all of it is
  boolean reload(Connection connection, List<Change> written)
      throws SQLException, SourceException, InterruptedException {
    var look = new ServerLook(connection);
    journal.add(JournalLine.reload(look.now()));
    witness.at(Moment.RELOADING);
    execute(connection, SettingSql.reload());
    long left = PATIENCE.dividedBy(TICK);
    while (left-- > 0 && !look.waiting(written).isEmpty()) {
      Thread.sleep(TICK);
    }
    return look.waiting(written).isEmpty();
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
