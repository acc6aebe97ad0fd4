package org.vacuumadvisor.freeze;

import java.time.Duration;
import java.util.stream.Stream;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Share;

/// What freezing a table takes, its TOAST table included: at most, for nobody counts what pages
/// hold.
///
/// @param heap pages that are not known to be frozen, all to be read and written
/// @param index pages of indexes to be read, if dead rows make a scan of them necessary
/// @param isCounted whether frozen pages were left out: `relallfrozen`, since 18
/// @param byHand by `vacuumdb`, one connection
/// @param byForce by autovacuum, with its cost limit for itself
/// @param withoutIndexes by `vacuumdb --no-index-cleanup`
public record FreezeWork(
    Pages heap,
    Pages index,
    boolean isCounted,
    int blockSize,
    Duration byHand,
    Duration byForce,
    Duration withoutIndexes) {
  private static final FreezeWork NONE =
      new FreezeWork(Pages.NONE, Pages.NONE, true, 0, Duration.ZERO, Duration.ZERO, Duration.ZERO);

  /// That of all these tables, one after the other.
  public static FreezeWork of(Stream<TableOutlook> tables) {
    return tables.map(TableOutlook::work).reduce(NONE, FreezeWork::plus);
  }

  private FreezeWork plus(FreezeWork other) {
    return new FreezeWork(
        heap.plus(other.heap),
        index.plus(other.index),
        isCounted && other.isCounted,
        Math.max(blockSize, other.blockSize),
        byHand.plus(other.byHand),
        byForce.plus(other.byForce),
        withoutIndexes.plus(other.withoutIndexes));
  }

  /// Of tables and indexes.
  public Bytes reads() {
    return heap.plus(index).bytes(blockSize);
  }

  /// What leaving the indexes alone puts off: the next vacuum has to read it.
  public Bytes indexDebt() {
    return index.bytes(blockSize);
  }

  /// Each page is written once.
  public Bytes writes() {
    return heap.bytes(blockSize);
  }

  /// Each page may go to the WAL as a whole, once after each checkpoint (`full_page_writes`).
  public Bytes wal() {
    return heap.bytes(blockSize);
  }

  /// The part of its reading that is for indexes.
  public Share indexShare() {
    return index.of(heap.plus(index));
  }
}
