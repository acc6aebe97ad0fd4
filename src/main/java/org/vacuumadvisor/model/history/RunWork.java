package org.vacuumadvisor.model.history;

import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.run.Run;

/// The work of one run.
final class RunWork {
  private static final double MILLIS = 1e3;

  private RunWork() {}

  static Work of(Run run) {
    var outcome = run.outcome();
    var usage = run.usage();
    var buffers = usage.buffers();
    var wal = usage.wal();
    var frozen = outcome.frozen();
    var slept = usage.delayMs();
    var elapsed = run.elapsedSeconds();
    var tuples = outcome.tuples();
    return new Work(
        known(tuples.removed() == null ? tuples.removable() : tuples.removed()),
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
