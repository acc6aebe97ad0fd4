package org.vacuumadvisor.cli.apply;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.SettingSql;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Failure;
import org.vacuumadvisor.verify.JournalLine;
import org.vacuumadvisor.verify.JournalLine.Attempt;
import org.vacuumadvisor.verify.JournalLine.Event;
import org.vacuumadvisor.verify.JournalLine.Result;

/// The one class that changes a server of the user. A change is set only if the value that was
/// expected still stands there, and only after the journal has it on the disk.
///
/// @param lockTimeout below `deadlock_timeout`, else who waits cancels an autovacuum worker
/// @param witness is run after every line of the journal and every statement that sets something,
///   so that a test can end the process at each
record Writer(Journal journal, ServerLook look, Duration lockTimeout, Runnable witness) {
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration TICK = Duration.ofMillis(100);

  /// Sets what a change sets, or does nothing. Where the connection is lost meanwhile nobody knows
  /// which: the intent stays open, and the next run looks.
  ///
  /// @param event whether it is applied or taken back
  Attempt set(Attempt change, Event event) throws SQLException, SourceException {
    journal.add(new JournalLine(event, look.now(), null, change));
    witness.run();
    var outcome = set(change);
    witness.run();
    journal.add(new JournalLine(Event.OUTCOME, look.now(), null, outcome));
    witness.run();
    return outcome;
  }

  private Attempt set(Attempt change) throws SQLException, SourceException {
    var connection = look.session(change.target().database());
    try {
      var difference = change.target().isServer() ? setServer(change) : setTable(change);
      return difference.isPresent()
          ? change.became(Result.DIFFERS, difference.get())
          : change.became(Result.SET, null);
    } catch (SQLException failed) {
      var failure = Failure.of(failed);
      if (connection.isClosed() || failure.state().isEmpty() || failure.isLostConnection()) {
        throw failed;
      }
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
      return LOCK_NOT_AVAILABLE.equals(failure.state())
          ? change.became(Result.LOCKED, look.lockedBy(change))
          : change.became(Result.FAILED, failure.message());
    } finally {
      if (!connection.isClosed()) {
        connection.setAutoCommit(true);
      }
    }
  }

  /// `ALTER SYSTEM` cannot be in a transaction: it is compared right before.
  ///
  /// @return why it was not set
  private Optional<String> setServer(Attempt change) throws SQLException, SourceException {
    var difference = look.difference(change);
    if (difference.isEmpty()) {
      execute(look.session(change.target().database()), change.sql());
    }
    return difference;
  }

  /// Compared and set under the lock that setting takes, so that nobody comes in between. A
  /// materialized view cannot be locked by itself: there it is one transaction without.
  private Optional<String> setTable(Attempt change) throws SQLException, SourceException {
    var connection = look.session(change.target().database());
    connection.setAutoCommit(false);
    execute(connection, "SET TRANSACTION READ WRITE");
    execute(connection, "SET LOCAL lock_timeout = " + lockTimeout.toMillis());
    var table = change.target().through();
    if (table != null && table.kind() == RelationKind.TABLE) {
      execute(
          connection, "LOCK TABLE ONLY %s IN SHARE UPDATE EXCLUSIVE MODE".formatted(table.sql()));
    }
    var difference = look.difference(change);
    if (difference.isPresent()) {
      connection.rollback();
    } else {
      execute(connection, change.sql());
      witness.run();
      connection.commit();
    }
    return difference;
  }

  /// Has the server load what was written, and waits until it is in effect.
  ///
  /// @return whether all of it is
  boolean reload(List<Attempt> written) throws SQLException, SourceException, InterruptedException {
    journal.add(new JournalLine(Event.RELOAD, look.now(), null, null));
    witness.run();
    execute(look.session(""), SettingSql.reload());
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
