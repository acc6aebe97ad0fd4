package org.vacuumadvisor.fleet.ingest;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.vacuumadvisor.source.SourceException;

/// The logs that a user named: files, and all files in folders and the folders in them, but for
/// hidden ones and archives.
public final class LogFiles {
  private LogFiles() {}

  /// In the order of their paths, so that rotated logs come in the order of their names.
  ///
  /// @param archive not to be looked into
  public static List<Path> of(List<Path> named, Path archive) throws SourceException {
    var files = new ArrayList<Path>();
    var passedBy = archive.toAbsolutePath().normalize();
    for (var each : named) {
      if (!Files.isDirectory(each)) {
        files.add(each);
        continue;
      }
      try (var inside = Files.walk(each)) {
        inside
            .filter(file ->
                !isHidden(each.relativize(file)) && Files.isRegularFile(file, NOFOLLOW_LINKS))
            .filter(file -> !file.toAbsolutePath().normalize().startsWith(passedBy))
            .sorted()
            .forEach(files::add);
      } catch (IOException | UncheckedIOException failed) {
        throw new SourceException(
            "The folder %s cannot be read: %s. Check that you may read it."
                .formatted(each, failed.getMessage()),
            failed);
      }
    }
    return files.stream().distinct().toList();
  }

  private static boolean isHidden(Path below) {
    return StreamSupport.stream(below.spliterator(), false)
        .anyMatch(name -> name.toString().startsWith("."));
  }
}
