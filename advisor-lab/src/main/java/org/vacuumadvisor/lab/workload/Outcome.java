package org.vacuumadvisor.lab.workload;

import java.time.Duration;
import org.HdrHistogram.Histogram;

/// What a run came to.
///
/// @param workload its name
/// @param failures deadlocks and serialization failures; each was tried again
/// @param elapsed from the start of the clients to the end of the last one
/// @param latency of the finished transactions in nanoseconds, tries included; to 3 digits
public record Outcome(String workload, long failures, Duration elapsed, Histogram latency) {
  private static final double NANOS_PER_MS = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  /// How many were finished, each counted once however often it was tried.
  public long transactions() {
    return latency.getTotalCount();
  }

  /// Finished transactions a second.
  public double tps() {
    return transactions() * NANOS_PER_SECOND / elapsed.toNanos();
  }

  /// Mean latency in milliseconds; 0 if no transaction was finished.
  public double meanMs() {
    return latency.getMean() / NANOS_PER_MS;
  }

  /// Standard deviation of the latency in milliseconds; 0 if no transaction was finished.
  public double stddevMs() {
    return transactions() == 0 ? 0 : latency.getStdDeviation() / NANOS_PER_MS;
  }

  /// The latency in milliseconds that 99 % of the transactions stayed below.
  public double p99Ms() {
    return latency.getValueAtPercentile(99) / NANOS_PER_MS;
  }

  /// The longest latency in milliseconds.
  public double maxMs() {
    return latency.getMaxValue() / NANOS_PER_MS;
  }
}
