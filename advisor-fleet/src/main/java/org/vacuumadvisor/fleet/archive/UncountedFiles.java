package org.vacuumadvisor.fleet.archive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.vacuumadvisor.source.SourceException;

/// The data files of an archive that no commit names. Some are on their way into it, some were left
/// by a writer that died; any other lost the commit that made it count.
final class UncountedFiles {
  private UncountedFiles() {}

  /// All of them, in order.
  static Set<Path> of(Path archive, Manifest manifest) throws IOException {
    var files = allFiles(archive);
    manifest.files().forEach(each -> files.remove(each.in(archive)));
    return files;
  }

  /// How many data files there are.
  static long count(Path archive) throws SourceException {
    try {
      return allFiles(archive).size();
    } catch (IOException failed) {
      throw Damage.unread(archive, failed);
    }
  }

  /// All data files, whether they count or not.
  static Set<Path> allFiles(Path archive) throws IOException {
    var all = new TreeSet<Path>();
    for (var dataset : Dataset.values()) {
      var folder = archive.resolve(dataset.folder());
      if (Files.isDirectory(folder)) {
        try (var files = Files.walk(folder, 2)) {
          files
              .filter(each -> each.getFileName().toString().endsWith(".parquet"))
              .forEach(all::add);
        } catch (UncheckedIOException failed) {
          throw failed.getCause();
        }
      }
    }
    return all;
  }

  /// Those that a writer of ours wrote, that are on no way into the archive, and that nobody took
  /// out of it.
  static Set<Path> lost(Path archive, Duck duck) throws SourceException {
    try {
      var lost = without(Manifest.read(archive, duck), archive, allFiles(archive));
      lost.removeIf(each ->
          Staging.ofFile(archive, each)
              .map(staging -> Files.exists(Staging.entry(staging)))
              .orElse(true));
      // A commit may have come in between, or files may have been joined.
      var still = lost.isEmpty() ? lost : without(Manifest.read(archive, duck), archive, lost);
      still.removeIf(each -> !Files.exists(each));
      return still;
    } catch (IOException failed) {
      throw Damage.unread(archive, failed);
    }
  }

  private static Set<Path> without(Manifest manifest, Path archive, Set<Path> files) {
    var rest = new TreeSet<>(files);
    manifest.files().forEach(each -> rest.remove(each.in(archive)));
    rest.removeAll(manifest.gone());
    return rest;
  }

  /// The files that writers were about to add when they died.
  ///
  /// @param abandoned their staging folders
  static Set<Path> addedByDead(Path archive, List<Path> abandoned, Duck duck) {
    var files = new HashSet<Path>();
    for (var staging : abandoned) {
      try {
        files.addAll(
            duck
                .query(
                    "SELECT file FROM read_parquet(%s) WHERE state = 'live'"
                        .formatted(Duck.literal(Staging.entry(staging).toString())),
                    List.of())
                .stream()
                .map(row -> archive.resolve(row.text("file").orElseThrow()))
                .collect(Collectors.toSet()));
      } catch (SQLException _) {
        // There is none, or it is not whole: then no file had got its place.
      }
    }
    return files;
  }
}
