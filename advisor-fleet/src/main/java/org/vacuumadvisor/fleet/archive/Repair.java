package org.vacuumadvisor.fleet.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.source.SourceException;

/// Makes an archive usable again whose manifest or files are damaged: every file that can be read
/// counts afterwards, each row once. What cannot be used is set aside, never deleted.
public final class Repair {
  /// Where files go that cannot be used.
  static final String SET_ASIDE = ".set-aside";

  private final Path archive;
  private final Duck duck;
  private final Commits commits;
  private final ManifestEntries entries;
  private final List<ArchiveFile> counted = new ArrayList<>();
  private final List<ArchiveFile> whole = new ArrayList<>();
  private final List<Path> aside = new ArrayList<>();
  private final List<String> told = new ArrayList<>();

  private Repair(Path archive, Duck duck, Commits commits, ManifestEntries entries) {
    this.archive = archive;
    this.duck = duck;
    this.commits = commits;
    this.entries = entries;
  }

  /// What came of it.
  ///
  /// @param wasWhole whether there was nothing to repair
  /// @param files how many count
  /// @param rows how many these hold
  /// @param found how many of the files no readable manifest named
  /// @param lost a sentence for each file that cannot be used
  /// @param to where files were moved; empty where none was
  public record Outcome(
      boolean wasWhole, long files, long rows, long found, List<String> lost, Optional<Path> to) {
    public Outcome {
      lost = List.copyOf(lost);
    }
  }

  /// Repairs it. Writers wait meanwhile.
  ///
  /// @throws SourceException if there is no archive, or it cannot be written
  public static Outcome of(Path archive) throws SourceException {
    ObjectStore.checkIsFolder(archive);
    if (!Files.isDirectory(archive.resolve(Manifest.FOLDER))
        && UncountedFiles.count(archive) == 0) {
      throw Damage.noArchive(archive);
    }
    try (var _ = Commits.lock(archive);
        var staging = Staging.open(archive);
        var duck = Duck.open(staging.spill())) {
      var commits = new Commits(archive, duck, staging);
      return new Repair(archive, duck, commits, ManifestEntries.of(archive, duck)).run();
    } catch (IOException | SQLException failed) {
      throw Damage.unwritten(archive, failed);
    }
  }

  private Outcome run() throws IOException, SQLException {
    var words = entries.lastWords();
    words.values().stream()
        .filter(ManifestEntries.Word::isLive)
        .map(ManifestEntries.Word::file)
        .sorted(Comparator.comparing(ArchiveFile::path))
        .forEach(this::count);
    long named = counted.size();
    for (var file : unnamed(words)) {
      find(file);
    }
    long rows = counted.stream().mapToLong(ArchiveFile::rows).sum();
    long found = counted.size() - named;
    if (entries.areWhole() && found == 0 && told.isEmpty()) {
      return new Outcome(true, counted.size(), rows, 0, List.of(), Optional.empty());
    }
    var to = archive.resolve(SET_ASIDE).resolve(Staging.name(Instant.now()));
    entries.copy(to);
    commits.begin(new Manifest(entries.last() + 1, 0, counted, Set.of()));
    for (var file : aside) {
      var moved = to.resolve(archive.relativize(file));
      DurableFiles.makeFolder(Objects.requireNonNull(moved.getParent()));
      DurableFiles.move(file, moved);
    }
    return new Outcome(
        false,
        counted.size(),
        rows,
        found,
        told,
        Files.isDirectory(to) ? Optional.of(to) : Optional.empty());
  }

  /// A file that the manifest names. One of coverage stays named whatever became of it: as long as
  /// it is, `ingest` knows that it has to look for entries that are there already.
  private void count(ArchiveFile file) {
    var damage = file.damage(archive);
    if (damage.isEmpty()) {
      whole.add(file);
      counted.add(file);
    } else if (file.dataset() == Dataset.COVERAGE) {
      counted.add(file);
    } else {
      lost(file.in(archive), Damage.lost(file, damage.get()));
    }
  }

  private void lost(Path file, String sentence) {
    told.add(sentence);
    if (Files.exists(file)) {
      aside.add(file);
    }
  }

  /// Those that no readable entry names and that writers of ours wrote, the largest first: a file
  /// that others were joined into is larger than each of them.
  private List<Path> unnamed(Map<Path, ManifestEntries.Word> words) throws IOException {
    var files = new HashMap<Path, Long>();
    for (var file : UncountedFiles.allFiles(archive)) {
      var word = words.get(file);
      if (word != null && !word.isLive()) {
        Files.delete(file);
      } else if (word == null && isOurs(file)) {
        files.put(file, Files.size(file));
      }
    }
    return files.keySet().stream()
        .sorted(Comparator.comparing((Path each) -> files.get(each)).reversed())
        .toList();
  }

  /// A file whose staging folder still holds the entry never counted; the next writer removes it.
  private boolean isOurs(Path file) {
    return Staging.ofFile(archive, file)
        .map(staging -> !Files.exists(Staging.entry(staging)))
        .orElse(false);
  }

  private void find(Path file) throws IOException {
    var dataset = Dataset.ofFolder(archive.relativize(file).getName(0).toString());
    var day = ArchiveFile.day(file);
    try {
      var found = commits.file(dataset, day, file, entries.last() + 1);
      var others =
          whole.stream()
              .filter(each -> each.dataset() == dataset && each.day().equals(day))
              .toList();
      if (isWithin(found, others)) {
        lost(
            file,
            "The archive's file %s holds nothing but rows of other files, which were joined."
                .formatted(Damage.shown(archive.relativize(file))));
      } else {
        whole.add(found);
        counted.add(found);
      }
    } catch (SQLException broken) {
      lost(
          file,
          "The archive's file %s cannot be read (%s)."
              .formatted(Damage.shown(archive.relativize(file)), Damage.firstLine(broken)));
    }
  }

  /// Whether others hold all of its rows. To find out, the whole file is read.
  private boolean isWithin(ArchiveFile file, List<ArchiveFile> others) throws SQLException {
    return duck.query(
                "SELECT count(*) AS n FROM (%s EXCEPT ALL %s)"
                    .formatted(rows(file.dataset(), List.of(file)), rows(file.dataset(), others)),
                List.of())
            .getFirst()
            .count("n")
            .orElseThrow()
        == 0;
  }

  private String rows(Dataset dataset, List<ArchiveFile> files) {
    var names = files.stream().map(each -> Duck.literal(each.in(archive).toString())).toList();
    return "(SELECT * FROM (%s))".formatted(dataset.rowsOf(names));
  }
}
