package org.vacuumadvisor.lab.workload.run;

import java.time.Duration;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.vacuumadvisor.lab.workload.Action;

/// What a run came to.
///
/// @param workload its name
/// @param transactions how many were finished, each counted once however often it was tried
/// @param failures deadlocks and serialization failures; each was tried again
/// @param elapsed from the start of the clients to the end of the last one
/// @param latency of the finished transactions in nanoseconds, tries included; to 3 digits
/// @param actions the transactions by kind; a kind that did not occur is absent
public record Outcome(
    String workload,
    long transactions,
    long failures,
    Duration elapsed,
    Histogram latency,
    Map<Action, Long> actions) {
  private static final double NANOS_PER_MS = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  public Outcome {
    latency = latency.copy();
    actions = Map.copyOf(actions);
  }

  /// A copy: histograms can be changed, outcomes cannot.
  @Override
  public Histogram latency() {
    return latency.copy();
  }

  /// Finished transactions a second.
  public double tps() {
    return transactions * NANOS_PER_SECOND / elapsed.toNanos();
  }

  /// Mean latency in milliseconds; 0 if no transaction was finished.
  public double meanMs() {
    return latency.getMean() / NANOS_PER_MS;
  }

  /// Standard deviation of the latency in milliseconds; 0 if no transaction was finished.
  public double stddevMs() {
    return transactions == 0 ? 0 : latency.getStdDeviation() / NANOS_PER_MS;
  }

  /// The latency in milliseconds that 99 % of the transactions stayed below.
  public double p99Ms() {
    return latency.getValueAtPercentile(99) / NANOS_PER_MS;
  }

  /// The longest latency in milliseconds.
  public double maxMs() {
    return latency.getMaxValue() / NANOS_PER_MS;
  }

  /// How many transactions of this kind were finished.
  public long count(Action action) {
    return actions.getOrDefault(action, 0L);
  }

  /// The part of the transactions that only read, 0 to 1; 0 if none was finished.
  public double readShare() {
    long reads =
        actions.entrySet().stream()
            .filter(entry -> entry.getKey().reads())
            .mapToLong(Map.Entry::getValue)
            .sum();
    return transactions == 0 ? 0 : (double) reads / transactions;
  }
}
