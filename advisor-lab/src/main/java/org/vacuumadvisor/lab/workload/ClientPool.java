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

  /// Cuts the connections, also under a thread that waits for an answer. What is running on the
  /// server is cancelled first: a session that waits for a lock would not notice that its client is
  /// gone.
  void cut() {
    for (var connection : connections) {
      try {
        connection.unwrap(PGConnection.class).cancelQuery();
        connection.abort(Runnable::run);
      } catch (SQLException _) {
        // The server is gone, and what was running on it, too.
      }
    }
  }

  @Override
  public void close() {
    if (isWorking()) {
      cut();
    }
    for (var connection : connections) {
      try {
        connection.close();
      } catch (SQLException _) {
        // It is closed on this side all the same.
      }
    }
    executor.close();
  }
}
