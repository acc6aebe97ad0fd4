package org.vacuumadvisor.model.history;

import org.jspecify.annotations.Nullable;

/// What a run cost. Null is what it does not say.
///
/// @param delayMs time slept for the cost limit, parallel workers included: from 18, with
///   `track_cost_delay_timing`
/// @param io with `track_io_timing`
/// @param cpu of the whole run
/// @param statementSeconds of the statement, where its duration alone was logged
public record Usage(
    @Nullable Double delayMs,
    @Nullable Io io,
    @Nullable Rates rates,
    @Nullable Buffers buffers,
    @Nullable Wal wal,
    @Nullable Memory memory,
    @Nullable Cpu cpu,
    @Nullable Double statementSeconds) {
  /// Time waiting for reads and writes.
  public record Io(double readMs, double writeMs) {}

  /// Of pages read, and of pages dirtied (which PostgreSQL calls "write"), in 1024 × 1024 bytes.
  public record Rates(double readMBps, double writeMBps) {}

  /// Pages. Before 18 `reads` is called `misses`.
  public record Buffers(long hits, long reads, long dirtied) {}

  /// Write-ahead log written.
  ///
  /// @param fullPageImageBytes from 19
  /// @param buffersFull from 18
  public record Wal(
      long records,
      long fullPageImages,
      long bytes,
      @Nullable Long fullPageImageBytes,
      @Nullable Long buffersFull) {}

  /// Memory for dead item identifiers, from 19.
  ///
  /// @param resets how often it had filled, or been emptied at the end
  public record Memory(double deadItemStorageMB, long resets, double limitMB) {}
}
