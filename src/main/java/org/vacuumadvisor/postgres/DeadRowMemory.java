package org.vacuumadvisor.postgres;

import java.util.Optional;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;

/// The memory in which a vacuum keeps the IDs of dead rows. When it is full, all indexes are
/// scanned and it starts again. Up to 16 it is an array; from 17 on a tree whose size depends on
/// how the rows lie, for which there is no formula.
public record DeadRowMemory(Release release, Bytes memory) {
  /// `MaxAllocSize`: no array is larger.
  private static final long LARGEST_ARRAY = 0x3fff_ffffL;

  private static final long ROW_ID = 6;

  /// How many IDs fit at a table of this size; empty from 17 on.
  public Optional<Long> capacity(Pages table, int blockSize) {
    if (Feature.TID_STORE.isIn(release)) {
      return Optional.empty();
    }
    long rowsAPage = rowsAPage(blockSize);
    long fitting = Math.min(memory.count(), LARGEST_ARRAY) / ROW_ID;
    return Optional.of(Math.max(rowsAPage, Math.min(fitting, rowsAPage * table.count())));
  }

  /// How often each index is scanned for so many dead rows; empty from 17 on.
  public Optional<Long> passes(long deadRows, Pages table, int blockSize) {
    return capacity(table, blockSize).map(each -> Math.ceilDiv(deadRows, each));
  }

  /// The memory beyond which more is of no use: 1 GB up to 16, none from 17 on.
  public static Optional<Bytes> usefulMost(Release release) {
    return Feature.TID_STORE.isIn(release) ? Optional.empty() : Optional.of(Bytes.ofGigabytes(1));
  }

  /// Whether an array for so many dead rows is as large as it may be: more memory is of no use.
  public static boolean isLargest(long deadRows) {
    return deadRows >= LARGEST_ARRAY / ROW_ID;
  }

  /// `MaxHeapTuplesPerPage`: 291 for pages of 8 kB.
  public static int rowsAPage(int blockSize) {
    return (blockSize - 24) / 28;
  }
}
