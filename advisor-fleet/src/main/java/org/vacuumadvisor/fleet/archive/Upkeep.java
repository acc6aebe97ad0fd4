package org.vacuumadvisor.fleet.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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

  /// The files of a day.
  private record Place(Dataset dataset, Optional<LocalDate> day) {}

  /// Removes what is too old, which makes the room that joining needs, and puts files together.
  ///
  /// @param keepDays for how many days is kept what the archive has; empty: for ever
  public void tidy(Instant now, OptionalInt keepDays) throws SourceException {
    if (keepDays.isPresent()) {
      var _ = removeBefore(firstKept(now, keepDays.getAsInt()));
    }
    var _ = join(now);
  }

  /// The first day that is kept.
  public static LocalDate firstKept(Instant now, int keepDays) {
    return LocalDate.ofInstant(now, ZoneOffset.UTC).minusDays(keepDays);
  }

  /// Puts the small files of a day into one, and deletes files that were emptied some time ago.
  /// Files that are damaged are left alone.
  ///
  /// @param now by whose day files may still be joined by more
  /// @return how many files were put into others
  int join(Instant now) throws SourceException {
    Map<Place, List<ArchiveFile>> small = new HashMap<>();
    try {
      var swept = new ArrayList<Path>();
      for (var file : ArchiveFile.of(archive)) {
        if (isSwept(file, now)) {
          swept.add(file.at());
        } else if (file.bytes() < LARGE && file.checksum() != null) {
          small
              .computeIfAbsent(new Place(file.dataset(), file.day()), _ -> new ArrayList<>())
              .add(file);
        }
      }
      if (!swept.isEmpty()) {
        var _ = commits.changeAlone(() -> DurableFiles.remove(swept));
      }
    } catch (IOException failed) {
      throw Damage.unwritten(archive, failed);
    }
    var today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    var joined = new ArrayList<ArchiveFile>();
    for (var each : small.entrySet()) {
      int most = each.getKey().day().filter(today::isAfter).isPresent() ? 1 : MOST_FILES;
      if (each.getValue().size() > most) {
        var _ = commits.changeAlone(() -> join(each.getKey(), each.getValue(), most, joined));
      }
    }
    return joined.size();
  }

  private void join(Place to, List<ArchiveFile> files, int most, List<ArchiveFile> joined)
      throws IOException, SQLException {
    var whole = files.stream().filter(ArchiveFile::isWhole).toList();
    if (whole.size() <= most) {
      return;
    }
    var names = whole.stream().map(ArchiveFile::literal).toList();
    var one =
        commits.write(
            to.dataset(),
            to.day(),
            "FROM (%s) ORDER BY %s".formatted(to.dataset().rowsOf(names), to.dataset().order()));
    long expected = 0;
    for (var file : whole) {
      expected += ArchiveFile.rows(file.at(), duck);
      commits.empty(file);
    }
    long found = ArchiveFile.rows(one, duck);
    if (found != expected) {
      throw new IOException(
          "%d rows instead of %d came out of files of %s"
              .formatted(found, expected, to.dataset().folder()));
    }
    joined.addAll(whole);
  }

  private boolean isSwept(ArchiveFile file, Instant now) throws IOException {
    return file.bytes() < SMALL
        && Files.getLastModifiedTime(file.at()).toInstant().isBefore(now.minus(GRACE))
        && file.isEmptied(duck);
  }

  /// Removes the rows of days before this one. Rows without a time stay.
  ///
  /// @return how many rows were removed; none while somebody reads
  long removeBefore(LocalDate first) throws SourceException {
    var removed = new ArrayList<Long>();
    var _ =
        commits.changeAlone(() -> {
          for (var file : ArchiveFile.of(archive)) {
            boolean isOld = file.day().filter(first::isAfter).isPresent();
            if (isOld && file.checksum() != null && file.isWhole()) {
              removed.add(ArchiveFile.rows(file.at(), duck));
              commits.empty(file);
            }
          }
        });
    return removed.stream().mapToLong(Long::longValue).sum();
  }
}
