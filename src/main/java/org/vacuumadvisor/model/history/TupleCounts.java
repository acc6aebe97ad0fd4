package org.vacuumadvisor.model.history;

import org.jspecify.annotations.Nullable;

/// The row versions of a table as VACUUM counted them. Null is what the run does not say.
///
/// @param removed by this run
/// @param remain after it, dead ones included
/// @param deadNotRemovable dead, but somebody may still see them
/// @param removable of `found N removable`: manual runs up to 14, and `VACUUM FULL`
/// @param nonremovable of the same line
/// @param missedDead from 15: dead, on pages that somebody held
/// @param missedDeadPages the number of those pages
/// @param unusedItemIdentifiers manual runs up to 13
public record TupleCounts(
    @Nullable Long removed,
    @Nullable Long remain,
    @Nullable Long deadNotRemovable,
    @Nullable Long removable,
    @Nullable Long nonremovable,
    @Nullable Long missedDead,
    @Nullable Long missedDeadPages,
    @Nullable Long unusedItemIdentifiers) {
  public static final TupleCounts NONE =
      new TupleCounts(null, null, null, null, null, null, null, null);

  /// The row versions that it removed, in whichever of the two ways it says so.
  public @Nullable Long gone() {
    return removed == null ? removable : removed;
  }

  /// The row versions that it left, dead ones included, likewise.
  public @Nullable Long left() {
    return remain == null ? nonremovable : remain;
  }
}
