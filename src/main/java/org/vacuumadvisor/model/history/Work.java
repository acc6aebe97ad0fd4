package org.vacuumadvisor.model.history;

import org.jspecify.annotations.Nullable;

/// What the vacuums of a table did and cost, summed up. Figures that a release does not print are
/// 0.
///
/// @param removed row versions
/// @param frozen row versions, from 16
/// @param pagesRemoved cut off the end of the table
/// @param hits, reads, dirtied pages of buffers, of vacuums only
/// @param walBytes from 13 for autovacuum, from 15 for all
/// @param sleptSeconds as printed, from 18 with `track_cost_delay_timing`
/// @param timedSeconds the duration of the runs that printed how long they slept
public record Work(
    long removed,
    long frozen,
    long pagesRemoved,
    long hits,
    long reads,
    long dirtied,
    long walBytes,
    long fullPageImages,
    double sleptSeconds,
    double timedSeconds) {
  private static final double MILLIS = 1e3;

  public static final Work NONE = new Work(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  Work plus(Work other) {
    return new Work(
        removed + other.removed,
        frozen + other.frozen,
        pagesRemoved + other.pagesRemoved,
        hits + other.hits,
        reads + other.reads,
        dirtied + other.dirtied,
        walBytes + other.walBytes,
        fullPageImages + other.fullPageImages,
        sleptSeconds + other.sleptSeconds,
        timedSeconds + other.timedSeconds);
  }

  /// The work of one run.
  static Work of(Run run) {
    var outcome = run.outcome();
    var usage = run.usage();
    var buffers = usage.buffers();
    var wal = usage.wal();
    var frozen = outcome.frozen();
    var slept = usage.delayMs();
    var elapsed = run.elapsedSeconds();
    return new Work(
        run.removed(),
        frozen == null ? 0 : frozen.tuples(),
        known(outcome.pages().removed()),
        buffers == null ? 0 : buffers.hits(),
        buffers == null ? 0 : buffers.reads(),
        buffers == null ? 0 : buffers.dirtied(),
        wal == null ? 0 : wal.bytes(),
        wal == null ? 0 : wal.fullPageImages(),
        slept == null ? 0 : slept / MILLIS,
        slept == null || elapsed == null ? 0 : elapsed);
  }

  private static long known(@Nullable Long figure) {
    return figure == null ? 0 : figure;
  }
}
