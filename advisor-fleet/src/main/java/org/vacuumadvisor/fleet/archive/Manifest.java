package org.vacuumadvisor.fleet.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.source.SourceException;

/// Which files count: the sum of all commits. A commit is one Parquet file,
/// `commit-000000000012.parquet`; it counts as soon as it has that name. A checkpoint stands for
/// all commits up to its number.
///
/// @param last the number of the last commit; 0 where there is none
/// @param behind how many commits came after the last checkpoint
/// @param files those that count
/// @param gone those that a commit after the last checkpoint took away
record Manifest(long last, int behind, List<ArchiveFile> files, Set<Path> gone) {
  static final String FOLDER = "manifest";

  static final String COLUMNS =
      "commit_number BIGINT, committed_at TIMESTAMPTZ, operation VARCHAR, dataset VARCHAR, day"
          + " DATE, file VARCHAR, state VARCHAR, rows BIGINT, bytes BIGINT, checksum VARCHAR,"
          + " schema_version INTEGER";

  private static final Pattern NAME = Pattern.compile("(commit|checkpoint)-(\\d{12})\\.parquet");

  Manifest {
    files = List.copyOf(files);
    gone = Set.copyOf(gone);
  }

  /// Of an archive that holds nothing.
  static final Manifest EMPTY = new Manifest(0, 0, List.of(), Set.of());

  static Path commit(Path archive, long number) {
    return archive.resolve(FOLDER).resolve(name("commit", number));
  }

  static Path checkpoint(Path archive, long number) {
    return archive.resolve(FOLDER).resolve(name("checkpoint", number));
  }

  private static String name(String kind, long number) {
    return "%s-%012d.parquet".formatted(kind, number);
  }

  /// Reads it. While somebody else makes a checkpoint, files may go away: then it is read again.
  static Manifest read(Path archive, Duck duck) throws SourceException {
    for (int attempt = 1; ; attempt++) {
      try {
        return readOnce(archive, duck);
      } catch (NoSuchFileException gone) {
        if (attempt == 3) {
          throw Damage.unread(archive, gone);
        }
      } catch (IOException failed) {
        throw Damage.unread(archive, failed);
      }
    }
  }

  private static Manifest readOnce(Path archive, Duck duck) throws SourceException, IOException {
    var folder = archive.resolve(FOLDER);
    if (!Files.isDirectory(folder)) {
      return EMPTY;
    }
    List<String> counted;
    try (var listed = Files.list(folder)) {
      counted = counted(listed.map(each -> each.getFileName().toString()).toList());
    }
    long last = counted.isEmpty() || isCommit(counted.getFirst()) ? 0 : number(counted.getFirst());
    int behind = 0;
    for (var name : counted) {
      if (isCommit(name)) {
        if (number(name) != last + 1) {
          throw Damage.manifest(commit(archive, last + 1), "missing");
        }
        last++;
        behind++;
      }
    }
    var files = new ArrayList<ArchiveFile>();
    var gone = new HashSet<Path>();
    for (var row : rows(counted.stream().map(folder::resolve).toList(), duck)) {
      var file = file(row);
      if (isLive(row)) {
        files.add(file);
      } else {
        gone.add(file.in(archive));
      }
    }
    return new Manifest(last, behind, files, gone);
  }

  /// Which of the files of its folder tell what counts: the last checkpoint, and in their order the
  /// commits after it.
  static List<String> counted(Collection<String> names) {
    var entries = names.stream().filter(NAME.asMatchPredicate()).toList();
    var checkpoint =
        entries.stream().filter(each -> !isCommit(each)).max(Comparator.naturalOrder());
    long base = checkpoint.map(Manifest::number).orElse(0L);
    return Stream.concat(
            checkpoint.stream(),
            entries.stream().filter(each -> isCommit(each) && number(each) > base).sorted())
        .toList();
  }

  private static boolean isCommit(String name) {
    return name.startsWith("commit");
  }

  private static long number(String name) {
    return number(Path.of(name)).orElseThrow();
  }

  private static List<ArchiveRow> rows(List<Path> from, Duck duck)
      throws SourceException, NoSuchFileException {
    if (from.isEmpty()) {
      return List.of();
    }
    var names =
        from.stream()
            .map(each -> Duck.literal(each.toString()))
            .collect(Collectors.joining(", ", "[", "]"));
    try {
      return duck.query(
          """
           SELECT file, dataset, day, rows, bytes, checksum, commit_number, state
             FROM read_parquet(%s)
          QUALIFY row_number() OVER (PARTITION BY file ORDER BY commit_number DESC) = 1
            ORDER BY file\
          """
              .formatted(names),
          List.of());
    } catch (SQLException failed) {
      throw unreadable(from, duck, failed);
    }
  }

  /// The number of an entry by its name; empty if the file is none.
  static OptionalLong number(Path file) {
    var matcher = NAME.matcher(file.getFileName().toString());
    return matcher.matches()
        ? OptionalLong.of(Long.parseLong(matcher.group(2)))
        : OptionalLong.empty();
  }

  static boolean isLive(ArchiveRow row) {
    return row.text("state").orElseThrow().equals("live");
  }

  static ArchiveFile file(ArchiveRow row) {
    return new ArchiveFile(
        Dataset.ofFolder(row.text("dataset").orElseThrow()),
        row.day("day"),
        row.text("file").orElseThrow(),
        row.count("rows").orElseThrow(),
        row.count("bytes").orElseThrow(),
        row.text("checksum").orElseThrow(),
        row.count("commit_number").orElseThrow());
  }

  private static SourceException unreadable(List<Path> files, Duck duck, SQLException failed)
      throws NoSuchFileException {
    for (var file : files.stream().sorted(Comparator.reverseOrder()).toList()) {
      if (!Files.exists(file)) {
        throw new NoSuchFileException(file.toString());
      }
      try {
        var _ =
            duck.query(
                "SELECT count(*) FROM read_parquet(%s)".formatted(Duck.literal(file.toString())),
                List.of());
      } catch (SQLException broken) {
        return Damage.manifest(file, "damaged (" + Damage.firstLine(broken) + ")");
      }
    }
    return Damage.manifest(files.getFirst(), "damaged (" + Damage.firstLine(failed) + ")");
  }
}
