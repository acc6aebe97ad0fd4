package org.vacuumadvisor.fleet.archive;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Objects;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.FileFailure;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Quantities;

/// What to tell of an archive that cannot be written or read.
final class Damage {
  private Damage() {}

  /// Rows could not be written.
  static SourceException unwritten(Path folder, Exception cause) {
    var reason = reason(cause);
    var advice =
        isFull(reason)
            ? "Free space there, or shorten what is kept, and run the same command again."
            : "Mend that, and run the same command again.";
    return new SourceException(
        "Cannot write to the archive %s: %s. What was acknowledged before is kept whole. %s"
            .formatted(shown(folder), reason, advice),
        cause);
  }

  /// Rows could not be read.
  static SourceException unread(Path folder, Exception cause) {
    return new SourceException(
        "Cannot read the archive %s: %s. Check that you may read it, and that nothing is missing there."
            .formatted(shown(folder), reason(cause)),
        cause);
  }

  /// A file that says which others count is missing or broken.
  static SourceException manifest(Path file, String what) {
    return new SourceException(
        "The archive's manifest %s is %s. It tells which files count, so nothing is read or changed without it. Restore it from a backup, or let `vacuum-advisor repair` make another from the files."
            .formatted(shown(file), what));
  }

  /// No file says which others count, though there are some.
  static SourceException emptyManifest(Path archive, long files) {
    return new SourceException(
        "The archive's manifest %s is missing or empty, though %s there. It tells which files count, so nothing is read or changed without it. Restore it from a backup, or let `vacuum-advisor repair` make another from the files."
            .formatted(
                shown(archive.resolve(Manifest.FOLDER)),
                files == 1 ? "1 data file is" : Quantities.counted(files, "data file") + " are"));
  }

  /// A file that its manifest names and that cannot be used.
  ///
  /// @param what is wrong with it, as the rest of a sentence
  static String leftOut(ArchiveFile file, String what) {
    return "%s left out. Restore it from a backup, or give it up with `vacuum-advisor repair`; all other rows are shown."
        .formatted(without(file, what));
  }

  /// A file that its manifest named and that is given up.
  static String lost(ArchiveFile file, String what) {
    return "%s lost.".formatted(without(file, what));
  }

  private static String without(ArchiveFile file, String what) {
    return "The archive's file %s %s; %s of %s %s"
        .formatted(
            shown(Path.of(file.path())),
            what,
            Quantities.counted(file.rows(), "row"),
            file.day().map(LocalDate::toString).orElse("unknown days"),
            file.rows() == 1 ? "is" : "are");
  }

  /// There is nothing of ours in a folder.
  static SourceException noArchive(Path folder) {
    return new SourceException(
        "There is no archive in %s. `vacuum-advisor watch` and `vacuum-advisor ingest` make one with --archive."
            .formatted(shown(folder)));
  }

  /// There is nothing of ours at an address.
  static SourceException noArchive(ObjectStore store) {
    return new SourceException(
        "There is no archive in %s: it has no files in %s."
            .formatted(store.shown(), Manifest.FOLDER));
  }

  /// What is in an object store could not be copied to this machine.
  static SourceException unwrittenCopy(ObjectStore store, Path folder, Exception cause) {
    return new SourceException(
        "Cannot copy %s to %s, from where it is read: %s. Make room there, or set XDG_CACHE_HOME to a folder that can be written."
            .formatted(store.shown(), shown(folder), reason(cause)),
        cause);
  }

  /// Files that no commit names, though others are named.
  static String lostCommits(Collection<Path> files, Path archive) {
    var first = shown(archive.relativize(files.iterator().next()));
    var told =
        files.size() == 1
            ? "The archive's file %s is left out: no commit of its manifest names it."
                .formatted(first)
            : "%s of the archive are left out, such as %s: no commit of its manifest names them."
                .formatted(Quantities.counted(files.size(), "file"), first);
    return told
        + " If an older manifest was restored, restore a later one, or let `vacuum-advisor repair`"
        + " count them.";
  }

  /// The first line of a message of DuckDB, without what it names the kind of error.
  static String firstLine(Exception failure) {
    var message = Objects.requireNonNullElse(failure.getMessage(), failure.toString());
    var line = message.lines().findFirst().orElse("");
    return TerminalText.escaped(line.replaceFirst("^(Error: )?(IO|Invalid Input) Error: ", ""))
        .replaceFirst("\\.$", "");
  }

  private static String reason(Exception cause) {
    var told =
        switch (cause) {
          case FileSystemException file ->
              shown(Path.of(Objects.requireNonNullElse(file.getFile(), "")))
                  + ": "
                  + FileFailure.reason(file);
          case IOException other -> firstLine(other);
          case SQLException other -> firstLine(other);
          default -> firstLine(cause);
        };
    return isFull(told) ? "the disk is full (" + told + ")" : told;
  }

  private static boolean isFull(String reason) {
    return reason.contains("No space left on device")
        || reason.contains("disk is full")
        || reason.contains("Disk quota exceeded")
        || reason.contains("File too large");
  }

  static String shown(Path path) {
    return TerminalText.escaped(path.toString());
  }
}
