package org.vacuumadvisor.model.history;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The pages of a table as VACUUM counted them. Null is what the run does not say.
///
/// @param removed cut off at the end of the table
/// @param remain after it
/// @param total `out of N pages`; of `VACUUM FULL`, `in N pages`
/// @param scanned looked at
/// @param scannedPercent of the table
/// @param eagerlyScanned from 18: all-visible pages scanned to freeze them early
/// @param skippedPinned somebody held them
/// @param skippedFrozen the visibility map says there is nothing to do
/// @param empty without any row
public record PageCounts(
    @Nullable Long removed,
    @Nullable Long remain,
    @Nullable Long total,
    @Nullable Long scanned,
    @Nullable Double scannedPercent,
    @Nullable Long eagerlyScanned,
    @Nullable Long skippedPinned,
    @Nullable Long skippedFrozen,
    @Nullable Long empty) {
  public static final PageCounts NONE =
      new PageCounts(null, null, null, null, null, null, null, null, null);

  /// The pages of the table when the run ended; null where it tells neither form.
  public @Nullable Long size() {
    return remain == null ? total : remain;
  }

  /// The pages of the table when the run began; null where it tells neither form.
  public @Nullable Long sizeBefore() {
    return total != null || remain == null
        ? total
        : (Long) (remain + Objects.requireNonNullElse(removed, 0L));
  }

  /// Whether it looked at every page.
  public boolean isWhole() {
    return scanned != null && scanned.equals(sizeBefore());
  }
}
