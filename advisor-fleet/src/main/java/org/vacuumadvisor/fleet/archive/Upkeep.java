package org.vacuumadvisor.fleet.archive;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.source.SourceException;

/// Keeps an archive in few files, and no longer than it is wanted. Readers see every row once,
/// before and after.
public final class Upkeep {
  /// A day has no more files than these, and a day that is over has one of each size.
  private static final int MOST_FILES = 8;

  /// A file that is so large stays as it is.
  private static final long LARGE = 128L << 20;

  private final Path archive;
  private final Duck duck;
  private final Commits commits;

  Upkeep(Path archive, Duck duck, Commits commits) {
    this.archive = archive;
    this.duck = duck;
    this.commits = commits;
  }

  private record Place(Dataset dataset, Optional<LocalDate> day) {}

  /// Puts the small files of a day into one. Files that are damaged are left alone.
  ///
  /// @param today whose files may still be joined by more
  /// @return how many files were put into others
  public int join(LocalDate today) throws SourceException {
    Map<Place, List<ArchiveFile>> small = new HashMap<>();
    for (var file : Manifest.read(archive, duck).files()) {
      if (file.bytes() < LARGE) {
        small
            .computeIfAbsent(new Place(file.dataset(), file.day()), _ -> new ArrayList<>())
            .add(file);
      }
    }
    int joined = 0;
    for (var each : small.entrySet()) {
      boolean isOver = each.getKey().day().filter(day -> day.isBefore(today)).isPresent();
      int most = isOver ? 1 : MOST_FILES;
      // Only where there is something to join is each file read.
      var whole =
          each.getValue().size() > most
              ? each.getValue().stream().filter(file -> file.isWhole(archive)).toList()
              : List.<ArchiveFile>of();
      if (whole.size() > most
          && commits.join(each.getKey().dataset(), each.getKey().day(), whole)) {
        joined += whole.size();
      }
    }
    return joined;
  }

  /// Removes the rows of days before this one. Rows without a time stay.
  ///
  /// @return how many rows were removed
  public long removeBefore(LocalDate first) throws SourceException {
    var old =
        Manifest.read(archive, duck).files().stream()
            .filter(each -> each.day().filter(day -> day.isBefore(first)).isPresent())
            // Without it a log would be taken for a new one, and its old rows come again.
            .filter(each -> each.dataset() != Dataset.COVERAGE)
            .toList();
    if (!old.isEmpty()) {
      commits.remove(old);
    }
    return old.stream().mapToLong(ArchiveFile::rows).sum();
  }
}
