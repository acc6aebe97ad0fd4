package org.vacuumadvisor.source.log.message;

import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Cpu;
import org.vacuumadvisor.model.history.Outcome;
import org.vacuumadvisor.model.history.PageCounts;
import org.vacuumadvisor.model.history.TupleCounts;
import org.vacuumadvisor.model.history.Usage;
import org.vacuumadvisor.source.log.template.Hole;
import org.vacuumadvisor.source.log.template.Match;

/// The numbers of a run so far, by the [Hole] they stood in.
@SuppressWarnings("EnumOrdinal") // holes index arrays: this is filled for every report
final class Figures {
  private static final int HOLES = Hole.values().length;

  private final long[] values = new long[HOLES];
  private final boolean[] known = new boolean[HOLES];
  private @Nullable Double statement;

  /// Takes the numbers of a line, unless one of them is there already.
  ///
  /// @return whether they were new
  boolean add(Match match) {
    int size = match.size();
    for (int each = 0; each < size; each++) {
      if (known[match.hole(each).ordinal()]) {
        return false;
      }
    }
    for (int each = 0; each < size; each++) {
      var hole = match.hole(each);
      if (hole.type() != Hole.Type.TEXT) {
        values[hole.ordinal()] = match.raw(hole);
        known[hole.ordinal()] = true;
      }
    }
    return true;
  }

  /// Whether a line with the same numbers may be of a later run: no table loses pages, or most of
  /// its rows, but by a vacuum, which counts them.
  boolean mayComeBefore(Match match) {
    return (match.has(Hole.PAGES_REMAIN)
            && has(Hole.PAGES_REMAIN)
            && match.count(Hole.PAGES_REMOVED) + match.count(Hole.PAGES_REMAIN)
                >= at(Hole.PAGES_REMAIN))
        || (match.has(Hole.TUPLES_REMAIN)
            && has(Hole.TUPLES_REMAIN)
            && match.count(Hole.TUPLES_REMOVED) + match.count(Hole.TUPLES_REMAIN)
                >= at(Hole.TUPLES_REMAIN) / 2);
  }

  void add(Cpu cpu) {
    put(Hole.CPU_USER, cpu.user());
    put(Hole.CPU_SYSTEM, cpu.system());
    put(Hole.ELAPSED, cpu.elapsed());
  }

  /// The whole statement took so many seconds.
  void took(double seconds) {
    statement = seconds;
  }

  Outcome outcome(Outcome.@Nullable Decision decision) {
    return new Outcome(
        count(Hole.INDEX_SCANS),
        pages(),
        tuples(),
        count(Hole.OLDEST_XMIN),
        has(Hole.CUTOFF_XID) ? new Outcome.Cutoff(at(Hole.CUTOFF_XID), at(Hole.CUTOFF_AGE)) : null,
        advance(Hole.RELFROZENXID, Hole.RELFROZENXID_AHEAD),
        advance(Hole.RELMINMXID, Hole.RELMINMXID_AHEAD),
        frozen(),
        visibilityMap(),
        decision == null
            ? null
            : new Outcome.IndexScan(
                decision,
                at(Hole.DEAD_ITEM_PAGES),
                decimalAt(Hole.DEAD_ITEM_PERCENT),
                at(Hole.DEAD_ITEMS)));
  }

  Usage usage() {
    return new Usage(
        decimal(Hole.DELAY_MS),
        has(Hole.IO_READ_MS)
            ? new Usage.Io(decimalAt(Hole.IO_READ_MS), decimalAt(Hole.IO_WRITE_MS))
            : null,
        has(Hole.READ_RATE)
            ? new Usage.Rates(decimalAt(Hole.READ_RATE), decimalAt(Hole.WRITE_RATE))
            : null,
        has(Hole.BUFFER_HITS)
            ? new Usage.Buffers(
                at(Hole.BUFFER_HITS), at(Hole.BUFFER_READS), at(Hole.BUFFER_DIRTIED))
            : null,
        wal(),
        has(Hole.MEMORY_MB)
            ? new Usage.Memory(
                decimalAt(Hole.MEMORY_MB), at(Hole.MEMORY_RESETS), decimalAt(Hole.MEMORY_LIMIT_MB))
            : null,
        has(Hole.CPU_USER)
            ? new Cpu(decimalAt(Hole.CPU_USER), decimalAt(Hole.CPU_SYSTEM), decimalAt(Hole.ELAPSED))
            : null,
        statement);
  }

