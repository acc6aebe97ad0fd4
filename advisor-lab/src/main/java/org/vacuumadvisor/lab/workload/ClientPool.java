package org.vacuumadvisor.lab.workload;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/// Connections, and a thread for each. Closing ends all of them, at once if they are still at work.
///
/// The threads belong to the platform: virtual ones take more of the client's processor time for
/// each round trip (decision 21). They are daemons: no client keeps a JVM alive.
final class ClientPool implements AutoCloseable {
  private static final int CANCELS = 20;
  private static final long CANCEL_EVERY_MILLIS = 100;

  private final List<Connection> connections = new ArrayList<>();
  private final ExecutorService executor;
  private final ExecutorCompletionService<@Nullable Void> completion;
  private int working;

  private ClientPool(String name) {
    this.executor =
        Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().daemon().name(name + "-", 1).factory());
    this.completion = new ExecutorCompletionService<>(executor);
  }

  /// Opens so many connections that look for their tables in this schema, or none at all.
  static ClientPool gather(String name, ConnectionSource source, String schema, int size)
      throws SQLException, InterruptedException {
    var clients = new ClientPool(name);
    try {
      while (clients.connections.size() < size) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        var connection = source.open();
        clients.connections.add(connection);
        connection.setSchema(schema);
      }
      return clients;
    } catch (SQLException | InterruptedException | RuntimeException failure) {
      clients.close();
      throw failure;
    }
  }

  /// The connections, in the order in which they were opened.
  List<Connection> connections() {
    return connections;
  }

  /// Lets a thread of its own do a task.
  void start(Callable<@Nullable Void> task) {
    completion.submit(task);
    working++;
  }

  /// Whether a task has not been seen to end.
  boolean isWorking() {
    return working > 0;
  }

  /// Waits until one task has ended, or so many nanoseconds.
  ///
  /// @throws ExecutionException if it has failed
  void await(long nanos) throws InterruptedException, ExecutionException {
    var ended = completion.poll(nanos, TimeUnit.NANOSECONDS);
    if (ended != null) {
      working--;
      ended.get();
    }
  }

  /// Ends what the threads do, and cuts the connections. What is running on the server is cancelled
  /// first: a session that waits for a lock, or is in a long statement, would not notice that its
  /// client is gone. It is cancelled again until the threads have ended, as a server forgets a
  /// request that comes just before the statement does.
  void cut() {
    executor.shutdown();
    try {
      int requests = 0;
      do {
        each(connection -> connection.unwrap(PGConnection.class).cancelQuery());
        requests++;
      } while (!executor.awaitTermination(CANCEL_EVERY_MILLIS, TimeUnit.MILLISECONDS)
          && requests < CANCELS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    each(connection -> connection.abort(Runnable::run));
  }

  @Override
  public void close() {
    if (isWorking()) {
      cut();
    }
    each(Connection::close);
    executor.close();
  }

  /// What is done on a connection.
  interface Step {
    void take(Connection connection) throws SQLException;
  }

  /// A connection whose server refuses is gone, and what was running on it, too.
  private void each(Step step) {
    for (var connection : connections) {
      try {
        step.take(connection);
      } catch (SQLException _) {
        // Nothing is left to do on this one.
      }
    }
  }
}
