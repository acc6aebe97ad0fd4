package org.vacuumadvisor.fleet.archive;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Objects;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.FileFailure;
import org.vacuumadvisor.source.SourceException;

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

  /// A file that cannot be used.
  ///
  /// @param what is wrong with it, as the rest of a sentence
  static String leftOut(ArchiveFile file, String what) {
    return "The archive's file %s %s; its rows of %s are left out. Restore it from a backup; or read the logs again, and delete it."
        .formatted(
            shown(file.path()), what, file.day().map(LocalDate::toString).orElse("unknown days"));
  }

  /// There is nothing of ours in a folder.
  static SourceException noArchive(Path folder) {
    return new SourceException(
        "There is no archive in %s. The commands watch and ingest make one."
            .formatted(shown(folder)));
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