  /// No vacuum looks at, or passes over, more pages than there are: such figures say nothing.
  private PageCounts pages() {
    long all =
        has(Hole.PAGES_TOTAL)
            ? at(Hole.PAGES_TOTAL)
            : has(Hole.PAGES_REMAIN)
                ? at(Hole.PAGES_REMAIN) + (has(Hole.PAGES_REMOVED) ? at(Hole.PAGES_REMOVED) : 0)
                : Long.MAX_VALUE;
    boolean isScan = !has(Hole.PAGES_SCANNED) || at(Hole.PAGES_SCANNED) <= all;
    boolean isSkip = !has(Hole.PAGES_SKIPPED_FROZEN) || at(Hole.PAGES_SKIPPED_FROZEN) <= all;
    return new PageCounts(
        count(Hole.PAGES_REMOVED),
        count(Hole.PAGES_REMAIN),
        count(Hole.PAGES_TOTAL),
        isScan ? count(Hole.PAGES_SCANNED) : null,
        isScan ? decimal(Hole.PAGES_SCANNED_PERCENT) : null,
        count(Hole.PAGES_EAGERLY_SCANNED),
        count(Hole.PAGES_SKIPPED_PINNED),
        isSkip ? count(Hole.PAGES_SKIPPED_FROZEN) : null,
        count(Hole.PAGES_EMPTY));
  }

  private TupleCounts tuples() {
    return new TupleCounts(
        count(Hole.TUPLES_REMOVED),
        count(Hole.TUPLES_REMAIN),
        count(Hole.TUPLES_DEAD_NOT_REMOVABLE),
        count(Hole.TUPLES_REMOVABLE),
        count(Hole.TUPLES_NONREMOVABLE),
        count(Hole.TUPLES_MISSED),
        count(Hole.TUPLES_MISSED_PAGES),
        count(Hole.UNUSED_ITEM_IDENTIFIERS));
  }

  private Outcome.@Nullable Advance advance(Hole value, Hole ahead) {
    return has(value) ? new Outcome.Advance(at(value), at(ahead)) : null;
  }

  private Outcome.@Nullable Frozen frozen() {
    return has(Hole.FROZEN_PAGES)
        ? new Outcome.Frozen(
            at(Hole.FROZEN_PAGES), decimalAt(Hole.FROZEN_PERCENT), at(Hole.FROZEN_TUPLES))
        : null;
  }

  private Outcome.@Nullable MapUpdates visibilityMap() {
    return has(Hole.SET_ALL_VISIBLE)
        ? new Outcome.MapUpdates(
            at(Hole.SET_ALL_VISIBLE), at(Hole.SET_ALL_FROZEN), at(Hole.WERE_ALL_VISIBLE))
        : null;
  }

  private Usage.@Nullable Wal wal() {
    return has(Hole.WAL_RECORDS)
        ? new Usage.Wal(
            at(Hole.WAL_RECORDS),
            at(Hole.WAL_PAGE_IMAGES),
            at(Hole.WAL_BYTES),
            count(Hole.WAL_PAGE_IMAGE_BYTES),
            count(Hole.WAL_BUFFERS_FULL))
        : null;
  }

  private void put(Hole hole, double value) {
    values[hole.ordinal()] = Double.doubleToRawLongBits(value);
    known[hole.ordinal()] = true;
  }

  private boolean has(Hole hole) {
    return known[hole.ordinal()];
  }

  private long at(Hole hole) {
    return values[hole.ordinal()];
  }

  private double decimalAt(Hole hole) {
    return Double.longBitsToDouble(values[hole.ordinal()]);
  }

  private @Nullable Long count(Hole hole) {
    return has(hole) ? (Long) at(hole) : null;
  }

  private @Nullable Double decimal(Hole hole) {
    return has(hole) ? (Double) decimalAt(hole) : null;
  }
}
