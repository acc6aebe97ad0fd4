package org.vacuumadvisor.lab.workload;

import java.sql.SQLException;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/// One flow at work at its pace. What comes late is made up for, up to a second's worth: a server
/// that was slow for a moment gets the same work in the end.
final class FlowLoop implements Callable<@Nullable Void> {
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
