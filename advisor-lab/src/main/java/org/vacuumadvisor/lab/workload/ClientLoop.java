package org.vacuumadvisor.lab.workload;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The working day of one client: transaction after transaction until it is time to stop.
final class ClientLoop implements Callable<@Nullable Void> {
  private final List<PreparedFlow> flows;
  private final Tally tally;
  private final Duration pause;
  private final RandomGenerator random;

  ClientLoop(List<PreparedFlow> flows, Tally tally, Duration pause, long seed) {
    this.flows = flows;
    this.tally = tally;
    this.pause = pause;
    this.random = new SplittableRandom(seed);
  }

  @Override
  public @Nullable Void call() throws SQLException, InterruptedException {
    while (!tally.isOver()) {
      work();
      Thread.sleep(pause);
    }
    return null;
  }

  /// One transaction, tried again as long as there is time.
  private void work() throws SQLException {
    var flow = drawn();
    long start = System.nanoTime();
    try {
      boolean isDone = flow.run(random);
      while (!isDone) {
        tally.failed();
        if (tally.isOver()) {
          return;
        }
        isDone = flow.run(random);
      }
      tally.finished(System.nanoTime() - start);
    } catch (SQLException failure) {
      if (!tally.isOver()) {
        throw failure;
      }
    }
  }

  private PreparedFlow drawn() {
    double at = random.nextDouble(flows.stream().mapToDouble(PreparedFlow::rate).sum());
    for (var each : flows) {
      at -= each.rate();
      if (at < 0) {
        return each;
      }
    }
    return flows.getLast();
  }
}
