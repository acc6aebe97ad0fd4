package org.vacuumadvisor.fleet.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.source.SourceException;

/// What is left of a manifest: each of its entries by itself, readable or not.
///
/// @param files all of them
/// @param last the highest number that one has; 0 where there is none
/// @param lastWords the last that a readable one tells of a data file
/// @param areWhole whether they can be read as a manifest
record ManifestEntries(List<Path> files, long last, Map<Path, Word> lastWords, boolean areWhole) {
  ManifestEntries {
    files = List.copyOf(files);
    lastWords = Map.copyOf(lastWords);
  }

  /// What an entry tells of a data file.
  ///
  /// @param isLive whether it counts; otherwise it was taken away
  record Word(ArchiveFile file, boolean isLive) {}

  static ManifestEntries of(Path archive, Duck duck) throws IOException {
    var folder = archive.resolve(Manifest.FOLDER);
    DurableFiles.makeFolder(folder);
    List<Path> files;
    try (var listed = Files.list(folder)) {
      files = listed.filter(each -> Manifest.number(each).isPresent()).sorted().toList();
    }
    var words = new HashMap<Path, Word>();
    for (var file : files) {
      try {
        for (var row :
            duck.query(
                "SELECT * FROM read_parquet(%s)".formatted(Duck.literal(file.toString())),
                List.of())) {
          var word = new Word(Manifest.file(row), Manifest.isLive(row));
          words.merge(
              word.file().in(archive),
              word,
              (one, other) -> one.file().commit() > other.file().commit() ? one : other);
        }
      } catch (SQLException _) {
        // The others may tell of the same files, and the files of themselves.
      }
    }
    long last =
        files.stream().mapToLong(each -> Manifest.number(each).orElseThrow()).max().orElse(0);
    return new ManifestEntries(files, last, words, areWhole(archive, duck));
  }

  private static boolean areWhole(Path archive, Duck duck) {
    try {
      return Manifest.read(archive, duck).last() > 0;
    } catch (SourceException _) {
      return false;
    }
  }

  /// Copies them before others take their place.
  void copy(Path to) throws IOException {
    for (var file : files) {
      var copy = to.resolve(Manifest.FOLDER).resolve(file.getFileName());
      DurableFiles.makeFolder(to.resolve(Manifest.FOLDER));
      Files.copy(file, copy);
    }
  }
}
