package org.vacuumadvisor.lab.workload;

import java.time.Duration;

/// How far the work has come.
public sealed interface Progress {
  /// The tables are being filled.
  ///
  /// @param table the one at hand
  /// @param rows how many rows it has so far
  /// @param of how many it will have; about, where chance decides
  record Loading(String table, long rows, long of) implements Progress {}

  /// The clients are at work. Sent about every second, for the time since the last one.
  ///
  /// @param elapsed since the clients started
  /// @param of how long they are to work
  /// @param transactions finished since the clients started
  /// @param failures deadlocks and serialization failures since the clients started
  /// @param tps transactions a second, lately
  /// @param meanMs mean latency of a transaction in milliseconds, lately; 0 if there was none
  /// @param p99Ms 99th percentile of the latency in milliseconds, lately; 0 if there was none
  record Running(
      Duration elapsed,
      Duration of,
      long transactions,
      long failures,
      double tps,
      double meanMs,
      double p99Ms)
      implements Progress {}
}
