package org.vacuumadvisor.fleet.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
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

  /// An emptied file is smaller.
  private static final long SMALL = 32L << 10;

  /// Whoever listed an emptied file has opened it by now.
  private static final Duration GRACE = Duration.ofHours(1);

  private final Path archive;
  private final Duck duck;
  private final Commits commits;

  Upkeep(Path archive, Duck duck, Commits commits) {
    this.archive = archive;
    this.duck = duck;
    this.commits = commits;
  }

  private record Place(Dataset dataset, Optional<LocalDate> day) {}

  /// Puts the small files of a day into one, and deletes files that were emptied some time ago.
  /// Files that are damaged are left alone, and so is all where another program is at it.
  ///
  /// @param now by whose day files may still be joined by more
  /// @return how many files were put into others
  public int join(Instant now) throws SourceException {
    try (var alone = FolderLock.attempt(archive.resolve(".upkeep")).orElse(null)) {
      return alone == null ? 0 : joinAlone(now);
    } catch (IOException failed) {
      throw Damage.unwritten(archive, failed);
    }
  }

  private int joinAlone(Instant now) throws SourceException, IOException {
    Map<Place, List<ArchiveFile>> small = new HashMap<>();
    for (var file : ArchiveFile.of(archive)) {
      if (file.bytes() < LARGE && file.checksum() != null && !isSwept(file, now)) {
        small
            .computeIfAbsent(new Place(file.dataset(), file.day()), _ -> new ArrayList<>())
            .add(file);
      }
    }
    var today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    int joined = 0;
    for (var each : small.entrySet()) {
      boolean isOver = each.getKey().day().filter(day -> day.isBefore(today)).isPresent();
      int most = isOver ? 1 : MOST_FILES;
      // Only where there is something to join is each file read.
      var whole =
          each.getValue().size() > most
              ? each.getValue().stream().filter(file -> file.isWhole(duck)).toList()
              : List.<ArchiveFile>of();
      if (whole.size() > most
          && commits.join(each.getKey().dataset(), each.getKey().day(), whole)) {
        joined += whole.size();
      }
    }
    return joined;
  }

  private boolean isSwept(ArchiveFile file, Instant now) throws IOException {
    boolean isOldEnough =
        file.bytes() < SMALL
            && Files.getLastModifiedTime(file.at()).toInstant().isBefore(now.minus(GRACE));
    if (isOldEnough && file.content(duck) == ArchiveFile.Content.EMPTIED) {
      Files.deleteIfExists(file.at());
      return true;
    }
    return false;
  }

  /// Removes the rows of days before this one. Rows without a time stay.
  ///
  /// @return how many rows were removed
  public long removeBefore(LocalDate first) throws SourceException {
    try {
      var old =
          ArchiveFile.of(archive).stream()
              .filter(each -> each.day().filter(day -> day.isBefore(first)).isPresent())
              .filter(each -> each.checksum() != null && each.isWhole(duck))
              .toList();
      return old.isEmpty() ? 0 : commits.remove(old);
    } catch (IOException failed) {
      throw Damage.unwritten(archive, failed);
    }
  }
}
