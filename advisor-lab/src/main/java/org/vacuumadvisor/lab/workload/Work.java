package org.vacuumadvisor.lab.workload;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/// A workload at work on a server until it is closed, a connection and a thread for each flow.
public final class Work implements AutoCloseable {
  private static final String SCHEMA = "public";
  private static final int DIGITS = 2;
  private static final double NANOS_A_MILLI = 1e6;

  private final Script script;
  private final ClientPool clients;
  private final List<Recorder> latencies;
  private final AtomicBoolean isOver;

  private Work(Script script, ClientPool clients, List<Recorder> latencies, AtomicBoolean isOver) {
    this.script = script;
    this.clients = clients;
    this.latencies = latencies;
    this.isOver = isOver;
  }

  /// Begins.
  ///
  /// @param seed the same seed draws the same values
  public static Work start(Script script, ConnectionSource source, long seed)
      throws WorkloadException, InterruptedException {
    var flows = script.flows();
    try {
      var clients = ClientPool.gather(script.name(), source, SCHEMA, flows.size());
      var latencies = flows.stream().map(_ -> new Recorder(DIGITS)).toList();
      var isOver = new AtomicBoolean();
      for (int at = 0; at < flows.size(); at++) {
        var connection = clients.connections().get(at);
        var flow = PreparedFlow.of(List.of(flows.get(at)), connection, at).getFirst();
        clients.start(new FlowLoop(flow, latencies.get(at), isOver, seed + at));
      }
      return new Work(script, clients, latencies, isOver);
    } catch (SQLException failure) {
      throw failed(script, failure);
    }
  }

  /// What each flow did since the last time this was asked, or since the start.
  ///
  /// @throws WorkloadException if a flow has failed
  public List<FlowFigures> take() throws WorkloadException, InterruptedException {
    try {
      clients.await(0);
    } catch (ExecutionException failure) {
      throw failed(script, failure.getCause());
    }
    return IntStream.range(0, latencies.size())
        .mapToObj(at -> figures(script.flows().get(at), latencies.get(at).getIntervalHistogram()))
        .toList();
  }

  private static FlowFigures figures(Flow flow, Histogram latencies) {
    return new FlowFigures(
        flow.name(),
        latencies.getTotalCount(),
        latencies.getValueAtPercentile(50) / NANOS_A_MILLI,
        latencies.getValueAtPercentile(95) / NANOS_A_MILLI);
  }

  private static WorkloadException failed(Script script, @Nullable Throwable failure) {
    var cause = requireNonNull(failure);
    return new WorkloadException(
        "%s failed: %s".formatted(script.name(), cause.getMessage()), cause);
  }

  @Override
  public void close() {
    isOver.set(true);
    clients.close();
  }

  /// One flow at work at its pace. What comes late is made up for, up to a second's worth: a server
  /// that was slow for a moment gets the same work in the end.
  static final class FlowLoop implements Callable<@Nullable Void> {
    private static final long SECOND_NANOS = 1_000_000_000L;

    /// So that the end is noticed soon, however seldom the flow comes.
    private static final long LONGEST_PARK_NANOS = SECOND_NANOS / 10;

    private final PreparedFlow flow;
    private final Recorder latencies;
    private final AtomicBoolean isOver;
    private final RandomGenerator random;

    /// @param latencies of transactions, in nanoseconds
    FlowLoop(PreparedFlow flow, Recorder latencies, AtomicBoolean isOver, long seed) {
      this.flow = flow;
      this.latencies = latencies;
      this.isOver = isOver;
      this.random = new Random(seed);
    }

    @Override
    public @Nullable Void call() throws SQLException {
      long every = Math.round(SECOND_NANOS / flow.rate());
      long due = System.nanoTime();
      while (!isOver.get()) {
        long now = System.nanoTime();
        if (now < due) {
          LockSupport.parkNanos(Math.min(due - now, LONGEST_PARK_NANOS));
        } else {
          run();
          due = Math.max(due + every, System.nanoTime() - SECOND_NANOS);
        }
      }
      return null;
    }

    private void run() throws SQLException {
      long start = System.nanoTime();
      try {
        if (flow.run(random)) {
          latencies.recordValue(System.nanoTime() - start);
        }
      } catch (SQLException failure) {
        if (!isOver.get()) {
          throw failure;
        }
      }
    }
  }
}
