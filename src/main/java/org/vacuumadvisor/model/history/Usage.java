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
  /// Pages are of 8 kB but for a server that was built otherwise.
  private static final double PAGES_IN_MB = 128;

  /// The time that its rates are of, which are pages over that time (`heap_vacuum_rel()`); null
  /// where they do not tell it by a hundredth.
  @Nullable Double secondsByRates() {
    return rates == null || buffers == null || rates.readMBps < 0.05
        ? null
        : Double.valueOf((double) buffers.reads / PAGES_IN_MB / rates.readMBps);
  }

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
