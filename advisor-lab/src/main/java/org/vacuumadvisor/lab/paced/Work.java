package org.vacuumadvisor.lab.paced;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.lab.workload.ConnectionSource;
import org.vacuumadvisor.lab.workload.WorkloadException;

/// A workload at work on a server until it is closed, a connection and a thread for each flow.
public final class Work implements AutoCloseable {
  private final Script script;
  private final List<Connection> connections = new ArrayList<>();
  private final List<FlowTally> tallies = new ArrayList<>();
  private final List<Future<@Nullable Void>> loops = new ArrayList<>();
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().name("flow-", 1).factory());

  private Work(Script script) {
    this.script = script;
  }

  /// Makes and fills the tables. Each statement has a session of its own: sessions send counters at
  /// their end, but otherwise only once a second, and a `VACUUM` would not reset those of the rows
  /// inserted just before.
  public static void load(Script script, ConnectionSource source) throws WorkloadException {
    for (var each : script.load()) {
      try (var connection = source.open();
          var statement = connection.createStatement()) {
        statement.execute(each);
      } catch (SQLException failure) {
        throw new WorkloadException(
            "%s could not be loaded: %s".formatted(script.name(), failure.getMessage()), failure);
      }
    }
  }

  /// Begins.
  ///
  /// @param seed the same seed draws the same values
  public static Work start(Script script, ConnectionSource source, long seed)
      throws WorkloadException {
    var work = new Work(script);
    try {
      for (int at = 0; at < script.flows().size(); at++) {
        var connection = source.open();
        var tally = new FlowTally();
        work.connections.add(connection);
        work.tallies.add(tally);
        Callable<@Nullable Void> loop =
            new FlowLoop(script.flows().get(at), connection, tally, seed + at);
        work.loops.add(work.threads.submit(loop));
      }
      return work;
    } catch (SQLException failure) {
      work.close();
      throw failed(script, failure);
    }
  }

  /// What each flow did since the last time this was asked, or since the start.
  ///
  /// @throws WorkloadException if a flow has failed
  public List<FlowFigures> take() throws WorkloadException, InterruptedException {
    for (var each : loops) {
      if (each.isDone()) {
        try {
          each.get();
        } catch (ExecutionException failure) {
          throw failed(script, failure.getCause());
        }
      }
    }
    var figures = new ArrayList<FlowFigures>();
    for (int at = 0; at < tallies.size(); at++) {
      figures.add(tallies.get(at).take(script.flows().get(at).name()));
    }
    return figures;
  }

  private static WorkloadException failed(Script script, @Nullable Throwable failure) {
    return new WorkloadException(
        "%s failed: %s".formatted(script.name(), failure == null ? "" : failure.getMessage()),
        failure == null ? new IllegalStateException() : failure);
  }

  @Override
  public void close() {
    tallies.forEach(FlowTally::end);
    threads.shutdownNow();
    for (var each : connections) {
      try {
        each.abort(Runnable::run);
      } catch (SQLException _) {
        // It is gone all the same.
      }
    }
    threads.close();
  }
}
