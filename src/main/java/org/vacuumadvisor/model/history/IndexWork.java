package org.vacuumadvisor.model.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a run did to one index. Null is what the run does not say.
///
/// @param pages of the index after the run
/// @param rowVersions the entries left: manual runs up to 14
/// @param rowVersionsRemoved likewise
/// @param newlyDeleted pages, from 14
/// @param currentlyDeleted pages; up to 13 `N index pages have been deleted`
/// @param reusable pages
/// @param cpu what it cost altogether
/// @param scans one for each time it was scanned to remove entries
public record IndexWork(
    String name,
    @Nullable Long pages,
    @Nullable Long rowVersions,
    @Nullable Long rowVersionsRemoved,
    @Nullable Long newlyDeleted,
    @Nullable Long currentlyDeleted,
    @Nullable Long reusable,
    @Nullable Cpu cpu,
    List<Scan> scans) {
  public IndexWork {
    scans = List.copyOf(scans);
  }

  /// `scanned index … to remove N row versions`.
  public record Scan(long rowVersions, @Nullable Cpu cpu) {}
}
