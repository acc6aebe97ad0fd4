package org.vacuumadvisor.fleet.ingest;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.vacuumadvisor.source.SourceException;

/// The logs that a user named: files, and all files in folders and the folders in them, but for
/// hidden ones and archives.
final class LogFiles {
  private LogFiles() {}

  /// In the order of their paths, so that rotated logs come in the order of their names.
  ///
  /// @param archive not to be looked into
  static List<Path> of(List<Path> named, Path archive) throws SourceException {
    var files = new ArrayList<Path>();
    for (var each : named) {
      if (!Files.isDirectory(each)) {
        files.add(each);
        continue;
      }
      var inside = new ArrayList<Path>();
      try {
        var _ = Files.walkFileTree(each, new Walk(archive.toAbsolutePath().normalize(), inside));
      } catch (IOException failed) {
        throw new SourceException(
            "The folder %s cannot be read: %s. Check that you may read it."
                .formatted(each, failed.getMessage()),
            failed);
      }
      Collections.sort(inside);
      files.addAll(inside);
    }
    return files;
  }

  private static final class Walk extends SimpleFileVisitor<Path> {
    private final Path archive;
    private final List<Path> found;

    Walk(Path archive, List<Path> found) {
      this.archive = archive;
      this.found = found;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      var name = folder.getFileName();
      boolean isHidden = name != null && name.toString().matches("\\.[^.].*");
      boolean isPassedBy = isHidden || folder.toAbsolutePath().normalize().equals(archive);
      return isPassedBy ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile() && !file.getFileName().toString().startsWith(".")) {
        found.add(file);
      }
      return FileVisitResult.CONTINUE;
    }
  }
}
