package org.vacuumadvisor.page.relation;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.vacuumadvisor.source.SourceException;

/// What is said about files that cannot be read. Their names are data, and made harmless.
final class Words {
  private Words() {}

  /// The size of a regular file, in bytes.
  static long sizeOf(Path file) throws SourceException {
    if (Files.isDirectory(file)) {
      throw new SourceException(
          quoted(file)
              + " is a directory. Name the file of a table; pg_relation_filepath('table') tells"
              + " where in the data directory it is.");
    }
    if (!Files.exists(file)) {
      throw new SourceException("There is no file " + quoted(file) + ".");
    }
    if (!Files.isRegularFile(file)) {
      throw new SourceException(
          quoted(file) + " is no regular file. Copy the file of the table first.");
    }
    try {
      return Files.size(file);
    } catch (IOException failure) {
      throw unreadable(file, failure);
    }
  }

  static SourceException unreadable(Path file, IOException failure) {
    if (failure instanceof AccessDeniedException) {
      return new SourceException(
          "%s cannot be read: permission denied. The files of a server belong to the account it runs"
                  .formatted(quoted(file))
              + " under: copy the file, or run this as that account.",
          failure);
    }
    return new SourceException(
        "%s cannot be read: %s."
            .formatted(quoted(file), printable(String.valueOf(failure.getMessage()))),
        failure);
  }

  static String quoted(Path file) {
    return "'" + printable(file.toString()) + "'";
  }

  /// Control characters and direction marks would command the terminal or reorder what is read.
  private static String printable(String text) {
    return text.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]", "?");
  }
}
