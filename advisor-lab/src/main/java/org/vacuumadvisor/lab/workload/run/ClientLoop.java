package org.vacuumadvisor.lab.workload.run;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.lab.workload.Client;
import org.vacuumadvisor.lab.workload.Transaction;

/// The working day of one client: transaction after transaction until it is time to stop.
final class ClientLoop<T extends Transaction> implements Callable<@Nullable Void> {
  /// `serialization_failure` and `deadlock_detected`: the manual says to try again.
  private static final Set<String> WORTH_ANOTHER_TRY = Set.of("40001", "40P01");

  private final Client<T> client;
  private final Connection connection;
  private final Tally tally;
  private final Duration pause;

  ClientLoop(Client<T> client, Connection connection, Tally tally, Duration pause) {
    this.client = client;
    this.connection = connection;
    this.tally = tally;
    this.pause = pause;
  }

  @Override
  public @Nullable Void call() throws WorkloadException, InterruptedException {
    while (!tally.isOver()) {
      var transaction = client.next();
      long start = System.nanoTime();
      if (finish(transaction)) {
        tally.finished(transaction.action(), System.nanoTime() - start);
      }
      Thread.sleep(pause);
    }
    return null;
  }

  /// Whether the transaction was finished; else there was no time left to try again.
  private boolean finish(T transaction) throws WorkloadException {
    while (true) {
      try {
        client.execute(transaction);
        return true;
      } catch (SQLException failure) {
        boolean again = WORTH_ANOTHER_TRY.contains(String.valueOf(failure.getSQLState()));
        if (again) {
          tally.failed();
          rollBack(failure);
        }
        if (tally.isOver()) {
          return false;
        }
        if (!again) {
          throw new WorkloadException(
              transaction.action().label() + " failed: " + failure.getMessage(), failure);
        }
      }
    }
  }

  private void rollBack(SQLException failure) throws WorkloadException {
    try {
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
    } catch (SQLException worse) {
      worse.addSuppressed(failure);
      throw new WorkloadException(
          "a transaction could not be rolled back: " + worse.getMessage(), worse);
    }
  }
}
