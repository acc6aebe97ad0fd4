package org.vacuumadvisor.source.saved;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Symbolic links that a result is written through, so that they stay what they are.
public final class Links {
  /// As many as Linux follows (`MAXSYMLINKS`).
  private static final int MAX_LINKS = 40;

  private Links() {}

  /// The file that is written, absolute: where a link leads, whether or not there is a file yet.
  ///
  /// @throws IOException if a link cannot be read, or leads in a circle
  public static Path followed(Path file) throws IOException {
    var place = file.toAbsolutePath();
    for (int links = 0; Files.isSymbolicLink(place); links++) {
      if (links == MAX_LINKS) {
        throw new FileSystemLoopException(file.toString());
      }
      place = place.resolveSibling(Files.readSymbolicLink(place)).normalize();
    }
    return place;
  }
}
