package org.vacuumadvisor.fleet.archive;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.source.SourceException;

/// An archive as its readers see it: a table for each dataset, with the rows that counted when it
/// was opened. Files that are damaged are left out, and named.
public final class Archive implements Closeable {
  private final Path folder;
  private final Duck duck;
  private final Optional<FolderLock> reading;
  private final Span span;
  private final Set<Dataset> datasets;
  private final List<String> damaged = new ArrayList<>();

  /// Which days are read.
  ///
  /// @param from the first moment that is of interest
  /// @param to the last one
  public record Span(Instant from, Instant to) {
    /// Everything.
    public static final Span ALL = new Span(Instant.MIN, Instant.MAX);

    boolean meets(ArchiveFile file) {
      return file.day().stream()
          .allMatch(day -> !start(day.plusDays(1)).isBefore(from) && !start(day).isAfter(to));
    }

    private static Instant start(LocalDate day) {
      return day.atStartOfDay().toInstant(ZoneOffset.UTC);
    }
  }

  private Archive(
      Path folder, Duck duck, Optional<FolderLock> reading, Span span, Set<Dataset> datasets) {
    this.reading = reading;
    this.folder = folder;
    this.duck = duck;
    this.span = span;
    this.datasets = Set.copyOf(datasets);
  }

  /// Opens it for reading.
  ///
  /// @throws SourceException if there is no archive, or it cannot be read
  public static Archive open(Path archive, Span span) throws SourceException {
    return open(archive, span, EnumSet.allOf(Dataset.class));
  }

  /// Opens some of its datasets. Each file of these is read once, to see that it is whole: who
  /// needs few of a large archive does not wait for all.
  ///
  /// @throws SourceException if there is no archive, or it cannot be read
  public static Archive open(Path archive, Span span, Set<Dataset> datasets)
      throws SourceException {
    if (!ArchiveFile.isArchive(archive)) {
      throw Damage.noArchive(archive);
    }
    var opened = new Archive(archive, Duck.open(), reading(archive), span, datasets);
    try {
      opened.show();
      return opened;
    } catch (SourceException | RuntimeException failed) {
      opened.close();
      throw failed;
    }
  }

  private void show() throws SourceException {
    var files = files();
    for (var dataset : datasets) {
      var whole = new ArrayList<String>();
      for (var file : files) {
        boolean counts = dataset == Dataset.COVERAGE || span.meets(file);
        if (file.dataset() == dataset && counts && isWhole(file)) {
          whole.add(file.literal());
        }
      }
      show(dataset, whole);
    }
  }

  private void show(Dataset dataset, List<String> files) throws SourceException {
    try {
      duck.run("CREATE VIEW %s AS %s".formatted(dataset.folder(), dataset.rowsOf(files)));
    } catch (SQLException failed) {
      throw Damage.unread(folder, failed);
    }
  }

  /// Empty where nobody may lock, as on a file system that cannot be written.
  private static Optional<FolderLock> reading(Path folder) {
    try {
      return Optional.of(Commits.reading(folder));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private List<ArchiveFile> files() throws SourceException {
    try {
      return reading.isPresent() ? Commits.files(folder) : ArchiveFile.of(folder);
    } catch (IOException failed) {
      throw Damage.unread(folder, failed);
    }
  }

  private boolean isWhole(ArchiveFile file) {
    var damage = file.damage(duck);
    damage.ifPresent(what -> damaged.add(Damage.leftOut(file, what)));
    return damage.isEmpty();
  }

  /// A sentence for each file that could not be used.
  public List<String> damaged() {
    return List.copyOf(damaged);
  }

  /// That there is nothing of what was asked for: where files could not be used, it may have been
  /// in these.
  public SourceException nothing(String sentence) {
    if (damaged.isEmpty()) {
      return new SourceException(sentence);
    }
    int others = damaged.size() - 1;
    var more = others == 0 ? "" : " So are %d others.".formatted(others);
    return new SourceException("%s %s%s".formatted(sentence, damaged.getFirst(), more));
  }

  /// The rows of a query in DuckDB's SQL over the datasets by name.
  public List<ArchiveRow> query(String sql, List<?> parameters) throws SourceException {
    var rows = new ArrayList<ArchiveRow>();
    each(sql, parameters, rows::add);
    return rows;
  }

  /// Takes the rows of a query.
  public interface Taker<X extends Exception> {
    void take(ArchiveRow row) throws X;
  }

  /// Hands on the rows of a query one by one, as [#query] gives them: there may be more than memory
  /// holds.
  public <X extends Exception> void each(String sql, List<?> parameters, Taker<X> taker)
      throws SourceException, X {
    try {
      duck.each(sql, times(parameters), taker);
    } catch (SQLException failed) {
      if (String.valueOf(failed.getMessage()).matches("(?s)(Binder|Parser|Catalog) Error.*")) {
        throw new IllegalStateException("a query of ours: " + sql, failed);
      }
      throw Damage.unread(folder, failed);
    }
  }

  private static List<?> times(List<?> parameters) {
    return parameters.stream()
        .map(each -> each instanceof Instant time ? time.atOffset(ZoneOffset.UTC) : each)
        .toList();
  }

  @Override
  public void close() {
    duck.close();
    try {
      if (reading.isPresent()) {
        reading.get().close();
      }
    } catch (IOException _) {
      // It ends with this process.
    }
  }
}
